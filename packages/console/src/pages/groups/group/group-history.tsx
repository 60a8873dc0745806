// What happened to a group: its operations, its creation with every failed attempt, the messages about it, and the
// entries of the activity log.
import type { GroupDetail, GroupOperation, GroupProgress } from '../../../api/types.ts';
import { Card } from '../../../components/layout.tsx';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { GroupActivity } from './group-activity.tsx';
import { GroupOperations } from './group-operations.tsx';
import { Incidents, Steps } from './group-progress.tsx';
import { GroupNotices } from './group-tasks.tsx';

export function GroupHistory({
  group,
  progress,
  operations,
  hasMore,
  settled,
}: {
  group: GroupDetail;
  progress: GroupProgress;
  operations: readonly GroupOperation[];
  hasMore: boolean;
  settled: () => void;
}) {
  const { teamId, incidents } = group;
  const t = useMessages(texts);
  return (
    <div className="grid2">
      <div className="column">
        <GroupOperations
          teamId={teamId}
          operations={operations}
          hasMore={hasMore}
          settled={settled}
        />
        <GroupActivity teamId={teamId} />
        {incidents.length === 0 ? null : <Incidents incidents={incidents} />}
      </div>
      <div className="column">
        <Card title={t('progress')}>
          <Steps steps={progress.steps} />
        </Card>
        <GroupNotices teamId={teamId} />
      </div>
    </div>
  );
}
