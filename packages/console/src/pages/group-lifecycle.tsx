// The lifecycle of a group: its dates, its hold, and the actions on them.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useMayChange } from '../api/session.ts';
import type { GroupDetail } from '../api/types.ts';
import { Card } from '../components/layout.tsx';
import { Status } from '../components/status.tsx';
import { formatDay, formatPeriod } from '../components/time.tsx';
import { Hold, Release, Renew } from './lifecycle-dialogs.tsx';

type Lifecycle = NonNullable<GroupDetail['lifecycle']>;
type Action = 'renew' | 'hold' | 'release';

export function GroupLifecycle({ group, settled }: { group: GroupDetail; settled: () => void }) {
  const { teamId, displayName, lifecycle, state } = group;
  const mayChange = useMayChange();
  const [open, setOpen] = useState<Action>();
  if (state !== 'active' && state !== 'archived') return null;
  const isHeld = lifecycle !== null && lifecycle.hold !== null;
  const canRenew = lifecycle !== null && lifecycle.expiresAt !== null;
  const path = { teamId };
  const dialog = { of: displayName, close: () => setOpen(undefined), settled };
  return (
    <Card
      title="Lifecycle"
      actions={
        mayChange ? (
          <div className="actions">
            {canRenew ? (
              <Button size="small" onClick={() => setOpen('renew')}>
                Renew
              </Button>
            ) : null}
            <Button size="small" onClick={() => setOpen(isHeld ? 'release' : 'hold')}>
              {isHeld ? 'Release hold' : 'Put on hold'}
            </Button>
          </div>
        ) : undefined
      }
    >
      {lifecycle === null ? (
        <p className="muted">The template of this group has no expiry.</p>
      ) : (
        <Dates lifecycle={lifecycle} templateId={group.template.templateId} />
      )}
      {open === 'renew' ? (
        <Renew {...dialog} send={(body) => api.post('/groups/{teamId}/renewal', { path, body })} />
      ) : null}
      {open === 'hold' ? (
        <Hold {...dialog} send={(body) => api.put('/groups/{teamId}/hold', { path, body })} />
      ) : null}
      {open === 'release' ? (
        <Release {...dialog} send={() => api.delete('/groups/{teamId}/hold', { path })} />
      ) : null}
    </Card>
  );
}

const outcomes = {
  archive_requested: 'Expired, archived',
  kept: 'Expired, kept',
  cannot_archive: 'Expired, cannot be archived',
} as const;

function Dates({ lifecycle, templateId }: { lifecycle: Lifecycle; templateId: string }) {
  const { expiresAt, renewals, reminders, outcome, archivedSince, deletesAt, hold } = lifecycle;
  return (
    <dl className="facts tall">
      {hold === null ? null : (
        <>
          <dt>Hold</dt>
          <dd className="wrap">
            <Status status="on_hold" />
            <div>{hold.reason}</div>
            <div className="muted small">
              since {formatDay(hold.since)}, by {hold.by.id}
            </div>
          </dd>
        </>
      )}
      <dt>Expires</dt>
      <dd>
        {expiresAt === null ? 'Never' : formatDay(expiresAt)}
        {outcome === null && expiresAt !== null ? (
          <AfterExpiry templateId={templateId} />
        ) : outcome === null ? null : (
          <div className="muted small">{outcomes[outcome]}</div>
        )}
      </dd>
      <dt>Reminders</dt>
      <dd>{reminders === 0 ? 'None sent' : `${reminders} sent`}</dd>
      <dt>Renewals</dt>
      <dd>{renewals === 0 ? 'None' : renewals}</dd>
      {archivedSince === null ? null : (
        <>
          <dt>Archived since</dt>
          <dd>{formatDay(archivedSince)}</dd>
        </>
      )}
      {archivedSince === null && deletesAt === null ? null : (
        <>
          <dt>Deletion</dt>
          <dd>{deletesAt === null ? 'Never' : formatDay(deletesAt)}</dd>
        </>
      )}
    </dl>
  );
}

const consequences = {
  archive: 'then archived',
  delete: 'then archived, and deleted',
  keep: 'then kept',
} as const;

/** By the policy of the template as it is now. */
function AfterExpiry({ templateId }: { templateId: string }) {
  const template = useQuery({
    queryKey: ['template', templateId],
    queryFn: ({ signal }) => api.get('/templates/{templateId}', { path: { templateId }, signal }),
  });
  const policy = template.data?.policy.lifecycle;
  if (policy === undefined) return null;
  const { unanswered = 'archive', deleteAfterArchived } = policy;
  const after = deleteAfterArchived == null ? '' : ` after ${formatPeriod(deleteAfterArchived)}`;
  return (
    <div className="muted small">
      {consequences[unanswered]}
      {unanswered === 'delete' ? after : ''}, unless renewed
    </div>
  );
}
