// The groups of a bulk request that were refused, by the reason that they have in common.
import { Fragment } from 'react';
import { Link } from 'react-router';
import { groupChanges as texts } from '../../../messages/group-changes.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { useMessages } from '../../../messages/use-messages.ts';

export interface Refused {
  readonly key: string;
  readonly name: string;
  /** The page of the group, if it has one. */
  readonly to?: string;
  readonly reason: string;
}

/** The groups of a plan with an error. */
export function refusedGroups(
  plan: readonly {
    readonly teamId: string;
    readonly displayName: string;
    readonly error: { readonly code: string; readonly detail: string } | null;
  }[],
): readonly Refused[] {
  return plan.flatMap(({ teamId, displayName: name, error }) => {
    if (error === null) return [];
    const reason = serviceText('problem', error.code, error.detail);
    return [{ key: teamId, name, to: `/groups/${teamId}`, reason }];
  });
}

/** Groups that a reason names; the others are counted. */
const mostNamed = 100;

export function Refusals({ refused }: { refused: readonly Refused[] }) {
  const t = useMessages(texts);
  if (refused.length === 0) return null;
  const byReason = Map.groupBy(refused, ({ reason }) => reason);
  return (
    <ul className="refusals" tabIndex={0} aria-label={t('bulk.refused')}>
      {[...byReason].map(([reason, groups]) => (
        <li key={reason}>
          {groups.length === 1 ? null : <b>{t('bulk.ofReason', { count: groups.length })} </b>}
          {reason}
          <div className="muted small">
            {groups.slice(0, mostNamed).map(({ key, name, to }, index) => (
              <Fragment key={key}>
                {index === 0 ? '' : ', '}
                {to === undefined ? (
                  <bdi>{name}</bdi>
                ) : (
                  <Link to={to}>
                    <bdi>{name}</bdi>
                  </Link>
                )}
              </Fragment>
            ))}
            {groups.length > mostNamed
              ? ` ${t('bulk.andMore', { count: groups.length - mostNamed })}`
              : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
