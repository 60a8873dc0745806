// Reviews: whether the owners and guests of groups still belong there, newest first.
import { Button } from '@fluentui/react-button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import type { Answer, Query } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { cursorAfter } from '../../components/page-after.ts';
import { ShowMore } from '../../components/show-more.tsx';
import { Status, statusLabel } from '../../components/status.tsx';
import { Moment } from '../../components/time.tsx';
import { reviews as texts } from '../../messages/reviews.ts';
import { useMessages } from '../../messages/use-messages.ts';

export type ReviewItem = Answer<'get', '/reviews'>['items'][number];

const states = ['requested', 'open', 'completed', 'lapsed', 'withdrawn'] as const;
const limit = 50;

export function ReviewsPage() {
  const t = useMessages(texts);
  const mayDecide = useMay('groups:manage');
  const [query, setQuery] = useSearchParams();
  const state = query.get('state') ?? '';
  const filters = { state: state as Query<'get', '/reviews'>['state'] };
  const found = useInfiniteQuery({
    queryKey: ['reviews', filters],
    queryFn: ({ pageParam, signal }) =>
      api.get('/reviews', { query: { ...filters, cursor: pageParam, limit }, signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
  });
  return (
    <Page title={t('title')} lead={t(mayDecide ? 'leadDeciding' : 'lead')}>
      <div className="filters" role="search">
        <SelectField
          label={t('state')}
          value={state}
          onChange={(value) => setQuery(value === '' ? {} : { state: value }, { replace: true })}
          options={[
            ['', t('anyState')] as const,
            ...states.map((one) => [one, statusLabel(one)] as const),
          ]}
        />
      </div>
      <Loaded query={found} what={t('what')}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <Card className="flush">
              {items.length === 0 ? (
                <Empty
                  title={t('none')}
                  action={
                    state === '' ? null : (
                      <Button onClick={() => setQuery({}, { replace: true })}>{t('clear')}</Button>
                    )
                  }
                />
              ) : (
                <>
                  <ReviewTable items={items} isOfGroup={false} />
                  <ShowMore shown={items.length} query={found} />
                </>
              )}
            </Card>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** @param props.isOfGroup the reviews of one group, which needs no column */
export function ReviewTable({
  items,
  isOfGroup,
}: {
  items: readonly ReviewItem[];
  isOfGroup: boolean;
}) {
  const t = useMessages(texts);
  const group: Column<ReviewItem> = {
    title: t('group'),
    cell: ({ reviewId, displayName, mailNickName }) => (
      <div className="wrap">
        <Link className="name" to={`/reviews/${reviewId}`}>
          <bdi>{displayName}</bdi>
        </Link>
        <div className="mono small">{mailNickName}</div>
      </div>
    ),
  };
  const requested: Column<ReviewItem> = {
    title: t('requested'),
    cell: ({ reviewId, requestedAt }) =>
      isOfGroup ? (
        <Link to={`/reviews/${reviewId}`}>
          <Moment isGoverned iso={requestedAt} />
        </Link>
      ) : (
        <Moment isGoverned iso={requestedAt} />
      ),
  };
  const columns: readonly Column<ReviewItem>[] = [
    ...(isOfGroup ? [] : [group]),
    { title: t('state'), cell: ({ state }) => <Status status={state} /> },
    {
      title: t('progress'),
      cell: ({ counts: { people, undecided } }) =>
        t('answers', { answered: people - undecided, people }),
    },
    { title: t('due'), cell: ({ dueAt }) => <Moment isGoverned iso={dueAt} /> },
    requested,
  ];
  return <DataTable items={items} keyOf={({ reviewId }) => reviewId} columns={columns} />;
}
