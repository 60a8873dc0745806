// Webhooks: the endpoints to which events are pushed; add one, and see which of them work.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { NewWebhookAnswer, Webhook } from '../api/types.ts';
import { AddButton } from '../components/add-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { Status } from '../components/status.tsx';
import { Moment } from '../components/time.tsx';
import { AddEndpoint, useWebhooks, VerificationKey } from './webhook-dialogs.tsx';

export function WebhooksPage() {
  const [open, setOpen] = useState<'add' | NewWebhookAnswer>();
  const client = useQueryClient();
  const webhooks = useWebhooks();
  const close = () => setOpen(undefined);
  return (
    <Page
      title="Webhooks"
      lead="Events such as a finished group are pushed to the endpoints that you add, signed so that a receiver can check them, and tried again for three days."
      actions={<AddButton onClick={() => setOpen('add')}>Add an endpoint</AddButton>}
    >
      <Loaded query={webhooks} what="webhooks">
        {({ items }) => (
          <Card className="flush">
            {items.length === 0 ? (
              <Empty title="No endpoints yet">
                Your systems can also read the events as a feed, without one.
              </Empty>
            ) : (
              <DataTable items={items} keyOf={({ endpointId }) => endpointId} columns={columns} />
            )}
          </Card>
        )}
      </Loaded>
      {open === 'add' ? (
        <AddEndpoint
          close={close}
          done={setOpen}
          settled={() => void client.invalidateQueries({ queryKey: ['webhooks'] })}
        />
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
