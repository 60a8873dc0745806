// The chain of retries that a group belongs to: what it repeats and what repeats it, and all attempts, folded.
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { Link } from 'react-router';
import type { GroupDetail } from '../api/types.ts';
import { problemLabel } from '../components/problems.ts';
import { Status, statusLabel } from '../components/status.tsx';
import { Moment } from '../components/time.tsx';
import { groupPage as texts } from '../messages/group-page.ts';
import { labelOf, useMessages } from '../messages/use-messages.ts';

export function GroupAttempts({ group }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const { attempts, retries, retryOf, teamId: shownId } = group;
  if (retryOf === null && retries.length === 0) return null;
  const numbers = numbersOf(attempts);
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        {retryOf === null ? null : (
          <>{t.rich('retryOf', { a: (text) => <Link to={`/groups/${retryOf}`}>{text}</Link> })} </>
        )}
        {retries.map(({ teamId, status }) => (
          <span key={teamId}>
            {t.rich('retried', {
              attempt: numbers.get(teamId) ?? 2,
              status: labelOf(t, `retryStatus.${status}`, statusLabel(status)),
              a: (text) => <Link to={`/groups/${teamId}`}>{text}</Link>,
            })}{' '}
          </span>
        ))}
        {attempts.length < 2 ? null : (
          <details>
            <summary>{t('chain', { count: attempts.length })}</summary>
            <ol className="plain stack" aria-label={t('chainLabel')}>
              {attempts.map(({ teamId, displayName, status, createdAt, error }) => {
                const number = t('chainAttempt', { attempt: numbers.get(teamId) ?? 1 });
                return (
                  <li key={teamId} className="row">
                    {teamId === shownId ? (
                      <b aria-current="page">{number}</b>
                    ) : (
                      <Link to={`/groups/${teamId}`}>{number}</Link>
                    )}
                    <span>{displayName}</span>
                    <Status status={status} />
                    {error === null ? null : <span>{problemLabel(error)}</span>}
                    <Moment iso={createdAt} />
                  </li>
                );
              })}
            </ol>
          </details>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

/** A retry that was cancelled leaves its number to the next one. */
function numbersOf(attempts: GroupDetail['attempts']): ReadonlyMap<string, number> {
  let next = 1;
  return new Map(
    attempts.map(({ teamId, status }) => {
      const number = next;
      if (status !== 'cancelled') next += 1;
      return [teamId, number] as const;
    }),
  );
}
