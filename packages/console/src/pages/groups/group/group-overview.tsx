// The first tab of a group: what needs a hand, what happens now, who answers for the group, its dates and facts.
import { useState } from 'react';
import type { GroupDetail, GroupOperation, GroupProgress } from '../../../api/types.ts';
import { Card } from '../../../components/layout.tsx';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { GroupFacts } from './group-facts.tsx';
import { GroupLifecycle } from './group-lifecycle.tsx';
import { GroupObserved } from './group-observed.tsx';
import { GroupOperations } from './group-operations.tsx';
import { Steps } from './group-progress.tsx';
import { GroupResponsibility } from './group-responsibility.tsx';
import { GroupReviews } from './group-reviews.tsx';
import { GroupTasks } from './group-tasks.tsx';
import { GroupTimeline } from './group-timeline.tsx';
import { isFinal } from '../../../api/use-group.ts';

export function GroupOverview({
  group,
  progress,
  operations,
  settled,
}: {
  group: GroupDetail;
  progress: GroupProgress;
  operations: readonly GroupOperation[];
  settled: () => void;
}) {
  const { teamId } = group;
  // A person who watches a creation sees its end.
  const [isWatched] = useState(progress.status !== 'succeeded');
  const t = useMessages(texts);
  // Only the last of the finished operations says something about the present.
  const present = operations.filter(({ status }, at) => at === 0 || !isFinal(status));
  const isThere = group.responsibility !== null;
  const facts = <GroupFacts group={group} />;
  return (
    <div className="grid2">
      <div className="column">
        <GroupTasks teamId={teamId} />
        <GroupReviews group={group} />
        {isWatched || progress.status !== 'succeeded' ? (
          <Card title={t('progress')}>
            <Steps steps={progress.steps} told={progress.error?.detail} />
          </Card>
        ) : null}
        <GroupOperations
          teamId={teamId}
          operations={present}
          more={operations.length > present.length}
          settled={settled}
        />
        <GroupObserved group={group} />
        {isThere ? facts : null}
      </div>
      <div className="column">
        {isThere ? null : facts}
        <GroupResponsibility group={group} />
        <GroupTimeline group={group} />
        <GroupLifecycle group={group} settled={settled} />
      </div>
    </div>
  );
}
