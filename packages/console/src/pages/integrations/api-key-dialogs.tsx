// The dialogs to add, change, rotate and revoke a key. A secret is shown once and not kept.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../components/message-bar.tsx';
import { api } from '../../api/client.ts';
import { tenantId } from '../../api/location.ts';
import type { ApiKeyItem, NewSecretResponse } from '../../api/types.ts';
import { checkOf } from '../../components/body-check.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notify } from '../../components/notify.ts';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { useVersionedForm } from '../../components/use-versioned-form.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { apiKeys as texts } from '../../messages/api-keys.ts';
import { common } from '../../messages/common.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { dayOfMoment, momentOfDay } from '../../messages/tenant-day.ts';
import {
  AccessFields,
  accessOf,
  type AccessValues,
  ChangeAccess,
  defaultAccess,
} from './api-key-access.tsx';
import { useKeyUse } from './api-key-use.tsx';
import { TokenExamples } from './token-examples.tsx';
import { changes } from '../../messages/changes.ts';

interface OfKey extends ChangeDialog {
  readonly apiKey: ApiKeyItem;
}

interface Making {
  readonly done: (made: NewSecretResponse) => void;
}

interface Described {
  readonly name: string;
  readonly owner: string;
  readonly purpose: string;
}

interface NewKeyValues extends AccessValues, Described {
  readonly expiresAt: string;
}

/** The dialog that is open on a page of keys. */
export type KeyDialogState =
  | { kind: 'details' | 'access' | 'revoke' | 'rotate' | 'end'; keyId: string }
  | { kind: 'secret'; made: NewSecretResponse; isNewKey?: boolean }
  | undefined;

/** @param apiKey from the current data: after a conflict, the next attempt applies to the new version */
export function KeyDialog({
  apiKey,
  open,
  setOpen,
}: {
  apiKey: ApiKeyItem | undefined;
  open: KeyDialogState;
  setOpen: (state: KeyDialogState) => void;
}) {
  const settled = useInvalidation(['api-keys']);
  const told = useMessages(changes);
  const close = () => setOpen(undefined);
  if (open?.kind === 'secret') {
    const { made, isNewKey } = open;
    const { name, keyId: newKeyId } = made.key;
    const seen = () => {
      close();
      if (isNewKey !== true) return;
      const link = { to: `/api-keys/${newKeyId}`, label: told('openKey') };
      notify(told('added', { name }), { link });
    };
    return <NewSecret made={made} close={seen} />;
  }
  if (apiKey === undefined || open === undefined) return null;
  const dialog = { apiKey, close, settled };
  const done = (made: NewSecretResponse) => setOpen({ kind: 'secret', made });
  switch (open.kind) {
    case 'details':
      return <ChangeDetails {...dialog} />;
    case 'access':
      return <ChangeAccess {...dialog} />;
    case 'revoke':
      return <RevokeKey {...dialog} />;
    case 'rotate':
      return <RotateKey {...dialog} done={done} />;
    case 'end':
      return <EndOldSecret {...dialog} />;
    default:
      return open satisfies never;
  }
}

const presets = [90, 180, 365] as const;
const dayMs = 86_400_000;

function dayAfter(days: number): string {
  return dayOfMoment(new Date(Date.now() + days * dayMs).toISOString());
}

function newKeyOf({ name, owner, purpose, expiresAt, ...access }: NewKeyValues) {
  return {
    name: name.trim(),
    owner,
    purpose,
    expiresAt: expiresAt === '' ? null : momentOfDay(expiresAt),
    ...accessOf(access),
  };
}

export function AddKey({ close, settled, done }: ChangeDialog & Making) {
  const t = useMessages(texts);
  const form = useForm<NewKeyValues, NewSecretResponse>({
    initial: () => ({
      name: '',
      owner: '',
      purpose: '',
      expiresAt: dayAfter(365),
      ...defaultAccess,
    }),
    check: (values) => checkOf('post', '/api-keys', newKeyOf(values)),
    send: (values, idempotencyKey) =>
      api.post('/api-keys', { body: newKeyOf(values), idempotencyKey }),
    done,
    settled,
  });
  return (
    <FormDialog title={t('addTitle')} submit={t('create')} {...form} close={close}>
      <TextField
        label={t('descriptiveName')}
        hint={t('nameHint')}
        {...form.field('name')}
        required
        autoFocus
      />
      <TextField label={t('owner')} hint={t('ownerHint')} {...form.field('owner')} />
      <TextField label={t('purpose')} hint={t('purposeHint')} {...form.field('purpose')} />
      <TextField
        label={t('expiresOn')}
        hint={t('expiresOnHint')}
        type="date"
        {...form.field('expiresAt')}
      />
      <span className="row">
        {presets.map((days) => (
          <Button key={days} size="small" onClick={() => form.set({ expiresAt: dayAfter(days) })}>
            {t('inDays', { count: days })}
          </Button>
        ))}
        <Button size="small" onClick={() => form.set({ expiresAt: '' })}>
          {t('never')}
        </Button>
      </span>
      {form.values.expiresAt === '' ? (
        <MessageBar intent="warning">
          <MessageBarBody>{t('neverWarning')}</MessageBarBody>
        </MessageBar>
      ) : null}
      <AccessFields form={form} />
    </FormDialog>
  );
}

