// Webhooks: the endpoints to which events are pushed; add one, and see which of them work.
import {
  Button,
  Checkbox,
  Field,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Select,
} from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getAll, send } from '../api/client.ts';
import type { NewWebhookAnswer, Webhook, WebhookList } from '../api/types.ts';
import { CopyButton } from '../parts/copy.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { formProblem } from '../parts/form-problem.tsx';
import { Card, Empty, Loaded, Page } from '../parts/layout.tsx';
import { Modal } from '../parts/modal.tsx';
import { Status } from '../parts/status.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Moment } from '../parts/time.tsx';
import { useMayChange } from '../session.ts';

export function WebhooksPage() {
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<NewWebhookAnswer>();
  const mayChange = useMayChange();
  const client = useQueryClient();
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => getAll<WebhookList>('webhooks', signal),
  });
  return (
    <Page
      title="Webhooks"
      lead="Events such as a finished group are pushed to the endpoints that you add, signed so that a receiver can check them, and tried again for three days."
      actions={
        mayChange ? (
          <Button appearance="primary" icon={<AddRegular />} onClick={() => setAdding(true)}>
            Add an endpoint
          </Button>
        ) : undefined
      }
    >
      <Card className="flush">
        <Loaded query={webhooks} what="webhooks">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No endpoints yet">
                Your systems can also read the events as a feed, without one.
              </Empty>
            ) : (
              <Endpoints items={items} />
            )
          }
        </Loaded>
      </Card>
      {adding ? (
        <AddEndpoint
          eventTypes={webhooks.data?.eventTypes ?? []}
          close={() => setAdding(false)}
          done={(answer) => {
            setAdding(false);
            setMade(answer);
            void client.invalidateQueries({ queryKey: ['webhooks'] });
          }}
        />
      ) : null}
      {made === undefined ? null : (
        <VerificationKey answer={made} close={() => setMade(undefined)} />
      )}
    </Page>
  );
}

function Endpoints({ items }: { items: readonly Webhook[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col">State</th>
          <th scope="col">Events</th>
          <th scope="col">Added</th>
        </tr>
      </thead>
      <tbody>
        {items.map((webhook) => (
          <tr key={webhook.endpointId}>
            <td>
              <Link className="name" to={`/webhooks/${webhook.endpointId}`}>
                {webhook.url}
              </Link>
              {webhook.description === '' ? null : (
                <div className="muted small">{webhook.description}</div>
              )}
            </td>
            <td data-label="State">
              <Status status={webhook.state} />
            </td>
            <td data-label="Events">
              {webhook.eventTypes === null ? 'all' : webhook.eventTypes.join(', ')}
            </td>
            <td data-label="Added">
              <Moment iso={webhook.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddEndpoint({
  eventTypes,
  close,
  done,
}: {
  eventTypes: readonly string[];
  close: () => void;
  done: (answer: NewWebhookAnswer) => void;
}) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [signing, setSigning] = useState('hmac');
  const mutation = useMutation({
    mutationFn: () =>
      send<NewWebhookAnswer>('POST', 'webhooks', {
        body: {
          url: url.trim(),
          description: description.trim(),
          eventTypes: chosen.length === 0 ? null : chosen,
          signing,
        },
      }),
    onSuccess: done,
  });
  const problem = formProblem(mutation.error, ['/url', '/description', '/eventTypes']);
  return (
    <FormDialog
      title="Add an endpoint"
      submit="Add"
      pending={mutation.isPending}
      problem={problem}
      onSubmit={() => mutation.mutate()}
      close={close}
    >
      <TextField
        label="Address"
        placeholder="https://"
        value={url}
        onChange={setUrl}
        fault={problem.field('/url')}
        required
        autoFocus
      />
      <TextField
        label="What it is for"
        value={description}
        onChange={setDescription}
        fault={problem.field('/description')}
      />
      <Field label="Signed by">
        <Select value={signing} onChange={(_event, { value }) => setSigning(value)}>
          <option value="hmac">A secret that both sides know (HMAC)</option>
          <option value="ed25519">A key pair; the receiver gets the public half (Ed25519)</option>
        </Select>
      </Field>
      <EventTypes eventTypes={eventTypes} chosen={chosen} choose={setChosen} />
    </FormDialog>
  );
}

export function EventTypes({
  eventTypes,
  chosen,
  choose,
}: {
  eventTypes: readonly string[];
  chosen: readonly string[];
  choose: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset className="choices">
      <legend>Only these events; none chosen means all</legend>
      {eventTypes.map((type) => (
        <Checkbox
          key={type}
          label={type}
          checked={chosen.includes(type)}
          onChange={(_event, { checked }) =>
            choose(checked === true ? [...chosen, type] : chosen.filter((one) => one !== type))
          }
        />
      ))}
    </fieldset>
  );
}

export function VerificationKey({
  answer,
  close,
}: {
  answer: NewWebhookAnswer;
  close: () => void;
}) {
  const isSecret = answer.verificationKey.startsWith('whsec_');
  return (
    <Modal title="The key to check signatures with" close={close}>
      <MessageBar intent={isSecret ? 'warning' : 'info'} layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>
            {isSecret ? 'Store it now.' : 'Give it to the receiver.'}
          </MessageBarTitle>{' '}
          {isSecret
            ? 'It is shown this once; put it into the receiver of the events.'
            : 'It is public, and can be read here again.'}
        </MessageBarBody>
      </MessageBar>
      <div className="secret">
        <code>{answer.verificationKey}</code>
        <CopyButton text={answer.verificationKey} label="Copy the key" appearance="primary">
          Copy
        </CopyButton>
      </div>
      <div className="modal-actions">
        <Button appearance="primary" onClick={close}>
          I have stored it
        </Button>
      </div>
    </Modal>
  );
}
