// API keys: list, create with a secret that is shown once, rotate, revoke.
import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAll, send } from '../api/client.ts';
import { tenantId } from '../api/place.ts';
import type { ApiKeyItem, ApiKeyList, NewSecretAnswer } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CopyButton } from '../parts/copy.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { formProblem } from '../parts/form-problem.tsx';
import { Card, Empty, Loaded, Page } from '../parts/layout.tsx';
import { Modal } from '../parts/modal.tsx';
import { Status } from '../parts/status.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ago, formatMoment, Moment } from '../parts/time.tsx';
import { useMayChange } from '../session.ts';

type Open =
  | { kind: 'add' }
  | { kind: 'revoke' | 'rotate' | 'end'; key: ApiKeyItem }
  | { kind: 'secret'; made: NewSecretAnswer };

export function ApiKeysPage() {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMayChange();
  const client = useQueryClient();
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => getAll<ApiKeyList>('api-keys', signal),
  });
  const refresh = () => void client.invalidateQueries({ queryKey: ['api-keys'] });
  const close = () => setOpen(undefined);
  const showSecret = (made: NewSecretAnswer) => {
    setOpen({ kind: 'secret', made });
    refresh();
  };
  const change = async (work: Promise<unknown>) => {
    await work.finally(refresh);
  };

  return (
    <Page
      title="API keys"
      lead="Your systems exchange a key for an access token, and create groups with it. Give each system a key of its own."
      actions={
        mayChange ? (
          <Button
            appearance="primary"
            icon={<AddRegular />}
            onClick={() => setOpen({ kind: 'add' })}
          >
            Add a key
          </Button>
        ) : undefined
      }
    >
      <Card className="flush">
        <Loaded query={keys} what="the keys">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No keys yet">Add one for the first system that creates groups.</Empty>
            ) : (
              <KeyTable items={items} mayChange={mayChange} open={setOpen} />
            )
          }
        </Loaded>
      </Card>
      {open?.kind === 'add' ? <AddKey close={close} done={showSecret} /> : null}
      {open?.kind === 'secret' ? <Secret made={open.made} close={close} /> : null}
      {open?.kind === 'revoke' ? (
        <Confirm
          title={`Revoke ${open.key.name}?`}
          action="Revoke the key"
          close={close}
          work={() =>
            change(send('POST', `api-keys/${open.key.keyId}/revoke`, { etag: open.key.etag }))
          }
        >
          {open.key.lastUsedAt === null
            ? 'It has never been used. '
            : `It was last used ${ago(open.key.lastUsedAt, Date.now())} (${formatMoment(open.key.lastUsedAt)}). `}
          The key and every token made with it are worth nothing at once. This is final.
        </Confirm>
      ) : null}
      {open?.kind === 'rotate' ? (
        <Rotate apiKey={open.key} close={close} done={showSecret} />
      ) : null}
      {open?.kind === 'end' ? (
        <Confirm
          title={`End the old secret of ${open.key.name}?`}
          action="End the old secret"
          close={close}
          work={() =>
            change(
              send(
                'DELETE',
                `api-keys/${open.key.keyId}/secrets/${open.key.secrets[0]?.secretId ?? ''}`,
                {
                  etag: open.key.etag,
                },
              ),
            )
          }
        >
          From then on only the newer secret, of{' '}
          {formatMoment(open.key.secrets[1]?.createdAt ?? open.key.createdAt)}, gives tokens. Make
          sure that every system uses it.
        </Confirm>
      ) : null}
    </Page>
  );
}

