// The figures of a report of creations: totals, days, durations, reasons of failures, and the counts of each template.
import { Link } from 'react-router';
import type { CreationReportState } from '../../api/types.ts';
import { Bars } from '../../charts/bars.tsx';
import { DaysChart } from '../../charts/days.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Card, Empty } from '../../components/layout.tsx';
import { problemLabel } from '../../components/problems.ts';
import { reports as texts } from '../../messages/reports.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { type FilterName, groupsOfDays } from '../groups/list/group-filters.ts';
import { declined } from '../../components/request-states.ts';
import { Tile } from './tile.tsx';

export interface ReportScope {
  /** Days, `YYYY-MM-DD`. */
  readonly from: string;
  readonly until: string;
  /** Empty: all. */
  readonly organisationId: string;
  readonly templateId: string;
}

export function CreationReport({
  report,
  scope,
}: {
  report: CreationReportState;
  scope: ReportScope;
}) {
  const t = useMessages(texts);
  const format = useFormat();
  const sum = (part: 'succeeded' | 'failed' | 'declined' | 'cancelled' | 'open') =>
    report.days.reduce((total, day) => total + day[part], 0);
  const [succeeded, failed] = [sum('succeeded'), sum('failed')];
  const requested = succeeded + failed + sum('declined') + sum('cancelled') + sum('open');
  const ended = succeeded + failed;
  const { medianMs, p95Ms, classes } = report.finish;
  const timed = classes.reduce((total, { count }) => total + count, 0);
  const parts = {
    succeeded: t('succeeded'),
    failed: t('failed'),
    declined: t('declined'),
    cancelled: t('cancelled'),
    open: t('open'),
  };
  return (
    <>
      <div className="tiles">
        <Tile label={t('requested')} value={format.number(requested)} />
        <Tile
          tone="accent"
          label={t('successRate')}
          // Rounded down: 100 % is shown only if nothing failed.
          value={ended === 0 ? '–' : format.percent(Math.floor((succeeded / ended) * 1000) / 1000)}
        >
          {t('successNote')}
        </Tile>
        <Tile label={t('failed')} value={format.number(failed)} tone={failed > 0 ? 'bad' : ''} />
        <Tile label={t('medianTime')} value={medianMs === null ? '–' : format.duration(medianMs)}>
          {p95Ms === null ? t('noneYet') : t('within', { duration: format.duration(p95Ms) })}
        </Tile>
      </div>
      <Card title={t('perDay')}>
        {requested === 0 ? (
          <Empty title={t('noRequests')}>{t('noRequestsHint')}</Empty>
        ) : (
          <DaysChart
            label={t('perDay')}
            days={report.days}
            parts={parts}
            to={(date, part) => {
              const day = { ...scope, from: date, until: date };
              return groupsIn(day, part === undefined ? {} : filterOf[part]);
            }}
          />
        )}
      </Card>
      <div className="grid-even">
        <Card
          title={t('time')}
          note={timed < succeeded ? t('newestTimes', { count: timed }) : t('timeNote')}
        >
          <FinishTimes report={report} scope={scope} />
        </Card>
        <Card title={t('reasons')}>
          {report.failures.length === 0 ? (
            <p className="muted">{t('noFailures')}</p>
          ) : (
            <Bars
              tone="failed"
              rows={report.failures.map(({ code, count }) => ({
                label: problemLabel(code),
                to: groupsIn(scope, { status: 'failed', error: code }),
                count,
              }))}
            />
          )}
        </Card>
      </div>
      {report.templates.length === 0 ? null : (
        <Card title={t('byTemplate')} className="flush">
          <DataTable
            items={report.templates}
            keyOf={({ templateId }) => templateId}
            columns={[
              {
                title: t('template'),
                cell: ({ template, templateId, organisation }) => (
                  <>
                    <Link to={`/templates/${templateId}`}>
                      <bdi>{template}</bdi>
                    </Link>
                    <div className="muted small">
                      <bdi>{organisation}</bdi>
                    </div>
                  </>
                ),
              },
              ...(['succeeded', 'failed', 'declined', 'cancelled', 'open'] as const).map(
                (part) => ({
                  title: t(part),
                  cell: (counts: CreationReportState['templates'][number]) => (
                    <Counted
                      count={counts[part]}
                      to={groupsIn({ ...scope, templateId: counts.templateId }, filterOf[part])}
                    />
                  ),
                }),
              ),
            ]}
          />
        </Card>
      )}
    </>
  );
}

/** A number that leads to what it counts, unless that is nothing. */
function Counted({ count, to }: { count: number; to: string }) {
  const text = useFormat().number(count);
  return count === 0 ? text : <Link to={to}>{text}</Link>;
}

function FinishTimes({ report, scope }: { report: CreationReportState; scope: ReportScope }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { classes } = report.finish;
  const first = classes.findIndex(({ count }) => count > 0);
  const last = classes.findLastIndex(({ count }) => count > 0);
  if (first < 0) return <p className="muted">{t('noneYet')}</p>;
  const rows = classes.map(({ upToMs, count }, index) => ({
    label:
      upToMs === null
        ? t('over', { duration: format.duration(classes[index - 1]?.upToMs ?? 0) })
        : t('upTo', { duration: format.duration(upToMs) }),
    // An empty class leads nowhere.
    to:
      count === 0
        ? undefined
        : groupsIn(scope, {
            status: 'succeeded',
            durationFromMs: String(classes[index - 1]?.upToMs ?? ''),
            durationUntilMs: String(upToMs ?? ''),
          }),
    count,
  }));
  // Empty classes between others are shown too, so that the shape of the distribution is right.
  return <Bars tone="succeeded" rows={rows.slice(first, last + 1)} />;
}

/** Requests in progress have several statuses, and one state. */
const filterOf = {
  succeeded: { status: 'succeeded' },
  failed: { status: 'failed' },
  declined: { status: declined },
  cancelled: { status: 'cancelled' },
  open: { state: 'being_created' },
} as const;

/** The list of the groups that a figure of the report counts. */
function groupsIn(
  { from, until, organisationId: organisation, templateId: template }: ReportScope,
  filters: Partial<Readonly<Record<FilterName, string>>>,
): string {
  return groupsOfDays({ from, until }, { ...filters, organisation, template });
}
