// The fields of a connection to Microsoft 365: the cloud with its addresses, the credential and its secret.
import { Field } from '@fluentui/react-field';
import { Input } from '@fluentui/react-input';
import { TextArea } from '../../../components/text-area.tsx';
import { Select } from '@fluentui/react-select';
import { TextField } from '../../../components/text-field.tsx';
import { directory } from '../../../messages/directory.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import {
  clouds,
  type ConnectionDraft,
  type Credential,
  credentialsFor,
  inCloud,
  isOfTheService,
  keepsSecret,
  type Microsoft365Settings,
  withCredential,
} from './directory-draft.ts';
import { faultProps } from '../../../components/fault-props.ts';

interface PartProps {
  readonly draft: ConnectionDraft;
  readonly set: (change: Partial<ConnectionDraft>) => void;
  readonly field: (pointer: string) => string | undefined;
}

export function CloudFields({ draft, set, field }: PartProps) {
  const t = useMessages(directory);
  return (
    <>
      <div className="form-grid">
        <Field label={t('cloud')}>
          <Select
            value={draft.cloud}
            disabled={isOfTheService(draft.credential)}
            onChange={(_event, { value }) => set(inCloud(draft, value))}
          >
            {clouds.map(({ id }) => (
              <option key={id} value={id}>
                {t(`clouds.${id}`)}
              </option>
            ))}
            <option value="other">{t('form.otherAddresses')}</option>
          </Select>
        </Field>
      </div>
      <Addresses draft={draft} set={set} field={field} />
    </>
  );
}

export function CredentialFields({
  draft,
  stored,
  set,
  field,
}: PartProps & { stored: Microsoft365Settings | null }) {
  const t = useMessages(directory);
  return (
    <div className="form-grid">
      <Field label={t('credential')} {...faultProps(field('/credential'))}>
        <Select
          value={draft.credential}
          onChange={(_event, { value }) => set(withCredential(draft, value as Credential, stored))}
        >
          {credentialsFor(stored).map((credential) => (
            <option key={credential} value={credential}>
              {t(`credentials.${credential}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Secret
        draft={draft}
        mayKeep={keepsSecret(stored, draft)}
        hasStored={stored?.hasSecret === true && stored.credential === draft.credential}
        fault={field('/secret')}
        onChange={(secret) => set({ secret })}
      />
      {draft.credential === 'secret' ? (
        <TextField
          label={t('form.secretExpires')}
          hint={t('form.secretExpiresHint')}
          type="date"
          value={draft.secretExpiresOn}
          onChange={(secretExpiresOn) => set({ secretExpiresOn })}
          fault={field('/secretExpiresOn')}
        />
      ) : null}
    </div>
  );
}

function Secret({
  draft,
  mayKeep,
  hasStored,
  fault,
  onChange,
}: {
  draft: ConnectionDraft;
  mayKeep: boolean;
  hasStored: boolean;
  fault: string | undefined;
  onChange: (secret: string) => void;
}) {
  const t = useMessages(directory);
  if (isOfTheService(draft.credential)) return null;
  const isCertificate = draft.credential === 'certificate';
  const hint = mayKeep
    ? 'keepSecret'
    : hasStored
      ? 'enterAgain'
      : isCertificate
        ? 'certificateHint'
        : 'secretHint';
  return (
    <Field
      label={t(isCertificate ? 'credentials.certificate' : 'credentials.secret')}
      hint={t(`form.${hint}`)}
      required={!mayKeep}
      {...faultProps(fault)}
    >
      {isCertificate ? (
        <CertificateInput value={draft.secret} onChange={onChange} />
      ) : (
        <Input
          type="password"
          className="mono-input"
          value={draft.secret}
          autoComplete="new-password"
          onChange={(_event, { value }) => onChange(value)}
        />
      )}
    </Field>
  );
}

/** A certificate and its key, as PEM. */
export function CertificateInput({
  value: pem,
  onChange,
}: {
  value: string;
  onChange: (pem: string) => void;
}) {
  return (
    <TextArea
      className="mono-input"
      value={pem}
      rows={5}
      spellCheck={false}
      autoComplete="off"
      onChange={onChange}
    />
  );
}

function Addresses({ draft, set, field }: PartProps) {
  const t = useMessages(directory);
  if (draft.cloud !== 'other') return null;
  return (
    <div className="form-grid">
      <TextField
        label={t('form.graphAddress')}
        value={draft.graphBaseUrl}
        onChange={(graphBaseUrl) => set({ graphBaseUrl })}
        readOnly={isOfTheService(draft.credential)}
        fault={field('/graphBaseUrl')}
        hint={t('form.addressHint')}
        required
        mono
      />
      <TextField
        label={t('form.loginAddress')}
        value={draft.loginBaseUrl}
        onChange={(loginBaseUrl) => set({ loginBaseUrl })}
        readOnly={isOfTheService(draft.credential)}
        fault={field('/loginBaseUrl')}
        required
        mono
      />
    </div>
  );
}