function KeyTable({
  items,
  mayChange,
  open,
}: {
  items: readonly ApiKeyItem[];
  mayChange: boolean;
  open: (open: Open) => void;
}) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">Created</th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((key) => (
          <tr key={key.keyId}>
            <td>
              <div className="name">{key.name}</div>
              <div className="row key-id">
                <span className="mono muted id">{key.keyId}</span>
                <CopyButton text={key.keyId} label={`Copy the key id of ${key.name}`} />
              </div>
            </td>
            <td data-label="State">
              <span className="row">
                <Status status={key.state} />
                {key.secrets.length > 1 && key.state === 'active' ? (
                  <span className="tag">2 secrets</span>
                ) : null}
              </span>
            </td>
            <td data-label="Last used">
              <Moment iso={key.lastUsedAt} absent="never" />
            </td>
            <td data-label="Expires">
              <Moment iso={key.expiresAt} absent="never" />
            </td>
            <td data-label="Created">
              <div>
                <Moment iso={key.createdAt} />
                <div className="muted small">by {key.createdBy.id}</div>
              </div>
            </td>
            <td className="end">
              {mayChange && key.state !== 'revoked' ? (
                <span className="row-actions">
                  {key.secrets.length > 1 ? (
                    <Button
                      size="small"
                      appearance="subtle"
                      aria-label={`End old secret of ${key.name}`}
                      onClick={() => open({ kind: 'end', key })}
                    >
                      End old secret
                    </Button>
                  ) : (
                    <Button
                      size="small"
                      appearance="subtle"
                      aria-label={`Rotate ${key.name}`}
                      onClick={() => open({ kind: 'rotate', key })}
                    >
                      Rotate
                    </Button>
                  )}
                  <Button
                    size="small"
                    appearance="subtle"
                    aria-label={`Revoke ${key.name}`}
                    onClick={() => open({ kind: 'revoke', key })}
                  >
                    Revoke
                  </Button>
                </span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddKey({ close, done }: { close: () => void; done: (made: NewSecretAnswer) => void }) {
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const mutation = useMutation({
    mutationFn: () =>
      send<NewSecretAnswer>('POST', 'api-keys', {
        body: {
          name: name.trim(),
          expiresAt: expires === '' ? null : new Date(`${expires}T00:00:00`).toISOString(),
        },
      }),
    onSuccess: done,
  });
  const problem = formProblem(mutation.error, ['/name', '/expiresAt']);
  return (
    <FormDialog
      title="Add an API key"
      submit="Generate"
      pending={mutation.isPending}
      problem={problem}
      onSubmit={() => mutation.mutate()}
      close={close}
    >
      <TextField
        label="Descriptive name"
        hint="For example the system that will use it, and whom to ask about it."
        value={name}
        onChange={setName}
        fault={problem.field('/name')}
        required
        autoFocus
      />
      <TextField
        label="Expires on"
        hint="Optional. From the beginning of that day the key is worth nothing."
        type="date"
        value={expires}
        onChange={setExpires}
        fault={problem.field('/expiresAt')}
      />
    </FormDialog>
  );
}

function Rotate({
  apiKey,
  close,
  done,
}: {
  apiKey: ApiKeyItem;
  close: () => void;
  done: (made: NewSecretAnswer) => void;
}) {
  const mutation = useMutation({
    mutationFn: () =>
      send<NewSecretAnswer>('POST', `api-keys/${apiKey.keyId}/secrets`, { etag: apiKey.etag }),
    onSuccess: done,
  });
  return (
    <FormDialog
      title={`A second secret for ${apiKey.name}`}
      submit="Generate"
      pending={mutation.isPending}
      problem={formProblem(mutation.error, [])}
      onSubmit={() => mutation.mutate()}
      close={close}
    >
      <p>
        Both secrets are valid until you end the old one, so that your systems can move over without
        a gap.
      </p>
    </FormDialog>
  );
}

function Secret({ made, close }: { made: NewSecretAnswer; close: () => void }) {
  return (
    <Modal title={`The secret of ${made.key.name}`} close={close}>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>Store it now.</MessageBarTitle> It is shown this once and is kept
          nowhere; nobody can show it again.
        </MessageBarBody>
      </MessageBar>
      <div className="secret">
        <code data-testid="secret">{made.secret}</code>
        <CopyButton text={made.secret} label="Copy the secret" appearance="primary">
          Copy
        </CopyButton>
      </div>
      <dl className="facts">
        <dt>tenantId</dt>
        <dd className="mono">{tenantId}</dd>
        <dt>keyId</dt>
        <dd className="mono">{made.key.keyId}</dd>
      </dl>
      <div className="modal-actions">
        <Button appearance="primary" onClick={close}>
          I have stored it
        </Button>
      </div>
    </Modal>
  );
}
