// One API key: what it is for and may do, its secrets with their last use, its calls by day, and its activity.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../components/message-bar.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { tenantId } from '../../api/location.ts';
import { useMay } from '../../api/session.ts';
import type { ApiKeyItem } from '../../api/types.ts';
import { CopyButton } from '../../components/copy.tsx';
import { Facts } from '../../components/facts.tsx';
import { Card, Loaded, Page } from '../../components/layout.tsx';
import { Status } from '../../components/status.tsx';
import { Moment } from '../../components/time.tsx';
import { apiKeys as texts } from '../../messages/api-keys.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useLimitTexts } from './api-key-access.tsx';
import { KeyDialog, type KeyDialogState } from './api-key-dialogs.tsx';
import { KeyActivity, KeyUse } from './api-key-use.tsx';

const soonMs = 30 * 86_400_000;
/** A new key is given to its system first. Home waits as long. */
const settledMs = 7 * 86_400_000;

export function ApiKeyPage() {
  const t = useMessages(texts);
  const { keyId = '' } = useParams();
  const [open, setOpen] = useState<KeyDialogState>();
  const key = useQuery({
    queryKey: ['api-keys', keyId],
    queryFn: ({ signal }) => api.get('/api-keys/{keyId}', { path: { keyId }, signal }),
  });
  const back = { to: '/api-keys', label: t('title') };
  return (
    <Page
      title={key.data?.name ?? t('title')}
      back={back}
      actions={key.data === undefined ? null : <Actions apiKey={key.data} open={setOpen} />}
    >
      <Loaded query={key} back={back}>
        {(apiKey) => (
          <>
            <Warnings apiKey={apiKey} />
            <Details apiKey={apiKey} />
            <KeyUse apiKey={apiKey} />
            <KeyActivity keyId={keyId} />
            <KeyDialog apiKey={apiKey} open={open} setOpen={setOpen} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ apiKey, open }: { apiKey: ApiKeyItem; open: (state: KeyDialogState) => void }) {
  const t = useMessages(texts);
  const mayChange = useMay('settings:manage');
  if (!mayChange || apiKey.state === 'revoked') return null;
  const { keyId } = apiKey;
  return (
    <>
      <Button onClick={() => open({ kind: 'details', keyId })}>{t('editDetails')}</Button>
      <Button onClick={() => open({ kind: 'access', keyId })}>{t('changeAccess')}</Button>
      {apiKey.secrets.length > 1 ? (
        <Button onClick={() => open({ kind: 'end', keyId })}>{t('endOld')}</Button>
      ) : (
        <Button onClick={() => open({ kind: 'rotate', keyId })}>{t('rotate')}</Button>
      )}
      <Button className="danger" onClick={() => open({ kind: 'revoke', keyId })}>
        {t('revoke')}
      </Button>
    </>
  );
}

function Warnings({ apiKey: { state, createdAt, expiresAt, lastUsedAt } }: { apiKey: ApiKeyItem }) {
  const t = useMessages(texts);
  const format = useFormat();
  const isSoon = expiresAt !== null && Date.parse(expiresAt) - Date.now() < soonMs;
  const isUnused = lastUsedAt === null && Date.now() - Date.parse(createdAt) > settledMs;
  const warnings =
    state === 'active'
      ? [
          ...(isSoon ? [t('expiresSoon', { date: format.date(expiresAt) })] : []),
          ...(isUnused ? [t('unused')] : []),
        ]
      : [];
  return warnings.map((warning) => (
    <MessageBar key={warning} intent="warning">
      <MessageBarBody>{warning}</MessageBarBody>
    </MessageBar>
  ));
}

function Details({ apiKey }: { apiKey: ApiKeyItem }) {
  const t = useMessages(texts);
  const format = useFormat();
  const limits = useLimitTexts(apiKey);
  const { keyId, name, owner, purpose, scopes } = apiKey;
  const absent = <span className="muted">{t('notGiven')}</span>;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('state'), <Status key="state" status={apiKey.state} />],
    [t('owner'), owner ?? absent],
    [t('purpose'), purpose ?? absent],
    [t('keyId'), <Id key="key" id={keyId} label={t('copyKeyId', { name })} />],
    [t('tenantId'), <Id key="tenant" id={tenantId} label={t('copyTenantId')} />],
    [t('scopes'), scopes.join(', ')],
    [t('organisation'), limits.organisations ?? t('allOrganisations')],
    [t('template'), limits.templates ?? t('allTemplates')],
    [t('allowedAddresses'), limits.addresses ?? t('anyAddress')],
    [t('boundTo'), limits.source ?? t('anySource')],
    [t('lastUsed'), <Moment key="used" iso={apiKey.lastUsedAt} absent={t('never')} />],
    [t('expires'), apiKey.expiresAt === null ? t('never') : format.dateTime(apiKey.expiresAt)],
    [t('created'), format.dateTime(apiKey.createdAt)],
    [t('createdBy'), apiKey.createdBy.id],
  ];
  return (
    <Card
      title={t('details')}
      actions={<Link to={`/requests?keyId=${keyId}`}>{t('viewRequests')}</Link>}
    >
      <Facts facts={facts} />
    </Card>
  );
}

function Id({ id, label }: { id: string; label: string }) {
  return (
    <>
      <span className="mono">{id}</span> <CopyButton text={id} label={label} />
    </>
  );
}
