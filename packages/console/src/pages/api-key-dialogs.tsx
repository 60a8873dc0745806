// The dialogs to add, rotate and revoke a key. A secret is shown once and not kept.
import { api } from '../api/client.ts';
import { tenantId } from '../api/location.ts';
import type { ApiKeyItem, NewSecretResponse } from '../api/types.ts';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { Confirm } from '../components/confirm.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { ago, formatMoment } from '../components/time.tsx';
import { useForm } from '../components/use-form.ts';
import { AccessFields, accessOf, type AccessValues, defaultAccess } from './api-key-access.tsx';

interface OfKey extends ChangeDialog {
  readonly apiKey: ApiKeyItem;
}

interface Making {
  readonly done: (made: NewSecretResponse) => void;
}

interface NewKeyValues extends AccessValues {
  readonly name: string;
  readonly expiresAt: string;
}

export function AddKey({ close, settled, done }: ChangeDialog & Making) {
  const form = useForm<NewKeyValues, NewSecretResponse>({
    initial: { name: '', expiresAt: '', ...defaultAccess },
    send: ({ name, expiresAt, ...access }, idempotencyKey) =>
      api.post('/api-keys', {
        body: {
          name: name.trim(),
          expiresAt: expiresAt === '' ? null : new Date(`${expiresAt}T00:00:00`).toISOString(),
          ...accessOf(access),
        },
        idempotencyKey,
      }),
    done,
    settled,
  });
  return (
    <FormDialog title="Add API key" submit="Create key" {...form} close={close}>
      <TextField
        label="Descriptive name"
        hint="For example: SAP PS, owner jane@contoso.com"
        {...form.field('name')}
        required
        autoFocus
      />
      <TextField
        label="Expires on"
        hint="Optional. The key stops working at the start of this day, in your time zone."
        type="date"
        {...form.field('expiresAt')}
      />
      <AccessFields form={form} />
    </FormDialog>
  );
}

export function RotateKey({ apiKey, close, settled, done }: OfKey & Making) {
  const form = useForm({
    initial: {},
    send: (_values, idempotencyKey) =>
      api.post('/api-keys/{keyId}/secrets', {
        path: { keyId: apiKey.keyId },
        etag: apiKey.etag,
        idempotencyKey,
      }),
    done,
    settled,
  });
  return (
    <FormDialog
      title={`Rotate the secret of ${apiKey.name}`}
      submit="Rotate secret"
      {...form}
      close={close}
    >
      <p>
        Creates a second secret. Both secrets work until you end the old one, so that your systems
        can switch without downtime.
      </p>
    </FormDialog>
  );
}

export function RevokeKey({ apiKey, close, settled }: OfKey) {
  const { name, keyId, etag, lastUsedAt } = apiKey;
  return (
    <Confirm
      title={`Revoke ${name}?`}
      action="Revoke key"
      close={close}
      work={() => api.post('/api-keys/{keyId}/revoke', { path: { keyId }, etag })}
      settled={settled}
    >
      <p>
        {lastUsedAt === null
          ? 'It was never used.'
          : `It was last used ${ago(lastUsedAt, Date.now())} (${formatMoment(lastUsedAt)}).`}{' '}
        The key and its tokens stop working immediately. You can’t undo this.
      </p>
    </Confirm>
  );
}

export function EndOldSecret({ apiKey, close, settled }: OfKey) {
  const { name, keyId, etag, createdAt, secrets } = apiKey;
  const [old, newer] = secrets;
  return (
    <Confirm
      title={`End the old secret of ${name}?`}
      action="End old secret"
      close={close}
      work={() =>
        api.delete('/api-keys/{keyId}/secrets/{secretId}', {
          path: { keyId, secretId: old?.secretId ?? '' },
          etag,
        })
      }
      settled={settled}
    >
      <p>
        Only the newer secret, created {formatMoment(newer?.createdAt ?? createdAt)}, will work.
        Make sure that every system uses it.
      </p>
    </Confirm>
  );
}

export function NewSecret({ made, close }: { made: NewSecretResponse; close: () => void }) {
  return (
    <SecretDialog
      title={`The secret of ${made.key.name}`}
      secret={made.secret}
      copyLabel="Copy the secret"
      warning={['Copy this secret now.', 'You won’t see it again.']}
      close={close}
    >
      <dl className="facts">
        <dt>tenantId</dt>
        <dd className="mono">{tenantId}</dd>
        <dt>keyId</dt>
        <dd className="mono">{made.key.keyId}</dd>
      </dl>
    </SecretDialog>
  );
}
