// The chain of retries that a group belongs to: what it repeats and what repeats it, and all attempts, folded.
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { Link } from 'react-router';
import type { GroupDetail } from '../../../api/types.ts';
import { problemLabel } from '../../../components/problems.ts';
import { Status, statusLabel } from '../../../components/status.tsx';
import { Moment } from '../../../components/time.tsx';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';

export function GroupAttempts({ group }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const { attempts, retryOf, teamId: shownId } = group;
  const retries = attempts.filter((one) => one.retryOf === shownId);
  if (retryOf === null && retries.length === 0) return null;
  return (
    <MessageBar intent="info">
      <MessageBarBody>
        {retryOf === null ? null : (
          <>{t.rich('retryOf', { a: (text) => <Link to={`/groups/${retryOf}`}>{text}</Link> })} </>
        )}
        {retries.map(({ teamId, status, attempt }) => (
          <span key={teamId}>
            {t.rich('retried', {
              attempt,
              status: labelOf(t, `retryStatus.${status}`, statusLabel(status)),
              a: (text) => <Link to={`/groups/${teamId}`}>{text}</Link>,
            })}{' '}
          </span>
        ))}
        {attempts.length < 2 ? null : (
          <details>
            <summary>{t('chain', { count: attempts.length })}</summary>
            <ol className="plain stack" aria-label={t('chainLabel')}>
              {attempts.map(({ teamId, attempt, displayName, status, createdAt, error }) => {
                const number = t('chainAttempt', { attempt });
                return (
                  <li key={teamId} className="row">
                    {teamId === shownId ? (
                      <b aria-current="page">{number}</b>
                    ) : (
                      <Link to={`/groups/${teamId}`}>{number}</Link>
                    )}
                    <span>
                      <bdi>{displayName}</bdi>
                    </span>
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
