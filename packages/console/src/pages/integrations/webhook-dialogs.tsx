// The dialogs to add, change and remove an endpoint, and to add a key to it.
import { api } from '../../api/client.ts';
import type { EventType, NewWebhookResponse, Webhook } from '../../api/types.ts';
import { checkOf } from '../../components/body-check.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { Confirm } from '../../components/confirm.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { type FieldOf, type Form, useForm } from '../../components/use-form.ts';
import { useVersionedForm } from '../../components/use-versioned-form.ts';
import { LimitFields, limitBodyOf, type LimitValues, noLimit } from './group-limit-fields.tsx';
import { EventTypes } from './webhook-event-types.tsx';
import { VerifySnippets } from './webhook-snippets.tsx';
import { changes } from '../../messages/changes.ts';
import { common } from '../../messages/common.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';

const signings = ['hmac', 'ed25519'] as const;
type Signing = (typeof signings)[number];

const scheme = 'https://';

interface EndpointValues extends LimitValues {
  readonly url: string;
  readonly description: string;
  /** None: every type. */
  readonly types: readonly EventType[];
}

function bodyOf({ url, description, types, ...filter }: EndpointValues) {
  return {
    url: url.trim(),
    description: description.trim(),
    types: types.length === 0 ? null : types,
    ...limitBodyOf(filter),
  };
}

export function AddEndpoint({
  close,
  settled,
  done,
}: ChangeDialog & { done: (answer: NewWebhookResponse) => void }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const form = useForm<EndpointValues & { signing: Signing }, NewWebhookResponse>({
    initial: { url: '', description: '', types: [], ...noLimit, signing: 'hmac' },
    check: (values) => checkOf('put', '/webhooks/{endpointId}', bodyOf(values)),
    send: (values, idempotencyKey) =>
      api.post('/webhooks', {
        body: { ...bodyOf(values), signing: values.signing },
        idempotencyKey,
      }),
    done,
    settled,
  });
  return (
    <FormDialog title={t('add')} submit={c('add')} {...form} close={close}>
      <EndpointFields form={form} />
      <SigningField {...form.field('signing')} />
      <EventTypes {...form.field('types')} />
      <LimitFields form={form} />
    </FormDialog>
  );
}

export function EditEndpoint({ webhook, close, settled }: ChangeDialog & { webhook: Webhook }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const told = useMessages(changes);
  const path = { endpointId: webhook.endpointId };
  const form = useVersionedForm<EndpointValues, Webhook>({
    of: webhook,
    initial: {
      url: webhook.url,
      description: webhook.description,
      types: webhook.types ?? [],
      organisationIds: webhook.organisationIds ?? [],
      templateIds: webhook.templateIds ?? [],
    },
    check: (values) => checkOf('put', '/webhooks/{endpointId}', bodyOf(values)),
    send: (values, { etag }) =>
      api.put('/webhooks/{endpointId}', { path, body: bodyOf(values), etag }),
    done: close,
    settled,
    finished: ({ etag }, { url }) => ({
      title: told('saved', { name: url.trim() }),
      undo: () => {
        const { url: before, description, types, organisationIds, templateIds } = webhook;
        const body = { url: before, description, types, organisationIds, templateIds };
        return api.put('/webhooks/{endpointId}', { path, body, etag });
      },
    }),
  });
  return (
    <FormDialog title={t('edit')} submit={c('save')} {...form} close={close}>
      <EndpointFields form={form} />
      <EventTypes {...form.field('types')} />
      <LimitFields form={form} />
    </FormDialog>
  );
}

function EndpointFields({ form }: { form: Pick<Form<EndpointValues>, 'field'> }) {
  const t = useMessages(texts);
  return (
    <>
      <TextField
        label={t('address')}
        placeholder={scheme}
        {...form.field('url')}
        required
        autoFocus
      />
      <TextField label={t('purpose')} {...form.field('description')} />
    </>
  );
}

function SigningField(field: FieldOf<Signing>) {
  const t = useMessages(texts);
  return (
    <SelectField
      label={t('signing')}
      options={signings.map((signing) => [signing, t(`signings.${signing}`)])}
      {...field}
    />
  );
}

export function AddSigningKey({
  webhook,
  close,
  settled,
  done,
}: ChangeDialog & { webhook: Webhook; done: (answer: NewWebhookResponse) => void }) {
  const t = useMessages(texts);
  const form = useForm<{ signing: Signing }, NewWebhookResponse>({
    initial: { signing: webhook.signing[0]?.kind === 'ed25519' ? 'ed25519' : 'hmac' },
    send: (body, idempotencyKey) =>
      api.post('/webhooks/{endpointId}/keys', {
        path: { endpointId: webhook.endpointId },
        body,
        idempotencyKey,
      }),
    done,
    settled,
  });
  return (
    <FormDialog title={t('addSigningKey')} submit={t('createSigningKey')} {...form} close={close}>
      <p>{t('addKeyHint')}</p>
      <SigningField {...form.field('signing')} />
    </FormDialog>
  );
}

export function DisableEndpoint({ webhook, close, settled }: ChangeDialog & { webhook: Webhook }) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const { endpointId, url } = webhook;
  return (
    <Confirm
      title={t('disableOf', { url })}
      finished={{
        title: told('disabled', { name: url }),
        // The events of the time between are sent, as if the endpoint had not been disabled.
        undo: () =>
          api.post('/webhooks/{endpointId}/enable', {
            path: { endpointId },
            body: { missed: 'deliver' },
          }),
      }}
      action={t('disable')}
      close={close}
      work={() => api.post('/webhooks/{endpointId}/disable', { path: { endpointId } })}
      settled={settled}
    >
      <p>{t('disableHint')}</p>
    </Confirm>
  );
}

export function RemoveEndpoint({
  webhook,
  close,
  removed,
}: {
  webhook: Webhook;
  close: () => void;
  removed: () => Promise<unknown>;
}) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  return (
    <Confirm
      title={t('removeOf', { url: webhook.url })}
      finished={told('removed', { name: webhook.url })}
      action={t('remove')}
      close={close}
      work={async () => {
        await api.delete('/webhooks/{endpointId}', {
          path: { endpointId: webhook.endpointId },
          etag: webhook.etag,
        });
        await removed();
      }}
    >
      <p>{t('removeHint')}</p>
    </Confirm>
  );
}

export function VerificationKey({
  answer,
  close,
}: {
  answer: NewWebhookResponse;
  close: () => void;
}) {
  const t = useMessages(texts);
  const isPublic = !answer.verificationKey.startsWith('whsec_');
  return (
    <SecretDialog
      title={isPublic ? t('publicKey') : t('signingSecret')}
      secret={answer.verificationKey}
      copyLabel={t('copyKey')}
      warning={isPublic ? [t('copyToReceiver'), t('isPublic')] : [t('copyNow'), t('onlyOnce')]}
      isPublic={isPublic}
      close={close}
    >
      {isPublic ? null : <VerifySnippets />}
    </SecretDialog>
  );
}
