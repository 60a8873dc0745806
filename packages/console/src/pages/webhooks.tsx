// Webhooks: the endpoints that receive events, with their state.
import { useState } from 'react';
import { Link } from 'react-router';
import type { NewWebhookResponse, Webhook } from '../api/types.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { AddButton } from '../components/add-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { Status } from '../components/status.tsx';
import { Moment } from '../components/time.tsx';
import { AddEndpoint, useWebhooks, VerificationKey } from './webhook-dialogs.tsx';

export function WebhooksPage() {
  const [open, setOpen] = useState<'add' | NewWebhookResponse>();
  const settled = useInvalidation(['webhooks']);
  const webhooks = useWebhooks();
  const close = () => setOpen(undefined);
  return (
    <Page
      title="Webhooks"
      lead="Send signed events to your systems. Failed deliveries are retried for three days."
      actions={<AddButton onClick={() => setOpen('add')}>Add endpoint</AddButton>}
    >
      <Loaded query={webhooks} what="webhooks">
        {({ items }) => (
          <Card className="flush">
            {items.length === 0 ? (
              <Empty title="No endpoints yet">
                Your systems can also read events from the feed, without an endpoint.
              </Empty>
            ) : (
              <DataTable items={items} keyOf={({ endpointId }) => endpointId} columns={columns} />
            )}
          </Card>
        )}
      </Loaded>
      {open === 'add' ? (
        <AddEndpoint close={close} done={setOpen} settled={settled} />
      ) : open === undefined ? null : (
        <VerificationKey answer={open} close={close} />
      )}
    </Page>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    title: 'Endpoint',
    cell: ({ endpointId, url, description }) => (
      <>
        <Link className="name" to={`/webhooks/${endpointId}`}>
          {url}
        </Link>
        {description === '' ? null : <div className="muted small">{description}</div>}
      </>
    ),
  },
  { title: 'State', cell: ({ state }) => <Status status={state} /> },
  {
    title: 'Events',
    cell: ({ eventTypes }) => (eventTypes === null ? 'all' : eventTypes.join(', ')),
  },
  { title: 'Added', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
];
