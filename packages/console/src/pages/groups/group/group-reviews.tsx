// The reviews of a group, and the request for another one.
import { late } from '../../../components/late.tsx';
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { GroupDetail } from '../../../api/types.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Card, Loaded } from '../../../components/layout.tsx';
import { reviews as texts } from '../../../messages/reviews.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { reviewColumns } from '../../to-do/reviews.tsx';

const RequestReview = late(async () => (await import('./request-review.tsx')).RequestReview);

const shown = 5;

export function GroupReviews({ group }: { group: GroupDetail }) {
  const { teamId, displayName, state } = group;
  const t = useMessages(texts);
  const mayChange = useMay('groups:manage');
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({
    queryKey: ['reviews', { teamId }],
    queryFn: ({ signal }) => api.get('/reviews', { query: { teamId, limit: shown }, signal }),
  });
  if (state !== 'active' && state !== 'archived') return null;
  return (
    <Card
      title={t('ofGroup')}
      className="flush"
      actions={
        mayChange && state === 'active' ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('request')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={found}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted card-part">{t('ofGroupNone')}</p>
          ) : (
            <DataTable
              items={items}
              keyOf={({ reviewId }) => reviewId}
              columns={reviewColumns(true)}
            />
          )
        }
      </Loaded>
      {isOpen ? (
        <RequestReview teamId={teamId} of={displayName} close={() => setOpen(false)} />
      ) : null}
    </Card>
  );
}
