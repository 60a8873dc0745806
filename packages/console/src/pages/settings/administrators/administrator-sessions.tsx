// The open sessions of an administrator, or one's own, each with its browser and place.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { AdminSessionItem } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { browserName } from '../../../messages/browser-name.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Loaded } from '../../../components/layout.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { Moment } from '../../../components/time.tsx';
import { administrators } from '../../../messages/administrators.ts';
import { useMessages } from '../../../messages/use-messages.ts';

/** @param mayEnd false: the sessions of an owner, for someone who is none */
export function AdministratorSessions({
  administratorId,
  mayEnd,
}: {
  administratorId: string;
  mayEnd: boolean;
}) {
  const path = { administratorId };
  const mayManage = useMay('administrators:manage');
  return (
    <Sessions
      queryKey={['administrators', administratorId, 'sessions']}
      read={(signal) => api.get('/administrators/{administratorId}/sessions', { path, signal })}
      end={
        mayManage && mayEnd
          ? (sessionId) =>
              api.delete('/administrators/{administratorId}/sessions/{sessionId}', {
                path: { ...path, sessionId },
              })
          : undefined
      }
    />
  );
}

export function OwnSessions() {
  return (
    <Sessions
      queryKey={['sessions']}
      read={(signal) => api.get('/sessions', { signal })}
      end={(sessionId) => api.delete('/sessions/{sessionId}', { path: { sessionId } })}
    />
  );
}

function Sessions({
  queryKey,
  read,
  end,
}: {
  queryKey: readonly string[];
  read: (signal: AbortSignal) => Promise<{ items: readonly AdminSessionItem[] }>;
  end: ((sessionId: string) => Promise<unknown>) | undefined;
}) {
  const t = useMessages(administrators);
  const [ending, setEnding] = useState<string>();
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
  const settled = useInvalidation(queryKey);
  const nameOf = ({ userAgent }: AdminSessionItem) =>
    (userAgent === null ? undefined : browserName(userAgent)) ?? t('unknownBrowser');
  return (
    <>
      <Loaded query={sessions}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{t('noSessions')}</p>
          ) : (
            <DataTable
              items={items}
              keyOf={({ sessionId }) => sessionId}
              columns={[
                {
                  title: t('browser'),
                  cell: (session) => (
                    <>
                      <span title={session.userAgent ?? undefined}>{nameOf(session)}</span>{' '}
                      {session.isCurrent ? <span className="tag">{t('current')}</span> : null}
                    </>
                  ),
                },
                { title: t('address'), cell: ({ address }) => address ?? '–' },
                {
                  title: t('signedInBy'),
                  cell: ({ createdAt, method }) => (
                    <div>
                      <Moment iso={createdAt} />
                      <div className="muted small">{t(`methods.${method}`)}</div>
                    </div>
                  ),
                },
                { title: t('lastUsed'), cell: ({ lastSeenAt }) => <Moment iso={lastSeenAt} /> },
                {
                  title: t('actions'),
                  as: 'actions',
                  cell: (session) =>
                    end === undefined || session.isCurrent ? null : (
                      <RowButton
                        action={t('end')}
                        of={nameOf(session)}
                        onClick={() => setEnding(session.sessionId)}
                      />
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {ending === undefined || end === undefined ? null : (
        <Confirm
          title={t('endTitle')}
          finished={t('sessionEnded')}
          action={t('end')}
          close={() => setEnding(undefined)}
          settled={settled}
          work={() => end(ending)}
        >
          <p>{t('endText')}</p>
        </Confirm>
      )}
    </>
  );
}
