// The groups that were requested, with their progress.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { Link } from 'react-router';
import { DataTable } from '../../../components/data-table.tsx';
import { Card } from '../../../components/layout.tsx';
import { Status } from '../../../components/status.tsx';
import { leaving } from '../../../components/unsaved.tsx';
import { common } from '../../../messages/common.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { useRequested } from './use-requested.ts';

export interface SentRow {
  readonly line: number;
  readonly teamId: string;
  readonly name: string;
  readonly alias: string;
}

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
  const [teamIds] = useState(() => sent.map(({ teamId }) => teamId));
  const { groups, done } = useRequested(teamIds);
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
                    {groups.get(teamId)?.displayName ?? name}
                  </Link>
                  <div className="mono muted small wrap">
                    {groups.get(teamId)?.mailNickName ?? alias}
                  </div>
                </>
              ),
            },
            { title: t('row'), cell: ({ line }) => line },
            {
              title: t('verdict'),
              cell: ({ teamId }) => <Status status={groups.get(teamId)?.status ?? 'accepted'} />,
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
