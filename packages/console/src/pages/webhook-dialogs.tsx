// The dialogs to add, change and remove an endpoint, and to add a key to it.
import { useQuery } from '@tanstack/react-query';
import { api, getAll } from '../api/client.ts';
import type { EventType, NewWebhookResponse, Webhook } from '../api/types.ts';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { Choices } from '../components/choices.tsx';
import { Confirm } from '../components/confirm.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { type FieldOf, type Form, useForm } from '../components/use-form.ts';
import {
  FilterFields,
  filterBodyOf,
  type FilterValues,
  noFilter,
} from './webhook-filter-fields.tsx';
import { changes } from '../messages/changes.ts';
import { useMessages } from '../messages/use-messages.ts';

const signings = [
  ['hmac', 'Shared secret (HMAC)'],
  ['ed25519', 'Key pair (Ed25519)'],
] as const;
type Signing = (typeof signings)[number][0];

export function useWebhooks() {
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => getAll('/webhooks', signal),
  });
}

interface EndpointValues extends FilterValues {
  readonly url: string;
  readonly description: string;
  /** None: every type. */
  readonly eventTypes: readonly EventType[];
}

function bodyOf({ url, description, eventTypes, ...filter }: EndpointValues) {
  return {
    url: url.trim(),
    description: description.trim(),
    eventTypes: eventTypes.length === 0 ? null : eventTypes,
    ...filterBodyOf(filter),
  };
}

export function AddEndpoint({
  close,
  settled,
  done,
}: ChangeDialog & { done: (answer: NewWebhookResponse) => void }) {
  const form = useForm<EndpointValues & { signing: Signing }, NewWebhookResponse>({
    initial: { url: '', description: '', eventTypes: [], ...noFilter, signing: 'hmac' },
    send: (values, idempotencyKey) =>
      api.post('/webhooks', {
        body: { ...bodyOf(values), signing: values.signing },
        idempotencyKey,
      }),
    done,
    settled,
  });
  return (
    <FormDialog title="Add endpoint" submit="Add" {...form} close={close}>
      <EndpointFields form={form} />
      <SelectField label="Signing" options={signings} {...form.field('signing')} />
      <EventTypes {...form.field('eventTypes')} />
      <FilterFields form={form} />
    </FormDialog>
  );
}

export function EditEndpoint({ webhook, close, settled }: ChangeDialog & { webhook: Webhook }) {
  const told = useMessages(changes);
  const form = useForm<EndpointValues, unknown>({
    initial: {
      url: webhook.url,
      description: webhook.description,
      eventTypes: webhook.eventTypes ?? [],
      organisationIds: webhook.organisationIds ?? [],
      templateIds: webhook.templateIds ?? [],
    },
    send: (values) =>
      api.put('/webhooks/{endpointId}', {
        path: { endpointId: webhook.endpointId },
        body: bodyOf(values),
        etag: webhook.etag,
      }),
    done: close,
    settled,
    finished: (_answer, { url }) => told('saved', { name: url.trim() }),
  });
  return (
    <FormDialog title="Edit endpoint" submit="Save" {...form} close={close}>
      <EndpointFields form={form} />
      <EventTypes {...form.field('eventTypes')} />
      <FilterFields form={form} />
    </FormDialog>
  );
}

function EndpointFields({ form }: { form: Pick<Form<EndpointValues>, 'field'> }) {
  return (
    <>
      <TextField label="Address" placeholder="https://" {...form.field('url')} required autoFocus />
      <TextField label="Purpose" {...form.field('description')} />
    </>
  );
}

function EventTypes(field: FieldOf<readonly EventType[]>) {
  const all = useWebhooks().data?.eventTypes ?? [];
  const choices = all.map((type) => ({ value: type, label: type }));
  return <Choices legend="Events (all if none selected)" choices={choices} {...field} />;
}

export function AddSigningKey({
  webhook,
  close,
  settled,
  done,
}: ChangeDialog & { webhook: Webhook; done: (answer: NewWebhookResponse) => void }) {
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
    <FormDialog title="Add signing key" submit="Create signing key" {...form} close={close}>
      <p>The new key signs immediately. Existing keys stay valid for 24 hours.</p>
      <SelectField label="Signing" options={signings} {...form.field('signing')} />
    </FormDialog>
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
  const told = useMessages(changes);
  return (
    <Confirm
      title={`Remove ${webhook.url}?`}
      finished={told('removed', { name: webhook.url })}
      action="Remove endpoint"
      close={close}
      work={async () => {
        await api.delete('/webhooks/{endpointId}', {
          path: { endpointId: webhook.endpointId },
          etag: webhook.etag,
        });
        await removed();
      }}
    >
      <p>This also deletes its deliveries and their log.</p>
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
  const isPublic = !answer.verificationKey.startsWith('whsec_');
  return (
    <SecretDialog
      title={isPublic ? 'Public key' : 'Signing secret'}
      secret={answer.verificationKey}
      copyLabel="Copy the key"
      warning={
        isPublic
          ? ['Copy this key to the receiver.', 'It is public and stays visible here.']
          : ['Copy this secret now.', 'You won’t see it again. Store it in the receiver.']
      }
      isPublic={isPublic}
      close={close}
    />
  );
}
