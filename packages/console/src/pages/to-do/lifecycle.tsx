// The lifecycle of all groups: what will happen on each of the next 90 days, and the lists behind it.
import { late } from '../../components/late.tsx';
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { listGroups } from '../../api/list-groups.ts';
import type { Answer } from '../../api/route-types.ts';
import type { GroupItem } from '../../api/types.ts';
import { SessionContext, useMay } from '../../api/session.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { DaysChart } from '../../charts/days.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Card, Loaded, Page } from '../../components/layout.tsx';
import { PagedTable, usePaged } from '../../components/paged-table.tsx';
import { SelectedBar } from '../../components/selected-bar.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { BulkAction } from './bulk-lifecycle.tsx';
import { groupColumn, useGroupSelection } from '../../components/group-column.tsx';
import { common } from '../../messages/common.ts';
import { lifecycle as texts } from '../../messages/lifecycle.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';

const BulkLifecycle = late(async () => (await import('./bulk-lifecycle.tsx')).BulkLifecycle);

type Overview = Answer<'get', '/lifecycle'>;
type Group = GroupItem;

const soonDays = 30;

export function LifecyclePage() {
  const t = useMessages(texts);
  const lifecycle = useQuery({
    queryKey: ['lifecycle'],
    queryFn: ({ signal }) => api.get('/lifecycle', { signal }),
  });
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={lifecycle}>
        {(overview) => (
          <>
            <Calendar overview={overview} />
            <Lists overview={overview} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const parts = ['archiving', 'keeping', 'deleting'] as const;

function Calendar({ overview: { now, days } }: { overview: Overview }) {
  const t = useMessages(texts);
  const format = useFormat();
  const all = days.map(({ date, expiring, archiving, deleting }) => ({
    date,
    archiving,
    keeping: expiring - archiving,
    deleting,
  }));
  const soon = all.slice(0, soonDays);
  const sum = (part: (typeof parts)[number]) => soon.reduce((total, day) => total + day[part], 0);
  return (
    <Card
      title={t('calendar')}
      note={t('calendarNote', {
        time: format.dateTime(now),
        days: soonDays,
        expiring: sum('archiving') + sum('keeping'),
        archiving: sum('archiving'),
        deleting: sum('deleting'),
      })}
    >
      <DaysChart
        label={t('perDay')}
        days={all}
        parts={{
          archiving: t('parts.archiving'),
          keeping: t('parts.keeping'),
          deleting: t('parts.deleting'),
        }}
        dayTitle={t('day')}
        to={(date, part) => {
          if (part !== undefined) return listOfDay(date, part);
          const day = days.find((one) => one.date === date);
          return listOfDay(date, day?.expiring === 0 ? 'deleting' : undefined);
        }}
      />
    </Card>
  );
}

/** The list of the groups that the calendar counts on a day; those that expire, if no part is given. */
function listOfDay(date: string, part: (typeof parts)[number] | undefined): string {
  if (part === 'deleting') return `?show=deleting&date=${date}`;
  const archives = part === undefined ? '' : `&archives=${part === 'archiving'}`;
  return `?show=expiring&date=${date}${archives}`;
}

const dayMs = 86_400_000;
/** More come from no link. */
const mostDays = 3_650;
const lists = ['expiring', 'archived', 'deleting', 'on_hold'] as const;
type Shown = (typeof lists)[number];

function Lists({ overview }: { overview: Overview }) {
  const t = useMessages(texts);
  const format = useFormat();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('show') ?? '';
  const shown = lists.find((list) => list === asked) ?? 'expiring';
  const date = query.get('date') ?? '';
  const hasDay = (shown === 'expiring' || shown === 'deleting') && !Number.isNaN(Date.parse(date));
  const day = hasDay ? { date, archives: query.get('archives') ?? '' } : undefined;
  const days =
    shown === 'expiring' && day === undefined ? Math.min(Number(query.get('days')), mostDays) : 0;
  const { expiring, archived, deleting, onHold } = overview;
  const counts = { expiring, archived, deleting, on_hold: onHold };
  return (
    <>
      <Tabs
        label={t('list')}
        tabs={lists.map((list) => [list, t(`lists.${list}`), counts[list]])}
        chosen={shown}
        choose={(value) => setQuery({ show: value }, { replace: true, preventScrollReset: true })}
      />
      {day !== undefined || days > 0 ? (
        <ChosenDays
          text={
            day === undefined
              ? t('withinDays', { days })
              : t('onDay', { date: format.date(day.date) })
          }
          showAll={() => setQuery({ show: shown }, { replace: true, preventScrollReset: true })}
        />
      ) : null}
      <Groups list={shown} day={day} days={days} />
    </>
  );
}

/** Says which days of the calendar the list has, and comes into view when others are chosen. */
function ChosenDays({ text, showAll }: { text: string; showAll: () => void }) {
  const t = useMessages(texts);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not returned: newer browsers answer a promise, which is no clean-up.
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div className="row" ref={frame}>
      <span role="status">{text}</span>
      <Button size="small" onClick={showAll}>
        {t('allDays')}
      </Button>
    </div>
  );
}

const actionsOf: Readonly<Record<Shown, readonly BulkAction[]>> = {
  expiring: ['renew', 'hold'],
  archived: ['renew', 'hold'],
  deleting: ['renew', 'hold'],
  on_hold: ['release'],
};

/** The next date first; archived groups and holds newest first. */
const orders = {
  expiring: 'expiresAt',
  archived: '-archivedAt',
  deleting: 'deletesAt',
  on_hold: '-heldAt',
} as const satisfies Record<Shown, string>;

interface ChosenDayQuery {
  readonly date: string;
  /** `true` or `false`; empty: both. */
  readonly archives: string;
}

function Groups({
  list,
  day,
  days,
}: {
  list: Shown;
  day: ChosenDayQuery | undefined;
  /** Only groups that expire within this number of days are shown; 0: all. */
  days: number;
}) {
  const aheadMs = useContext(SessionContext)?.tenant.aheadMs ?? 0;
  const t = useMessages(texts);
  const columns = useColumns();
  const mayChange = useMay('groups:manage');
  const selection = useGroupSelection<Group>([list, day?.date, day?.archives, days].join(' '));
  const [open, setOpen] = useState<BulkAction>();
  const settled = useInvalidation(['lifecycle'], ['group']);
  const groups = usePaged(['lifecycle', 'groups', list, day, days], ({ query, signal }) => {
    const until = Date.now() + aheadMs + days * dayMs;
    const filters = {
      ...queryOf(day),
      ...(days > 0 && { expiresBefore: new Date(until).toISOString() }),
    };
    return listGroups({ lifecycle: list, sort: orders[list], ...filters, ...query }, signal);
  });
  return (
    <>
      <SelectedBar selection={selection}>
        {actionsOf[list].map((action) => (
          <Button key={action} size="small" onClick={() => setOpen(action)}>
            {t(action)}
          </Button>
        ))}
      </SelectedBar>
      <PagedTable
        paged={groups}
        empty={{ title: t('noGroups'), text: t(day === undefined ? `none.${list}` : 'noneOnDay') }}
        keyOf={({ teamId }) => teamId}
        columns={[groupColumn(), ...columns[list]]}
        selection={mayChange ? selection : undefined}
      />
      {open === undefined ? null : (
        <BulkLifecycle
          action={open}
          groups={selection.items}
          close={() => setOpen(undefined)}
          done={() => {
            setOpen(undefined);
            selection.clear();
          }}
          settled={settled}
        />
      )}
    </>
  );
}

function queryOf(day: ChosenDayQuery | undefined) {
  if (day === undefined) return {};
  const { date, archives } = day;
  return archives === '' ? { date } : { date, archives: archives === 'true' };
}

function useColumns(): Readonly<Record<Shown, readonly Column<Group>[]>> {
  const t = useMessages(texts);
  const c = useMessages(common);
  const format = useFormat();
  const day = (title: string, of: (group: Group) => string | null): Column<Group> => ({
    title,
    cell: (group) => {
      const date = of(group);
      return date === null ? <span className="muted">{c('never')}</span> : format.date(date);
    },
  });
  const template: Column<Group> = {
    title: t('template'),
    cell: ({ template: name, organisation }) => (
      <>
        <bdi>{name}</bdi>
        <div className="muted small">
          <bdi>{organisation}</bdi>
        </div>
      </>
    ),
  };
  const state: Column<Group> = {
    title: t('state'),
    cell: (group) => <Status status={group.isOnHold ? 'on_hold' : group.state} />,
  };
  const expires = day(t('expires'), ({ expiresAt }) => expiresAt);
  const archived = day(t('archived'), ({ archivedAt }) => archivedAt);
  const deletes = day(t('deleted'), ({ deletesAt }) => deletesAt);
  return {
    expiring: [expires, template, state],
    archived: [archived, deletes, template, state],
    deleting: [deletes, archived, template, state],
    on_hold: [expires, deletes, template, state],
  };
}
