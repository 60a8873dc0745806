// API keys with their state and access, and the actions to add, change, rotate and revoke them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAll } from '../api/client.ts';
import type { ApiKeyItem, NewSecretResponse } from '../api/types.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { AddButton } from '../components/add-button.tsx';
import { CopyButton } from '../components/copy.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { RowButton } from '../components/row-button.tsx';
import { Status } from '../components/status.tsx';
import { Moment } from '../components/time.tsx';
import { useMayChange } from '../api/session.ts';
import { Access, ChangeAccess } from './api-key-access.tsx';
import { AddKey, EndOldSecret, NewSecret, RevokeKey, RotateKey } from './api-key-dialogs.tsx';

type RowAction = 'access' | 'revoke' | 'rotate' | 'end';
type Open =
  | { kind: 'add' }
  | { kind: RowAction; keyId: string }
  | { kind: 'secret'; made: NewSecretResponse };

export function ApiKeysPage() {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMayChange();
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => getAll('/api-keys', signal),
  });
  const settled = useInvalidation(['api-keys']);
  const close = () => setOpen(undefined);
  const made = (answer: NewSecretResponse) => setOpen({ kind: 'secret', made: answer });
  // From the current list: after a conflict, the next attempt applies to the new version.
  const keyId = open !== undefined && 'keyId' in open ? open.keyId : undefined;
  const apiKey = keys.data?.items.find((one) => one.keyId === keyId);
  const dialog = apiKey === undefined ? undefined : { apiKey, close, settled };
  return (
    <Page
      title="API keys"
      lead="Systems use API keys to get access tokens. Use one key per system."
      actions={<AddButton onClick={() => setOpen({ kind: 'add' })}>Add key</AddButton>}
    >
      <Loaded query={keys} what="the keys">
        {({ items }) => (
          <Card className="flush">
            {items.length === 0 ? (
              <Empty title="No keys yet">Add a key for the first system that creates groups.</Empty>
            ) : (
              <DataTable
                items={items}
                keyOf={(key) => key.keyId}
                columns={columnsOf(mayChange, (kind, key) => setOpen({ kind, keyId: key.keyId }))}
              />
            )}
          </Card>
        )}
      </Loaded>
      {open?.kind === 'add' ? <AddKey close={close} settled={settled} done={made} /> : null}
      {open?.kind === 'secret' ? <NewSecret made={open.made} close={close} /> : null}
      {dialog !== undefined && open?.kind === 'revoke' ? <RevokeKey {...dialog} /> : null}
      {dialog !== undefined && open?.kind === 'rotate' ? (
        <RotateKey {...dialog} done={made} />
      ) : null}
      {dialog !== undefined && open?.kind === 'access' ? <ChangeAccess {...dialog} /> : null}
      {dialog !== undefined && open?.kind === 'end' ? <EndOldSecret {...dialog} /> : null}
    </Page>
  );
}

function columnsOf(
  mayChange: boolean,
  open: (kind: RowAction, key: ApiKeyItem) => void,
): readonly Column<ApiKeyItem>[] {
  return [
    {
      title: 'Name',
      cell: (key) => (
        <>
          <div className="name">{key.name}</div>
          <div className="row key-id">
            <span className="mono muted">{key.keyId}</span>
            <CopyButton text={key.keyId} label={`Copy the key ID of ${key.name}`} />
          </div>
          <Access apiKey={key} />
        </>
      ),
    },
    {
      title: 'State',
      cell: (key) => (
        <span className="row">
          <Status status={key.state} />
          {key.secrets.length > 1 && key.state === 'active' ? (
            <span className="tag">2 secrets</span>
          ) : null}
        </span>
      ),
    },
    { title: 'Last used', cell: (key) => <Moment iso={key.lastUsedAt} absent="never" /> },
    { title: 'Expires', cell: (key) => <Moment iso={key.expiresAt} absent="never" /> },
    {
      title: 'Created',
      cell: (key) => (
        <div>
          <Moment iso={key.createdAt} />
          <div className="muted small by" title={key.createdBy.id}>
            by {key.createdBy.id}
          </div>
        </div>
      ),
    },
    {
      title: 'Actions',
      as: 'actions',
      cell: (key) =>
        mayChange && key.state !== 'revoked' ? (
          <span className="row-actions">
            {key.secrets.length > 1 ? (
              <RowButton
                action="End old secret"
                of={`of ${key.name}`}
                onClick={() => open('end', key)}
              />
            ) : (
              <RowButton action="Rotate" of={key.name} onClick={() => open('rotate', key)} />
            )}
            <RowButton
              action="Change access"
              of={`of ${key.name}`}
              onClick={() => open('access', key)}
            />
            <RowButton action="Revoke" of={key.name} onClick={() => open('revoke', key)} />
          </span>
        ) : null,
    },
  ];
}
