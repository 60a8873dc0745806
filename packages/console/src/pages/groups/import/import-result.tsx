// The groups that were requested, with their progress.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import type { GroupItem } from '../../../api/types.ts';
import { useSession } from '../../../api/session.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Card } from '../../../components/layout.tsx';
import { Status } from '../../../components/status.tsx';
import { leaving } from '../../../components/unsaved.tsx';
import { common } from '../../../messages/common.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { useMessages } from '../../../messages/use-messages.ts';

export interface SentRow {
  readonly line: number;
  readonly teamId: string;
  readonly name: string;
  readonly alias: string;
}

const refreshEveryMs = 2_000;
/** The service lists as many at a time. */
const pageSize = 200;

const isDone = (group: GroupItem | undefined) => group != null && group.completedAt !== null;

export function ImportResult({
  sent,
  left,
  fix,
  close,
}: {
  sent: readonly SentRow[];
  /** Rows that were not accepted. */
  left: number;
  fix: () => void;
  close: () => void;
}) {
  const t = useMessages(groupImport);
  const c = useMessages(common);
  const { email } = useSession().administrator;
  const query = useQuery({
    queryKey: ['groups', 'imported', sent],
    queryFn: async ({ signal }) => {
      const found = new Map<string, GroupItem>();
      const query = { createdBy: `administrator:${email}`, limit: pageSize };
      // Other imports may have added groups meanwhile.
      for (let offset = 0; ; offset += pageSize) {
        const page = await api.get('/teams', { query: { ...query, offset }, signal });
        for (const group of page.items) found.set(group.teamId, group);
        const isLast = page.items.length < pageSize;
        if (isLast || sent.every(({ teamId }) => found.has(teamId))) return found;
      }
    },
    refetchInterval: ({ state }) =>
      sent.every(({ teamId }) => isDone(state.data?.get(teamId))) ? false : refreshEveryMs,
  });
  const groups = query.data;
  const done = sent.filter(({ teamId }) => isDone(groups?.get(teamId))).length;
  return (
    <div className="stack">
      <p role="status">
        {t('result', { count: sent.length })} {t('finished', { done, total: sent.length })}
      </p>
      {left === 0 ? null : <p>{t('rejectedLeft', { count: left })}</p>}
      <Card className="flush">
        <DataTable
          items={sent}
          keyOf={({ teamId }) => teamId}
          columns={[
            {
              title: t('group'),
              cell: ({ teamId, name, alias }) => (
                <>
                  <Link to={`/groups/${teamId}`} state={leaving}>
                    {groups?.get(teamId)?.displayName ?? name}
                  </Link>
                  <div className="mono muted small wrap">
                    {groups?.get(teamId)?.mailNickName ?? alias}
                  </div>
                </>
              ),
            },
            { title: t('row'), cell: ({ line }) => line },
            {
              title: t('verdict'),
              cell: ({ teamId }) => <Status status={groups?.get(teamId)?.status ?? 'accepted'} />,
            },
          ]}
        />
      </Card>
      <div className="modal-actions">
        {left === 0 ? null : <Button onClick={fix}>{t('fixRejected')}</Button>}
        <Button appearance="primary" onClick={close}>
          {c('done')}
        </Button>
      </div>
    </div>
  );
}
