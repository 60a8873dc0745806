// Twelve months of groups under a change that is not saved yet: the counts, and each group with what happens to it.
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orRefusal } from '../api/refusal.ts';
import type { Answer } from '../api/route-types.ts';
import { triedMonths as texts } from '../messages/tried-months.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Loaded } from './layout.tsx';

/** The next months, or the last ones. */
export type Direction = 'forecast' | 'backtest';

export type TriedPlan = Pick<Answer<'post', '/notices/plan'>, 'groups' | 'notDerived' | Direction>;

export function DerivedMonths({
  direction,
  queryKey,
  read,
}: {
  direction: Direction;
  queryKey: QueryKey;
  read: (signal: AbortSignal) => Promise<TriedPlan>;
}) {
  const t = useMessages(texts);
  const plan = useQuery({
    queryKey,
    queryFn: ({ signal }) => orRefusal(read(signal)),
    // The last months remain until the next ones arrive.
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
  return (
    <div aria-busy={plan.isPlaceholderData}>
      <Loaded query={plan}>
        {({ said }) =>
          said === undefined ? (
            <p className="muted" role="status">
              {t('refused')}
            </p>
          ) : (
            <Listed plan={said} direction={direction} />
          )
        }
      </Loaded>
    </div>
  );
}

function Listed({ plan, direction }: { plan: TriedPlan; direction: Direction }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { [direction]: months, notDerived } = plan;
  if (months === null) return <p role="status">{t('noGroups')}</p>;
  const { questions, archived, deleted, expired, withoutOwner, unknown } = months;
  const { handedOver, restored } = months;
  const { concerned, named, groups, different, isCut } = months;
  const left = concerned - named.length;
  // The others are about records of the past.
  const missing = notDerived.filter(
    ({ rule }) => direction === 'backtest' || rule === 'new_groups',
  );
  return (
    <div className="stack">
      <p role="status">
        <strong>{t('counts', { questions, archived, deleted, expired, withoutOwner })}</strong>{' '}
        {handedOver + restored > 0 ? t('moved', { handedOver, restored }) : null}{' '}
        {t('different', { count: different })} {isCut ? t('first', { count: groups }) : null}{' '}
        {unknown > 0 ? t('unknown', { count: unknown }) : null}
      </p>
      <p className="muted small">{t(`assumes.${direction}`)}</p>
      {missing.map(({ rule }) => (
        <p className="muted small" key={rule}>
          {t(`notDerived.${rule}`)}
        </p>
      ))}
      <ul className="plain stack tight">
        {named.map(({ teamId, displayName, events, isWithoutOwner, isDifferent }) => (
          <li key={teamId}>
            <Link to={`/groups/${teamId}`}>
              <bdi>{displayName}</bdi>
            </Link>{' '}
            {isDifferent ? <strong className="small">{t('isDifferent')}</strong> : null}
            <div className="muted small">
              {format.list([
                ...events.map(({ at, event }) => t(`events.${event}`, { date: format.date(at) })),
                ...(isWithoutOwner ? [t('withoutOwner')] : []),
                ...(events.length === 0 && !isWithoutOwner ? [t('nothing')] : []),
              ])}
            </div>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="muted small">{t('others', { count: left })}</p> : null}
    </div>
  );
}
