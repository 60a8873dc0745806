// The audit log: actor, action and object, with filters, export, and the verification of its integrity.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-message-bar';
import { ArrowDownloadRegular, ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, urlOf } from '../api/client.ts';
import type { Query } from '../api/route-types.ts';
import type { ActivityItem } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { cursorAfter } from '../components/page-after.ts';
import { SearchField } from '../components/search-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { TextField } from '../components/text-field.tsx';
import { formatMoment } from '../components/time.tsx';
import { useDebounced } from '../components/use-debounced.ts';
import { useSending } from '../components/use-sending.ts';
import { useSession } from '../api/session.ts';
import { actionKinds, describeActivity, isFailure } from './activity-words.ts';

const actorKinds = [
  ['api_key', 'API key'],
  ['administrator', 'Administrator'],
  ['operator', 'Operator'],
  ['service', 'Service'],
  ['person', 'Person'],
  ['policy', 'Policy'],
] as const;
const actorOptions = [['', 'All'], ...actorKinds] as const;
const actionOptions = [['', 'All'], ...Object.entries(actionKinds)] as const;
const exports = [
  ['csv', 'Export CSV'],
  ['jsonl', 'Export JSON lines'],
] as const;

type Filters = {
  readonly [Name in 'actorKind' | 'actor' | 'action' | 'from' | 'until']: NonNullable<
    Query<'get', '/activity'>[Name]
  >;
};

export function ActivityPage() {
  const [filters, setFilters] = useState<Filters>({
    actorKind: '',
    actor: '',
    action: '',
    from: '',
    until: '',
  });
  const set =
    <Name extends keyof Filters>(name: Name) =>
    (value: Filters[Name]) =>
      setFilters((before) => ({ ...before, [name]: value }));
  const rested = useDebounced(filters, 250);
  const activity = useInfiniteQuery({
    queryKey: ['activity', rested],
    queryFn: ({ signal, pageParam }) =>
      api.get('/activity', { query: { ...rested, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  return (
    <Page
      title="Activity"
      lead="Append-only log of every change."
      actions={exports.map(([format, label]) => (
        <Button
          key={format}
          as="a"
          icon={<ArrowDownloadRegular />}
          href={urlOf('/activity/export', { query: { ...filters, format } })}
          download={`activity.${format}`}
        >
          {label}
        </Button>
      ))}
    >
      <Proof />
      <div className="filters" role="search">
        <SelectField
          label="Actor type"
          options={actorOptions}
          value={filters.actorKind}
          onChange={set('actorKind')}
        />
        <SelectField
          label="Object"
          options={actionOptions}
          value={filters.action}
          onChange={set('action')}
        />
        <SearchField
          label="Actor"
          placeholder="E-mail address or key ID"
          value={filters.actor}
          onChange={set('actor')}
        />
        <TextField label="From" type="date" value={filters.from} onChange={set('from')} />
        <TextField label="Until" type="date" value={filters.until} onChange={set('until')} />
      </div>
      <Loaded query={activity} what="activity">
        {(items) => (
          <Card className="flush log">
            {items.length === 0 ? (
              <Empty title="No activity matches" />
            ) : (
              <>
                <DataTable items={items} keyOf={({ activityId }) => activityId} columns={columns} />
                <ShowMore shown={items.length} query={activity} />
              </>
            )}
          </Card>
        )}
      </Loaded>
    </Page>
  );
}

const columns: readonly Column<ActivityItem>[] = [
  { title: 'Activity', cell: (item) => <What item={item} /> },
  {
    title: 'Actor',
    as: 'text',
    cell: ({ actor }) => (
      <>
        <span className="wrap">{actor.name}</span>
        <div className="muted small">
          {actorKinds.find(([kind]) => kind === actor.kind)?.[1] ?? actor.kind}
        </div>
      </>
    ),
  },
  {
    title: 'IP address',
    as: 'text',
    cell: ({ address }) => <span className="mono muted address">{address ?? '–'}</span>,
  },
  {
    title: 'Time',
    as: 'text',
    cell: ({ occurredAt }) => <time dateTime={occurredAt}>{formatMoment(occurredAt)}</time>,
  },
];

function What({ item }: { item: ActivityItem }) {
  const { tenant } = useSession();
  const { verb, subject } = describeActivity(item, tenant);
  return (
    <>
      <span className={isFailure(item.action) ? 'failure' : ''}>{verb}</span>{' '}
      {item.subject.kind === 'group' ? (
        <Link className="name" to={`/groups/${item.subject.id}`}>
          {subject}
        </Link>
      ) : (
        <span className="name">{subject}</span>
      )}
      <details>
        <summary className="muted small">
          Details
          <span className="sr-only">
            {' '}
            of {verb} {subject}
          </span>
        </summary>
        <pre className="secret mono details" tabIndex={0} aria-label="Details">
          {JSON.stringify(
            { action: item.action, id: item.subject.id, requestId: item.requestId, ...item.data },
            null,
            2,
          )}
        </pre>
      </details>
    </>
  );
}

function Proof() {
  const proof = useSending({ send: () => api.get('/activity/proof') });
  return (
    <>
      <div className="row">
        <Button
          appearance="subtle"
          icon={<ShieldCheckmarkRegular />}
          disabledFocusable={proof.isPending}
          onClick={() => proof.submit()}
        >
          {proof.isPending ? 'Verifying the log…' : 'Verify log integrity'}
        </Button>
      </div>
      <FormNotice problem={formProblem(proof.error, [])} />
      {proof.data === undefined ? null : (
        <MessageBar
          intent={proof.data.whole ? 'success' : 'error'}
          layout="multiline"
          role="status"
        >
          <MessageBarBody>
            <MessageBarTitle>
              {proof.data.whole ? 'The log is intact.' : 'The log was changed.'}
            </MessageBarTitle>{' '}
            {proof.data.whole
              ? `Verified ${proof.data.entries.toLocaleString('en')} entries. Keep a copy of the latest hash elsewhere: `
              : `${proof.data.detail ?? ''} `}
            <span className="mono">{proof.data.hash}</span>
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
