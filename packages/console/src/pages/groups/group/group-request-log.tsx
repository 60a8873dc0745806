// The calls of the API about one group, from the request log.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import { Card, Empty, Loaded } from '../../../components/layout.tsx';
import { cursorAfter } from '../../../components/page-after.ts';
import { groupTabs as texts } from '../../../messages/group-tabs.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { RequestTable } from '../../integrations/request-table.tsx';

const limit = 25;

export function GroupRequestLog({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const log = useInfiniteQuery({
    queryKey: ['group', teamId, 'requests'],
    queryFn: ({ signal, pageParam }) =>
      api.get('/requests', { query: { groupId: teamId, limit, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  return (
    <Loaded query={log}>
      {(items) => (
        <Card
          className="flush log"
          title={t('requests')}
          actions={<Link to={`/requests?groupId=${teamId}`}>{t('allRequests')}</Link>}
        >
          {items.length === 0 ? (
            <Empty title={t('noRequests')}>{t('noRequestsHint')}</Empty>
          ) : (
            <RequestTable items={items} query={log} />
          )}
        </Card>
      )}
    </Loaded>
  );
}
