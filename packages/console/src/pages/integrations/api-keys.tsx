// API keys with their state and access, and the actions to add, change, rotate and revoke them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getAll } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import type { ApiKeyItem } from '../../api/types.ts';
import { AddButton } from '../../components/add-button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Status } from '../../components/status.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { Moment } from '../../components/time.tsx';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { useNewDialog } from '../../components/use-address-filters.ts';
import { apiKeys as texts } from '../../messages/api-keys.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Access } from './api-key-access.tsx';
import { AddKey, KeyDialog, type KeyDialogState } from './api-key-dialogs.tsx';

export function ApiKeysPage() {
  const t = useMessages(texts);
  const [isAdding, setAdding] = useNewDialog('key', useMay('settings:manage'));
  const [open, setOpen] = useState<KeyDialogState>();
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => getAll('/api-keys', signal),
  });
  const settled = useInvalidation(['api-keys']);
  const keyId = open !== undefined && 'keyId' in open ? open.keyId : undefined;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<AddButton onClick={() => setAdding(true)}>{t('add')}</AddButton>}
    >
      <Loaded query={keys}>
        {({ items }) => (
          <Card className="flush">
            {items.length === 0 ? (
              <Empty title={t('empty')}>{t('emptyHint')}</Empty>
            ) : (
              <KeyTable items={items} open={setOpen} />
            )}
          </Card>
        )}
      </Loaded>
      {isAdding ? (
        <AddKey
          close={() => setAdding(false)}
          settled={settled}
          done={(made) => {
            setAdding(false);
            setOpen({ kind: 'secret', made, isNewKey: true });
          }}
        />
      ) : null}
      <KeyDialog
        apiKey={keys.data?.items.find((one) => one.keyId === keyId)}
        open={open}
        setOpen={setOpen}
      />
    </Page>
  );
}

function KeyTable({
  items,
  open,
}: {
  items: readonly ApiKeyItem[];
  open: (state: KeyDialogState) => void;
}) {
  const t = useMessages(texts);
  const columns: readonly Column<ApiKeyItem>[] = [
    {
      title: t('name'),
      cell: (key) => (
        <>
          <Link className="name" to={`/api-keys/${key.keyId}`}>
            <bdi>{key.name}</bdi>
          </Link>
          <div className="row key-id">
            <span className="mono muted">{key.keyId}</span>
            <CopyButton text={key.keyId} label={t('copyKeyId', { name: key.name })} />
          </div>
          {key.owner === null ? null : <div className="small">{key.owner}</div>}
          <Access apiKey={key} />
        </>
      ),
    },
    {
      title: t('state'),
      cell: (key) => (
        <span className="row">
          <Status status={key.state} />
          {key.secrets.length > 1 && key.state === 'active' ? (
            <span className="tag">{t('twoSecrets')}</span>
          ) : null}
        </span>
      ),
    },
    { title: t('lastUsed'), cell: (key) => <Moment iso={key.lastUsedAt} absent={t('never')} /> },
    { title: t('expires'), cell: (key) => <Moment iso={key.expiresAt} absent={t('never')} /> },
    {
      title: t('created'),
      cell: (key) => (
        <div>
          <Moment iso={key.createdAt} />
          <div className="muted small by">
            <MailText text={t('by', { name: key.createdBy.id })} />
          </div>
        </div>
      ),
    },
    {
      title: t('actions'),
      as: 'actions',
      cell: (key) => <RowActions apiKey={key} open={open} />,
    },
  ];
  return <DataTable items={items} keyOf={(key) => key.keyId} columns={columns} />;
}

function RowActions({
  apiKey: { keyId, name, state, secrets },
  open,
}: {
  apiKey: ApiKeyItem;
  open: (state: KeyDialogState) => void;
}) {
  const t = useMessages(texts);
  const mayChange = useMay('settings:manage');
  if (!mayChange || state === 'revoked') return null;
  const of = t('ofKey', { name });
  const secret =
    secrets.length > 1
      ? { label: t('endOld'), of, act: () => open({ kind: 'end', keyId }) }
      : { label: t('rotate'), of: name, act: () => open({ kind: 'rotate', keyId }) };
  return (
    <RowMenu
      name={name}
      actions={[
        secret,
        { label: t('editDetails'), of, act: () => open({ kind: 'details', keyId }) },
        { label: t('changeAccess'), of, act: () => open({ kind: 'access', keyId }) },
        { label: t('revoke'), of: name, act: () => open({ kind: 'revoke', keyId }) },
      ]}
    />
  );
}
