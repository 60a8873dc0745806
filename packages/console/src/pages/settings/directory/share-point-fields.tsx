// The second credential of a connection, which sets sensitivity labels through SharePoint. It is off unless an
// administrator turns it on, beside what its permission can do.
import { Field } from '@fluentui/react-field';
import { faultProps } from '../../../components/fault-props.ts';
import { SwitchField } from '../../../components/switch-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { directory as texts } from '../../../messages/directory.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { CertificateInput } from './directory-fields.tsx';
import type { ConnectionDraft, Microsoft365Settings, SharePointDraft } from './directory-draft.ts';

export function SharePointFields({
  draft: { sharePoint },
  stored,
  set,
  field,
}: {
  readonly draft: ConnectionDraft;
  readonly stored: Microsoft365Settings | null;
  readonly set: (change: Partial<ConnectionDraft>) => void;
  readonly field: (pointer: string) => string | undefined;
}) {
  const t = useMessages(texts);
  const change = (part: Partial<SharePointDraft>) =>
    set({ sharePoint: { ...sharePoint, ...part } });
  const { isOn, isLent } = sharePoint;
  const isStored = stored?.sharePoint?.hasSecret === true;
  return (
    <details className="more" open={isOn || field('/sharePoint') !== undefined}>
      <summary>{t('sharePoint.title')}</summary>
      <div className="stack">
        <p className="muted small">{t('sharePoint.note')}</p>
        <p>{t('sharePoint.warning')}</p>
        <SwitchField
          label={t('sharePoint.use')}
          value={isOn}
          onChange={(next) => change({ isOn: next })}
          on={t('sharePoint.on')}
          off={t('sharePoint.off')}
          fault={undefined}
        />
        {isOn && isLent ? <p className="muted">{t('sharePoint.lent')}</p> : null}
        {isOn && !isLent ? (
          <div className="form-grid">
            <TextField
              label={t('sharePoint.adminUrl')}
              hint={t('sharePoint.adminUrlHint')}
              value={sharePoint.adminUrl}
              onChange={(adminUrl) => change({ adminUrl })}
              fault={field('/sharePoint/adminUrl')}
              required
              mono
            />
            <TextField
              label={t('sharePoint.clientId')}
              value={sharePoint.clientId}
              onChange={(clientId) => change({ clientId })}
              fault={field('/sharePoint/clientId')}
              required
              mono
            />
            <Field
              label={t('credentials.certificate')}
              hint={t(isStored ? 'sharePoint.keepSecret' : 'form.certificateHint')}
              required={!isStored}
              {...faultProps(field('/sharePoint/secret'))}
            >
              <CertificateInput
                value={sharePoint.secret}
                onChange={(secret) => change({ secret })}
              />
            </Field>
          </div>
        ) : null}
      </div>
    </details>
  );
}
