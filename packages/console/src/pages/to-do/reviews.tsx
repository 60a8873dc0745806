// Reviews: whether the owners and guests of groups still belong there, newest first.
import { Button } from '@fluentui/react-button';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import type { Answer, Query } from '../../api/route-types.ts';
import type { Column } from '../../components/data-table.tsx';
import { Card } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
import { Status, statusLabel } from '../../components/status.tsx';
import { Moment } from '../../components/time.tsx';
import { useAddressFilters } from '../../components/use-address-filters.ts';
import { reviews as texts } from '../../messages/reviews.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';

export type ReviewItem = Answer<'get', '/reviews'>['items'][number];

const states = ['requested', 'open', 'completed', 'lapsed', 'withdrawn'] as const;
/** The address has it. Without a state, open reviews are shown. */
const everyState = 'all';
const limit = 50;

export function ReviewList() {
  const t = useMessages(texts);
  const [{ state: asked }, set] = useAddressFilters(['state']);
  const state = asked === '' ? 'open' : asked;
  const filters = {
    state: (state === everyState ? '' : state) as Query<'get', '/reviews'>['state'],
  };
  const found = useListed(['reviews', filters], (cursor, signal) =>
    api.get('/reviews', { query: { ...filters, cursor, limit }, signal }),
  );
  return (
    <>
      <div className="filters" role="search">
        <SelectField
          label={t('state')}
          value={state}
          onChange={(value) => set({ state: value === 'open' ? '' : value })}
          options={[
            ...states.map((one) => [one, statusLabel(one)] as const),
            [everyState, t('anyState')] as const,
          ]}
        />
      </div>
      <Card className="flush">
        <ListedTable
          list={found}
          empty={{
            title: t('none'),
            action:
              state === 'open' ? null : (
                <Button onClick={() => set({ state: '' })}>{t('clear')}</Button>
              ),
          }}
          keyOf={({ reviewId }) => reviewId}
          columns={reviewColumns(false)}
        />
      </Card>
    </>
  );
}

/** @param isOfGroup the reviews of one group, which needs no column */
export function reviewColumns(isOfGroup: boolean): readonly Column<ReviewItem>[] {
  const t = messagesOf(texts);
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
  return [
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
}
