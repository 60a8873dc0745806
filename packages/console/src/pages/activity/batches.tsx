// The batches, newest first: what was requested for how many groups, by whom, and the result.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../components/data-table.tsx';
import { Card, Page } from '../../components/layout.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
import { Moment } from '../../components/time.tsx';
import { batches as texts } from '../../messages/batches.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { UndoSelected } from '../groups/dialogs/late-dialogs.ts';
import { type BatchItem, batchText, hasProblems, resultText } from './batch-text.ts';

const refreshEveryMs = 5_000;

export function BatchesPage() {
  const t = useMessages(texts);
  const batches = useListed(
    ['batches'],
    (cursor, signal) => api.get('/batches', { query: { limit: 50, cursor }, signal }),
    // Other administrators and systems start batches, too.
    { refetchInterval: refreshEveryMs },
  );
  const mayManage = useMay('groups:manage');
  const [isUndoing, setIsUndoing] = useState(false);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        mayManage ? <Button onClick={() => setIsUndoing(true)}>{t('undoSelected')}</Button> : null
      }
    >
      <Card className="flush">
        <ListedTable
          list={batches}
          empty={{ title: t('none'), text: t('noneText') }}
          keyOf={({ batchId }) => batchId}
          columns={columns()}
        />
      </Card>
      {isUndoing ? (
        <UndoSelected
          initial={{ author: 'rule', name: '', from: '', until: '' }}
          close={() => setIsUndoing(false)}
          settled={() => void batches.refetch()}
        />
      ) : null}
    </Page>
  );
}

const columns = (): readonly Column<BatchItem>[] => {
  const t = messagesOf(texts);
  return [
    {
      title: t('batch'),
      cell: (batch) => <Link to={`/batches/${batch.batchId}`}>{batchText(batch)}</Link>,
    },
    {
      title: t('results'),
      cell: (batch) => (
        <span className={hasProblems(batch) ? 'failure' : ''}>{resultText(batch)}</span>
      ),
    },
    { title: t('by'), cell: ({ requestedBy }) => <MailText text={requestedBy.name} /> },
    { title: t('requested'), cell: ({ createdAt }) => <Moment iso={createdAt} /> },
    {
      title: t('completed'),
      cell: ({ completedAt }) => <Moment iso={completedAt} absent={t('notCompleted')} />,
    },
  ];
};
