// Webhooks: the endpoints that receive events, with their state.
import { useState } from 'react';
import { Link } from 'react-router';
import type { NewWebhookResponse, Webhook } from '../../api/types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { AddButton } from '../../components/add-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { notify } from '../../components/notify.ts';
import { Status } from '../../components/status.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { Moment } from '../../components/time.tsx';
import { changes } from '../../messages/changes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { labelOf, useMessages } from '../../messages/use-messages.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';
import { useWebhooks } from './use-webhooks.ts';
import { AddEndpoint, VerificationKey } from './webhook-dialogs.tsx';

export function WebhooksPage() {
  const t = useMessages(texts);
  const columns = useColumns();
  const [open, setOpen] = useState<'add' | NewWebhookResponse>();
  const settled = useInvalidation(['webhooks']);
  const webhooks = useWebhooks();
  const told = useMessages(changes);
  const close = () => setOpen(undefined);
  const added =
    ({ endpointId, url }: Webhook) =>
    () => {
      close();
      const link = { to: `/webhooks/${endpointId}`, label: told('openEndpoint') };
      notify(told('added', { name: url }), { link });
    };
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<AddButton onClick={() => setOpen('add')}>{t('add')}</AddButton>}
    >
      <Loaded query={webhooks}>
        {({ items }) => (
          <Card className="flush">
            {items.length === 0 ? (
              <Empty title={t('empty')}>{t('emptyHint')}</Empty>
            ) : (
              <DataTable items={items} keyOf={({ endpointId }) => endpointId} columns={columns} />
            )}
          </Card>
        )}
      </Loaded>
      {open === 'add' ? (
        <AddEndpoint close={close} done={setOpen} settled={settled} />
      ) : open === undefined ? null : (
        <VerificationKey answer={open} close={added(open.webhook)} />
      )}
    </Page>
  );
}

function LastAnswer({ last }: { last: Webhook['health']['lastAttempt'] }) {
  const t = useMessages(texts);
  if (last === null) return <span className="muted">–</span>;
  const isDelivered = last.outcome === 'delivered';
  return (
    <div>
      <span className={`status ${isDelivered ? 'good' : 'bad'}`}>
        <span aria-hidden="true" className="status-sign">
          {isDelivered ? '✓' : '✕'}
        </span>
        {labelOf(t, `outcomes.${last.outcome}`, last.outcome)}
        {last.statusCode === null ? '' : ` (${last.statusCode})`}
      </span>
      <div className="muted small">
        <Moment iso={last.attemptedAt} />
      </div>
    </div>
  );
}

function useColumns(): readonly Column<Webhook>[] {
  const t = useMessages(texts);
  const format = useFormat();
  return [
    {
      title: t('endpoint'),
      cell: ({ endpointId, url, description }) => (
        <div className="endpoint">
          <Link className="name" to={`/webhooks/${endpointId}`}>
            <MailText text={url} />
          </Link>
          {description === '' ? null : <div className="muted small">{description}</div>}
        </div>
      ),
    },
    { title: t('state'), cell: ({ state }) => <Status status={state} /> },
    {
      title: t('events'),
      cell: ({ types }) => (types === null ? t('allEvents') : types.join(', ')),
    },
    {
      title: t('details24'),
      cell: ({ health: { attempts, delivered } }) =>
        attempts === 0 ? (
          <span className="muted">{t('noRecent')}</span>
        ) : (
          t('rate', { rate: format.percent(delivered / attempts), count: attempts })
        ),
    },
    { title: t('lastAnswer'), cell: ({ health }) => <LastAnswer last={health.lastAttempt} /> },
    { title: t('nextAttempt'), cell: ({ health }) => <Moment iso={health.nextAttemptAt} /> },
  ];
}
