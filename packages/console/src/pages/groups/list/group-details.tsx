// One group beside the list: whether it is healthy, and its facts. The list keeps its place, and its arrow keys continue with the
// next group.
import { Button } from '@fluentui/react-button';
import { DismissRegular } from '@fluentui/react-icons';
import { Link } from 'react-router';
import { useGroup } from '../../../api/use-group.ts';
import { Loaded } from '../../../components/layout.tsx';
import { Status } from '../../../components/status.tsx';
import { common } from '../../../messages/common.ts';
import { groupPage } from '../../../messages/group-page.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { GroupFacts } from '../group/group-facts.tsx';
import { GroupHealth } from '../group/group-health.tsx';

export function GroupDetails({ teamId, close }: { teamId: string; close: () => void }) {
  const t = useMessages(groupPage);
  const c = useMessages(common);
  const query = useGroup(teamId);
  return (
    <aside
      className="beside stack"
      aria-label={t('details')}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <div className="beside-head">
        <h2>
          <Link to={`/groups/${teamId}`}>
            <bdi>{query.data?.displayName ?? t('details')}</bdi>
          </Link>
        </h2>
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={c('close')}
          onClick={close}
        />
      </div>
      <Loaded query={query}>
        {(group) => (
          <>
            <p>
              <Status status={group.status === 'succeeded' ? group.state : group.status} />
            </p>
            <GroupHealth group={group} />
            <GroupFacts group={group} />
          </>
        )}
      </Loaded>
    </aside>
  );
}
