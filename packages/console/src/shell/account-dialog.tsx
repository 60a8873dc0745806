// The account of the signed-in user in full: its facts, the time zone of the page, its messages, and the end of all its
// sessions.
import { Button } from '@fluentui/react-button';
import { useSession } from '../api/session.ts';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { Card } from '../components/layout.tsx';
import { Modal } from '../components/modal.tsx';
import { SelectField } from '../components/select-field.tsx';
import { timeZoneOptions } from '../components/time-zone-options.ts';
import { common } from '../messages/common.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { OwnSessions } from '../pages/settings/administrators/administrator-sessions.tsx';
import { OwnNotices } from './own-notices.tsx';
import { useLocaleChoice } from './use-locale-choice.ts';
import { useSignOut } from './sign-out.ts';

export function AccountDialog({ close }: { close: () => void }) {
  const { administrator, tenant } = useSession();
  const signOut = useSignOut();
  const limitedTo = administrator.organisationIds?.length;
  const t = useMessages(shell);
  const words = useMessages(common);
  return (
    <Modal title={t('account.title')} close={close}>
      <dl className="facts">
        {administrator.name === null ? null : (
          <>
            <dt>{t('account.name')}</dt>
            <dd>
              <bdi>{administrator.name}</bdi>
            </dd>
          </>
        )}
        <dt>{t('account.email')}</dt>
        <dd>{administrator.email}</dd>
        <dt>{t('account.role')}</dt>
        <dd>
          {t(`role.${administrator.role}`)}
          {limitedTo === undefined ? null : (
            <div className="muted small">{t('account.limited', { count: limitedTo })}</div>
          )}
        </dd>
        <dt>{t('account.tenant')}</dt>
        <dd className="mono">{tenant.tenantId}</dd>
      </dl>
      <TimeZoneField />
      <OwnNotices />
      <h3>{t('account.sessions')}</h3>
      <Card className="flush">
        <OwnSessions />
      </Card>
      <FormNotice problem={formProblem(signOut.error, [])} />
      <div className="modal-actions">
        <Button onClick={() => signOut.submit(true)}>{t('account.signOutEverywhere')}</Button>
        <Button appearance="primary" onClick={close}>
          {words('close')}
        </Button>
      </div>
    </Modal>
  );
}

function TimeZoneField() {
  const t = useMessages(shell);
  const { choice, choose } = useLocaleChoice();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <SelectField
      label={t('account.timeZone')}
      options={[['', t('account.browserTimeZone', { zone })], ...timeZoneOptions()]}
      value={choice.timeZone ?? ''}
      onChange={(chosen) => choose({ timeZone: chosen === '' ? null : chosen })}
    />
  );
}