function ChangeDetails({ apiKey, close, settled }: OfKey) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const tCommon = useMessages(common);
  const { keyId, name, owner, purpose } = apiKey;
  const form = useVersionedForm<Described, ApiKeyItem>({
    of: apiKey,
    initial: { name, owner: owner ?? '', purpose: purpose ?? '' },
    check: (body) => checkOf('put', '/api-keys/{keyId}/details', body),
    send: (body, { etag }) => api.put('/api-keys/{keyId}/details', { path: { keyId }, body, etag }),
    done: close,
    settled,
    finished: (changed, values) => ({
      title: told('saved', { name: values.name }),
      undo: () =>
        api.put('/api-keys/{keyId}/details', {
          path: { keyId },
          body: { name, owner: owner ?? '', purpose: purpose ?? '' },
          etag: changed.etag,
        }),
    }),
  });
  return (
    <FormDialog title={t('editDetails')} submit={tCommon('save')} {...form} close={close}>
      <TextField label={t('descriptiveName')} {...form.field('name')} required autoFocus />
      <TextField label={t('owner')} hint={t('ownerHint')} {...form.field('owner')} />
      <TextField label={t('purpose')} hint={t('purposeHint')} {...form.field('purpose')} />
    </FormDialog>
  );
}

function RotateKey({ apiKey, close, settled, done }: OfKey & Making) {
  const t = useMessages(texts);
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
      title={t('rotateOf', { name: apiKey.name })}
      submit={t('rotateSubmit')}
      {...form}
      close={close}
    >
      <p>{t('rotateHint')}</p>
    </FormDialog>
  );
}

function RevokeKey({ apiKey, close, settled }: OfKey) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const format = useFormat();
  const { name, keyId, etag, lastUsedAt } = apiKey;
  return (
    <Confirm
      title={t('revokeOf', { name })}
      finished={told('keyRevoked', { name })}
      action={t('revokeSubmit')}
      close={close}
      work={() => api.post('/api-keys/{keyId}/revoke', { path: { keyId }, etag })}
      settled={settled}
    >
      <p>
        {lastUsedAt === null
          ? t('neverUsed')
          : t('wasUsed', {
              ago: format.relative(lastUsedAt, Date.now()),
              time: format.dateTime(lastUsedAt),
            })}
      </p>
      <p>{t('revokeHint')}</p>
    </Confirm>
  );
}

function EndOldSecret({ apiKey, close, settled }: OfKey) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const format = useFormat();
  const { name, keyId, etag, createdAt, secrets } = apiKey;
  const [old, newer] = secrets;
  const use = useKeyUse(keyId).data?.secrets.find(({ secretId }) => secretId === old?.secretId);
  return (
    <Confirm
      title={t('endOldOf', { name })}
      finished={told('oldSecretEnded', { name })}
      action={t('endOld')}
      close={close}
      work={() =>
        api.delete('/api-keys/{keyId}/secrets/{secretId}', {
          path: { keyId, secretId: old?.secretId ?? '' },
          etag,
        })
      }
      settled={settled}
    >
      <p>{t('endOldHint', { time: format.dateTime(newer?.createdAt ?? createdAt) })}</p>
      {use === undefined ? null : (
        <p>
          {t('oldStillUsed', {
            ago: format.relative(use.lastUsedAt, Date.now()),
            address: use.address,
          })}
        </p>
      )}
    </Confirm>
  );
}

export function NewSecret({ made, close }: { made: NewSecretResponse; close: () => void }) {
  const t = useMessages(texts);
  const { keyId, name } = made.key;
  return (
    <SecretDialog
      title={t('secretTitle', { name })}
      secret={made.secret}
      copyLabel={t('copySecret')}
      warning={[t('copyNow'), t('onlyOnce')]}
      close={close}
    >
      <dl className="facts">
        <dt>{t('tenantId')}</dt>
        <dd>
          <span className="mono">{tenantId}</span>{' '}
          <CopyButton text={tenantId} label={t('copyTenantId')} />
        </dd>
        <dt>{t('keyId')}</dt>
        <dd>
          <span className="mono">{keyId}</span>{' '}
          <CopyButton text={keyId} label={t('copyKeyId', { name })} />
        </dd>
      </dl>
      <TokenExamples
        baseUrl={made.baseUrl}
        tenantId={tenantId}
        keyId={keyId}
        secret={made.secret}
      />
    </SecretDialog>
  );
}
