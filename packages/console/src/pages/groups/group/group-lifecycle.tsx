// The lifecycle of a group: its dates, its hold, and the actions on them.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { GroupDetail } from '../../../api/types.ts';
import { Card } from '../../../components/layout.tsx';
import { Status } from '../../../components/status.tsx';
import { changes } from '../../../messages/changes.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { notify } from '../../../components/notify.ts';
import { common } from '../../../messages/common.ts';
import { lifecycle as texts } from '../../../messages/lifecycle.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { Why } from './why.tsx';
import { Hold, Release, Renew } from '../dialogs/late-dialogs.ts';
import type { NewHold } from '../dialogs/lifecycle-dialogs.tsx';

type Lifecycle = NonNullable<GroupDetail['lifecycle']>;
type Action = 'renew' | 'hold' | 'release';

export function GroupLifecycle({ group, settled }: { group: GroupDetail; settled: () => void }) {
  const { teamId, displayName, lifecycle, state } = group;
  const mayChange = useMay('groups:manage');
  const [open, setOpen] = useState<Action>();
  const t = useMessages(texts);
  const told = useMessages(changes);
  if (state !== 'active' && state !== 'archived') return null;
  const isHeld = lifecycle !== null && lifecycle.hold !== null;
  const canRenew = lifecycle !== null && lifecycle.expiresAt !== null;
  const path = { teamId };
  const close = () => setOpen(undefined);
  const hold = (body: NewHold) => api.put('/teams/{teamId}/hold', { path, body });
  const release = () => api.delete('/teams/{teamId}/hold', { path });
  const done = () => {
    close();
    if (open === undefined) return;
    const reason = lifecycle?.hold?.reason;
    const undo = open === 'hold' ? release : reason && (() => hold({ reason }));
    notify(told(open, { name: displayName }), {
      undo: open === 'renew' || !undo ? undefined : () => undo().finally(settled),
    });
  };
  const dialog = { of: displayName, close, done, settled };
  return (
    <Card
      title={t('title')}
      actions={
        mayChange ? (
          <div className="actions">
            {canRenew ? (
              <Button size="small" onClick={() => setOpen('renew')}>
                {t('renew')}
              </Button>
            ) : null}
            <Button size="small" onClick={() => setOpen(isHeld ? 'release' : 'hold')}>
              {t(isHeld ? 'release' : 'hold')}
            </Button>
          </div>
        ) : undefined
      }
    >
      {lifecycle === null ? (
        <p className="muted">{t('noExpiry')}</p>
      ) : (
        <Dates teamId={teamId} lifecycle={lifecycle} afterExpiry={group.afterExpiry} />
      )}
      {open === 'renew' ? (
        <Renew
          {...dialog}
          send={(body, idempotencyKey) =>
            api.post('/teams/{teamId}/renewal', { path, body, idempotencyKey })
          }
        />
      ) : null}
      {open === 'hold' ? <Hold {...dialog} send={hold} /> : null}
      {open === 'release' ? <Release {...dialog} send={release} /> : null}
    </Card>
  );
}

function Dates({
  teamId,
  lifecycle,
  afterExpiry,
}: {
  teamId: string;
  lifecycle: Lifecycle;
  afterExpiry: GroupDetail['afterExpiry'];
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const format = useFormat();
  const { expiresAt, renewals, reminders, outcome, archivedSince, deletesAt, hold } = lifecycle;
  return (
    <dl className="facts tall">
      {hold === null ? null : (
        <>
          <dt>
            {t('holdTerm')}
            <Why teamId={teamId} property="hold" name={t('holdTerm')} />
          </dt>
          <dd className="wrap">
            <Status status="on_hold" />
            <div>{hold.reason}</div>
            <div className="muted small">
              {t('holdBy', { date: format.date(hold.since), name: hold.by.id })}
            </div>
          </dd>
        </>
      )}
      <dt>
        {t('expires')}
        <Why teamId={teamId} property="expiresAt" name={t('expires')} />
      </dt>
      <dd>
        {expiresAt === null ? c('never') : format.date(expiresAt)}
        {outcome === null && expiresAt !== null ? (
          <AfterExpiry policy={afterExpiry} />
        ) : outcome === null ? null : (
          <div className="muted small">{t(`outcomes.${outcome}`)}</div>
        )}
      </dd>
      <dt>{t('reminders')}</dt>
      <dd>{t('remindersSent', { count: reminders })}</dd>
      <dt>{t('renewals')}</dt>
      <dd>{t('renewalsCount', { count: renewals })}</dd>
      {archivedSince === null ? null : (
        <>
          <dt>{t('archivedSince')}</dt>
          <dd>{format.date(archivedSince)}</dd>
        </>
      )}
      {archivedSince === null && deletesAt === null ? null : (
        <>
          <dt>{t('deletion')}</dt>
          <dd>{deletesAt === null ? c('never') : format.date(deletesAt)}</dd>
        </>
      )}
    </dl>
  );
}

/** The policy of the template as it is now decides. */
function AfterExpiry({ policy }: { policy: GroupDetail['afterExpiry'] }) {
  const t = useMessages(texts);
  const format = useFormat();
  if (policy === null) return null;
  const { unanswered, deleteAfterArchived } = policy;
  return (
    <div className="muted small">
      {unanswered === 'delete' && deleteAfterArchived !== null
        ? t('afterExpiry.deleteAfter', { period: format.period(deleteAfterArchived) })
        : t(`afterExpiry.${unanswered}`)}
    </div>
  );
}
