// The first page: what needs a person now, the work in progress, and the latest groups. Statistics are on Reports.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useIsLimited } from '../../api/session.ts';
import type { OverviewState } from '../../api/types.ts';
import { Card, Loaded, Page } from '../../components/layout.tsx';
import { Status } from '../../components/status.tsx';
import { Moment } from '../../components/time.tsx';
import { overview as texts } from '../../messages/overview.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { groupsOfDays } from '../groups/list/group-filters.ts';
import { FirstSteps } from './first-steps.tsx';
import { useAttention, useOverview } from '../to-do/attention-items.ts';
import { useToDo } from '../to-do/use-to-do.ts';
import { CompareAll, ComparisonNote } from '../to-do/comparison-note.tsx';
import { NeedsAttention } from '../to-do/needs-attention.tsx';
import { Tile } from './tile.tsx';

const refreshEveryMs = 10_000;

export function OverviewPage() {
  const t = useMessages(texts);
  const isLimited = useIsLimited();
  const overview = useOverview();
  const toDo = useToDo();
  const items = useAttention();
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={overview}>
        {(state) => (
          <Loaded query={toDo}>
            {({ comparison }) => (
              <>
                {state.groups === 0 && !isLimited ? <FirstSteps state={state} /> : null}
                <NeedsAttention items={items ?? []} />
                {comparison.groups === 0 ? null : (
                  <div className="row spread">
                    <p className="muted grow">
                      <ComparisonNote comparison={comparison} />
                    </p>
                    <CompareAll />
                  </div>
                )}
                <Figures state={state} />
                <Latest />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function Figures({ state }: { state: OverviewState }) {
  const t = useMessages(texts);
  const format = useFormat();
  const sum = (part: 'succeeded' | 'failed' | 'declined' | 'cancelled' | 'open') =>
    state.days.reduce((total, day) => total + day[part], 0);
  const [succeeded, failed] = [sum('succeeded'), sum('failed')];
  const ended = succeeded + failed;
  const { accepted, running, oldestSince } = state.waiting;
  const [first, last] = [state.days[0]?.date ?? '', state.days.at(-1)?.date ?? ''];
  const unfinished = accepted + running;
  // Those that await an approval are not in the queue.
  const idle = unfinished === 0 ? t('queueEmpty') : t('viewGroups');
  const waits =
    oldestSince === null
      ? idle
      : t('oldest', { duration: format.duration(Date.now() - Date.parse(oldestSince)) });
  return (
    <div className="tiles">
      <Tile label={t('groups')} value={format.number(state.groups)}>
        {state.groups === 0 ? (
          t('noGroups')
        ) : (
          <Link to="/groups?state=existing">{t('viewGroups')}</Link>
        )}
      </Tile>
      <Tile label={t('inProgress')} value={format.number(unfinished)}>
        {unfinished === 0 ? waits : <Link to="/groups?state=being_created">{waits}</Link>}
      </Tile>
      <Tile
        label={t('requested')}
        value={format.number(ended + sum('declined') + sum('cancelled') + sum('open'))}
      >
        <Link to="/reports">{t('viewReport')}</Link>
      </Tile>
      <Tile
        label={t('successRate')}
        tone="accent"
        // Rounded down: 100 % is shown only if nothing failed.
        value={ended === 0 ? '–' : format.percent(Math.floor((succeeded / ended) * 1000) / 1000)}
      >
        {failed === 0 ? (
          t('failedCount', { count: failed })
        ) : (
          <Link to={groupsOfDays({ from: first, until: last }, { status: 'failed' })}>
            {t('failedCount', { count: failed })}
          </Link>
        )}
      </Tile>
    </div>
  );
}

function Latest() {
  const t = useMessages(texts);
  const latest = useQuery({
    queryKey: ['groups', 'latest'],
    queryFn: ({ signal }) => api.get('/teams', { query: { limit: 5, attempts: 'newest' }, signal }),
    refetchInterval: refreshEveryMs,
  });
  return (
    <Card title={t('latest')} actions={<Link to="/groups">{t('allGroups')}</Link>}>
      <Loaded query={latest}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{t('noGroups')}</p>
          ) : (
            <ul className="plain stack">
              {items.map((group) => (
                <li key={group.teamId} className="row spread">
                  <span className="grow">
                    <Link className="name" to={`/groups/${group.teamId}`}>
                      <bdi>{group.displayName}</bdi>
                    </Link>
                    <br />
                    <span className="muted small">
                      <bdi>{group.template}</bdi> · <Moment iso={group.createdAt} />
                    </span>
                  </span>
                  <Status status={group.status} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
