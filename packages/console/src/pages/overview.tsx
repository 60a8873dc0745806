// The first page: the results of creations in the last 30 days, and the pending ones.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import type { OverviewState } from '../api/types.ts';
import { Bars } from '../charts/bars.tsx';
import { DaysChart } from '../charts/days.tsx';
import { Ring } from '../charts/ring.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { problemLabel } from '../components/problems.ts';
import { Status } from '../components/status.tsx';
import { formatDuration, Moment } from '../components/time.tsx';
import { NeedsAttention } from './needs-attention.tsx';

const dayParts = {
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  open: 'in progress',
} as const;
const refreshEveryMs = 10_000;

export function OverviewPage() {
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.get('/overview', { signal }),
    refetchInterval: refreshEveryMs,
  });
  return (
    <Page title="Overview" lead="Group provisioning, last 30 days.">
      <Loaded query={overview} what="the overview">
        {(state) => <Totals state={state} />}
      </Loaded>
    </Page>
  );
}

function Totals({ state }: { state: OverviewState }) {
  const sum = (part: 'succeeded' | 'failed' | 'cancelled' | 'open') =>
    state.days.reduce((total, day) => total + day[part], 0);
  const succeeded = sum('succeeded');
  const failed = sum('failed');
  const created = succeeded + failed + sum('cancelled') + sum('open');
  const { accepted, running, oldestSince } = state.waiting;
  const { medianMs, p95Ms, classes } = state.finish;
  return (
    <>
      <div className="tiles">
        <Tile label="Groups in the directory" value={state.groups.toLocaleString('en')}>
          {state.groups === 0 ? (
            'No groups yet'
          ) : (
            <Link to="/groups?status=succeeded">View groups</Link>
          )}
        </Tile>
        <Tile label="Requested, last 30 days" value={created.toLocaleString('en')}>
          {state.organisations} {state.organisations === 1 ? 'organisation' : 'organisations'},{' '}
          {state.templates} {state.templates === 1 ? 'template' : 'templates'}
        </Tile>
        <Tile
          label="Median provisioning time"
          value={medianMs === null ? '–' : formatDuration(medianMs)}
        >
          {p95Ms === null ? 'No groups yet' : `95% within ${formatDuration(p95Ms)}`}
        </Tile>
        <Tile label="In progress" value={(accepted + running).toLocaleString('en')}>
          {oldestSince === null
            ? 'No pending requests'
            : `oldest: ${formatDuration(Date.now() - Date.parse(oldestSince))}`}
        </Tile>
      </div>
      <NeedsAttention attention={state.attention} massDeparture={state.massDeparture} />
      <FoundCard findings={state.findings} />
      <Card title="Requests per day (UTC)">
        {created === 0 ? (
          <Empty title="No requests yet">
            {state.templates === 0 ? (
              <>
                Start with an <Link to="/organisations">organisation and a template</Link>, then add
                an <Link to="/api-keys">API key</Link> for the system that requests groups.
              </>
            ) : (
              'Groups that your systems request with an API key appear here.'
            )}
          </Empty>
        ) : (
          <DaysChart label="Requests per day" parts={dayParts} days={state.days} />
        )}
      </Card>
      <div className="grid-even">
        <div className="column">
          <Card title="Success rate" note="Excludes cancelled requests.">
            <div className="ring-side">
              <Ring
                share={succeeded + failed === 0 ? undefined : succeeded / (succeeded + failed)}
                label="Success rate"
              />
              <dl className="facts">
                <dt>Succeeded</dt>
                <dd>{succeeded.toLocaleString('en')}</dd>
                <dt>Failed</dt>
                <dd>
                  {failed === 0 ? (
                    '0'
                  ) : (
                    <Link to="/groups?status=failed">{failed.toLocaleString('en')}</Link>
                  )}
                </dd>
                <dt>Running</dt>
                <dd>{running.toLocaleString('en')}</dd>
                <dt>Queued</dt>
                <dd>{accepted.toLocaleString('en')}</dd>
              </dl>
            </div>
          </Card>
          <Latest />
        </div>
        <div className="column">
          <Card title="Provisioning time" note="From request to finished group.">
            {succeeded === 0 ? (
              <p className="muted">No groups yet.</p>
            ) : (
              <Bars
                tone="succeeded"
                rows={classes
                  .map(({ upToMs, count }, index) => ({
                    label:
                      upToMs === null
                        ? `over ${formatDuration(classes[index - 1]?.upToMs ?? 0)}`
                        : `up to ${formatDuration(upToMs)}`,
                    count,
                  }))
                  .filter(({ count }, index, all) => count > 0 || isBetween(all, index))}
              />
            )}
          </Card>
          <Card title="Top failure reasons">
            {state.failures.length === 0 ? (
              <p className="muted">No failures in the last 30 days.</p>
            ) : (
              <Bars
                tone="failed"
                rows={state.failures.map(({ code, count }) => ({
                  label: problemLabel(code),
                  count,
                }))}
              />
            )}
          </Card>
        </div>
      </div>
    </>
  );
}

const found = [
  ['differs', 'different from the record', 'differs'],
  ['ownerless', 'without an owner', 'ownerless'],
  ['too_few_owners', 'with too few owners', 'tooFewOwners'],
  ['responsible_unavailable', 'with an unavailable responsible', 'responsibleUnavailable'],
  ['deputy_unavailable', 'with an unavailable deputy', 'deputyUnavailable'],
  ['responsible_unreachable', 'whose responsible gets no messages', 'responsibleUnreachable'],
  ['deputy_unreachable', 'whose deputy gets no messages', 'deputyUnreachable'],
] as const;

/** Shown while there are any. */
function FoundCard({ findings }: { findings: OverviewState['findings'] }) {
  if (findings.all === 0) return null;
  return (
    <Card
      title="Findings"
      note="Groups that need attention."
      actions={<Link to="/findings">View findings</Link>}
    >
      <ul className="plain found">
        {found
          .filter(([, , count]) => findings[count] > 0)
          .map(([kind, label, count]) => (
            <li key={kind}>
              <Link to={`/findings?kind=${kind}`}>
                {findings[count].toLocaleString('en')} {label}
              </Link>
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** Empty classes between others are shown too, so that the shape of the distribution is right. */
function isBetween(rows: readonly { count: number }[], index: number): boolean {
  const has = ({ count }: { count: number }) => count > 0;
  return rows.slice(0, index).some(has) && rows.slice(index).some(has);
}

function Tile({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <section className="card tile">
      <span className="tile-label">{label}</span>
      <span className="tile-value">{value}</span>
      <span className="muted small">{children}</span>
    </section>
  );
}

function Latest() {
  const latest = useQuery({
    queryKey: ['groups', 'latest'],
    queryFn: ({ signal }) => api.get('/groups', { query: { limit: 5 }, signal }),
    refetchInterval: refreshEveryMs,
  });
  return (
    <Card title="Latest groups" actions={<Link to="/groups">All groups</Link>}>
      <Loaded query={latest} what="groups">
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">No groups yet.</p>
          ) : (
            <ul className="plain stack">
              {items.map((group) => (
                <li key={group.teamId} className="row spread">
                  <span className="grow">
                    <Link className="name" to={`/groups/${group.teamId}`}>
                      {group.displayName}
                    </Link>
                    <br />
                    <span className="muted small">
                      {group.template} · <Moment iso={group.createdAt} />
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
