// The audit log: who did what to what, with filters, export, and the proof that nothing was changed.
import {
  Button,
  Field,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Select,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { get, queryOf } from '../api/client.ts';
import { apiPath } from '../api/place.ts';
import type { ActivityItem, ActivityList, ActivityProofAnswer } from '../api/types.ts';
import { FormNotice, formProblem } from '../parts/form-problem.tsx';
import { Card, Empty, LoadFailed, Loading, Page } from '../parts/layout.tsx';
import { TextField } from '../parts/text-field.tsx';
import { formatMoment } from '../parts/time.tsx';
import { useDebounced } from '../parts/use-debounced.ts';
import { actionKinds, describeActivity, isFailure } from './activity-words.ts';

const actorKinds = {
  api_key: 'API key',
  administrator: 'Administrator',
  operator: 'Operator',
  service: 'Service',
} as const;

export function ActivityPage() {
  const [filters, setFilters] = useState({
    actorKind: '',
    actor: '',
    action: '',
    from: '',
    until: '',
  });
  const set = (change: Partial<typeof filters>) =>
    setFilters((before) => ({ ...before, ...change }));
  const rested = useDebounced(filters, 250);
  const activity = useInfiniteQuery({
    queryKey: ['activity', rested],
    queryFn: ({ signal, pageParam }) =>
      get<ActivityList>('activity', { ...rested, limit: 50, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextLink }) =>
      nextLink === undefined
        ? undefined
        : (new URL(nextLink).searchParams.get('cursor') ?? undefined),
  });
  const items = activity.data?.pages.flatMap((page) => page.items);
  const exportAs = (format: string) =>
    `${apiPath}/activity/export${queryOf({ ...filters, format })}`;
  return (
    <Page
      title="Activity"
      lead="Every change, whoever made it and by whatever way. It can be added to, and neither changed nor removed."
      actions={
        <>
          <Button
            as="a"
            icon={<ArrowDownloadRegular />}
            href={exportAs('csv')}
            download="activity.csv"
          >
            Export CSV
          </Button>
          <Button
            as="a"
            icon={<ArrowDownloadRegular />}
            href={exportAs('jsonl')}
            download="activity.jsonl"
          >
            Export JSON lines
          </Button>
        </>
      }
    >
      <Proof />
      <div className="filters" role="search">
        <Field label="By">
          <Select
            value={filters.actorKind}
            onChange={(_event, { value }) => set({ actorKind: value })}
          >
            <option value="">Anybody</option>
            {Object.entries(actorKinds).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="About">
          <Select value={filters.action} onChange={(_event, { value }) => set({ action: value })}>
            <option value="">Everything</option>
            {Object.entries(actionKinds).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <div className="search">
          <TextField
            label="Who"
            type="search"
            placeholder="E-mail address or key id"
            value={filters.actor}
            onChange={(actor) => set({ actor })}
          />
        </div>
        <TextField
          label="From"
          type="date"
          value={filters.from}
          onChange={(from) => set({ from })}
        />
        <TextField
          label="Until"
          type="date"
          value={filters.until}
          onChange={(until) => set({ until })}
        />
      </div>
      {activity.error === null ? null : (
        <LoadFailed error={activity.error} retry={() => void activity.refetch()} />
      )}
      <Card className="flush">
        {items === undefined ? (
          activity.error === null ? (
            <Loading what="activity" />
          ) : null
        ) : items.length === 0 ? (
          <Empty title="Nothing of the kind has happened" />
        ) : (
          <>
            <Entries items={items} />
            <div className="list-foot">
              <span>{items.length.toLocaleString('en')} shown</span>
              {activity.hasNextPage ? (
                <Button
                  size="small"
                  disabled={activity.isFetchingNextPage}
                  onClick={() => void activity.fetchNextPage()}
                >
                  {activity.isFetchingNextPage ? 'Loading…' : 'Show more'}
                </Button>
              ) : null}
            </div>
          </>
        )}
      </Card>
    </Page>
  );
}

function Entries({ items }: { items: readonly ActivityItem[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.activityId}>
            <td data-label="When">
              <time dateTime={item.occurredAt}>{formatMoment(item.occurredAt)}</time>
            </td>
            <td data-label="Who">
              <div>
                {item.actor.name}
                <div className="muted small">
                  {actorKinds[item.actor.kind as keyof typeof actorKinds] ?? item.actor.kind}
                </div>
              </div>
            </td>
            <td>
              <What item={item} />
            </td>
            <td data-label="From">
              <span className="mono muted address">{item.address ?? '–'}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function What({ item }: { item: ActivityItem }) {
  const { verb, subject } = describeActivity(item);
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
  const proof = useMutation({
    mutationFn: () => get<ActivityProofAnswer>('activity/proof'),
  });
  return (
    <>
      <div className="row">
        <Button
          appearance="subtle"
          icon={<ShieldCheckmarkRegular />}
          disabled={proof.isPending}
          onClick={() => proof.mutate()}
        >
          {proof.isPending ? 'Reading the whole log…' : 'Prove that nothing was changed'}
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
              {proof.data.whole ? 'The chain is unbroken.' : 'The chain is broken.'}
            </MessageBarTitle>{' '}
            {proof.data.whole
              ? `${proof.data.entries.toLocaleString('en')} entries; note down the hash of the last one elsewhere: `
              : `${proof.data.detail ?? ''} `}
            <span className="mono">{proof.data.hash}</span>
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
