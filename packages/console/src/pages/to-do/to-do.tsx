// To do: decisions and repairs that wait for someone, by cause, over questions to people, responsibility, comparison,
// rosters and failed creations. The lists behind the causes have as many items as the causes say.
import { useSearchParams } from 'react-router';
import { late } from '../../components/late.tsx';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toDo as texts } from '../../messages/to-do.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { causeKey, sumOf } from './cause-text.ts';
import { CauseTable } from './causes.tsx';
import { type Cause, type ToDo, useToDo } from './use-to-do.ts';
import { CompareAll, ComparisonNote } from './comparison-note.tsx';
import { StoppedRules } from './stopped-rules.tsx';

// Each list is loaded when it is shown.
const ApprovalTasks = late(async () => (await import('./asked-tasks.tsx')).ApprovalTasks);
const QuestionTasks = late(async () => (await import('./asked-tasks.tsx')).QuestionTasks);
const DifferingGroups = late(async () => (await import('./differing-groups.tsx')).DifferingGroups);
const OwnedGroups = late(async () => (await import('./owned-groups.tsx')).OwnedGroups);
const RosterGroups = late(async () => (await import('./roster-groups.tsx')).RosterGroups);
const ReviewList = late(async () => (await import('./reviews.tsx')).ReviewList);

const areas = ['approvals', 'ownership', 'differences', 'rosters', 'reviews', 'questions'] as const;
const followEveryMs = 5_000;
const tabs = ['all', ...areas] as const;
export type Tab = (typeof tabs)[number];

export function ToDoPage() {
  const t = useMessages(texts);
  const toDo = useToDo(followEveryMs);
  return (
    <Page title={t('title')} lead={t('lead')} actions={<CompareAll />}>
      <Loaded query={toDo}>{(state) => <Lists toDo={state} />}</Loaded>
    </Page>
  );
}

function Lists({ toDo }: { toDo: ToDo }) {
  const t = useMessages(texts);
  const [query, setQuery] = useSearchParams();
  const asked = query.get('show');
  const shown = tabs.find((tab) => tab === asked) ?? 'all';
  const causes = toDo.causes.filter(({ area }) => shown === 'all' || area === shown);
  const countOf = (tab: Tab) =>
    tab === 'all' ? toDo.total : sumOf(toDo.causes.filter(({ area }) => area === tab));
  return (
    <>
      <p className="muted">
        <ComparisonNote comparison={toDo.comparison} />
      </p>
      <Tabs
        label={t('list')}
        tabs={tabs.map((tab) => [tab, t(`tabs.${tab}`), countOf(tab)] as const)}
        chosen={shown}
        choose={(tab) => setQuery(tab === 'all' ? {} : { show: tab }, { preventScrollReset: true })}
      />
      {shown === 'all' || shown === 'ownership' || shown === 'differences' ? (
        <StoppedRules causes={toDo.causes} />
      ) : null}
      <List
        key={`${shown} ${query.get('cause') ?? ''}`}
        shown={shown}
        cause={query.get('cause') ?? ''}
        causes={causes}
        toDo={toDo}
      />
    </>
  );
}

function List({
  shown,
  cause,
  causes,
  toDo,
}: {
  shown: Tab;
  cause: string;
  causes: readonly Cause[];
  toDo: ToDo;
}) {
  const chosen = causes.find((one) => causeKey(one) === cause);
  if (shown === 'approvals') return <ApprovalTasks />;
  if (shown === 'reviews') return <ReviewList />;
  if (shown === 'questions') return <QuestionTasks kind={chosen?.id ?? kindOf(cause)} />;
  if (cause === '') return <Causes shown={shown} causes={causes} toDo={toDo} />;
  if (shown === 'rosters') return <RosterGroups cause={cause} of={chosen} />;
  return shown === 'ownership' ? (
    <OwnedGroups cause={cause} of={chosen} />
  ) : (
    <DifferingGroups cause={cause} of={chosen} />
  );
}

const kindOf = (cause: string) => cause.replace(/^question:/, '');

function Causes({
  shown,
  causes,
  toDo: { comparison },
}: {
  shown: Tab;
  causes: readonly Cause[];
  toDo: ToDo;
}) {
  const t = useMessages(texts);
  const listed = causes.filter(({ area }) => area !== 'stopped');
  // No all-clear for groups that nobody looked at.
  const none = comparison.notCompared === 0 ? 'none' : 'noneCompared';
  return (
    <Card className="flush">
      {listed.length === 0 ? (
        <Empty title={t(shown === 'all' ? none : 'noneOther')}>
          <ComparisonNote comparison={comparison} />
        </Empty>
      ) : (
        <CauseTable causes={listed} />
      )}
    </Card>
  );
}
