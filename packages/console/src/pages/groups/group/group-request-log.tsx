// The calls of the API about one group, from the request log.
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import { Card } from '../../../components/layout.tsx';
import { useListed } from '../../../components/listed-table.tsx';
import { groupTabs as texts } from '../../../messages/group-tabs.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { RequestTable } from '../../integrations/request-table.tsx';

const limit = 25;

export function GroupRequestLog({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const log = useListed(['group', teamId, 'requests'], (cursor, signal) =>
    api.get('/requests', { query: { groupId: teamId, limit, cursor }, signal }),
  );
  return (
    <Card
      className="flush log"
      title={t('requests')}
      actions={<Link to={`/requests?groupId=${teamId}`}>{t('allRequests')}</Link>}
    >
      <RequestTable list={log} empty={{ title: t('noRequests'), text: t('noRequestsHint') }} />
    </Card>
  );
}
