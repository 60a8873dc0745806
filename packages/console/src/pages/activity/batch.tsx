// A batch: how far it has come, the result of each group with the reason, as a file, and the cancellation of what has not begun.
import { Button } from '@fluentui/react-button';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import { useBatch } from '../../api/use-batch.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { Confirm } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { downloadCsv } from '../../components/download-csv.ts';
import { FormNotice, formProblem } from '../../components/form-problem.tsx';
import { Card, Loaded, Page } from '../../components/layout.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { allPages } from '../../components/page-after.ts';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
import { Status, statusLabel } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Moment } from '../../components/time.tsx';
import { useAddressFilters } from '../../components/use-address-filters.ts';
import { useSending } from '../../components/use-sending.ts';
import { batches as texts } from '../../messages/batches.ts';
import { serviceText } from '../../messages/service-text.ts';
import { reasonText } from '../../messages/reasons.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { csvLine } from '../../../../service/src/ground/csv.ts';
import { UndoBatch } from '../groups/dialogs/late-dialogs.ts';
import { type BatchItem, batchText, doneOf, resultText } from './batch-text.ts';

type GroupOfBatch = Answer<'get', '/batches/{batchId}/groups'>['items'][number];

const problems = 'refused,failed';

export function BatchPage() {
  const { batchId = '' } = useParams();
  const batch = useBatch(batchId);
  return <Loaded query={batch}>{(found) => <Found batch={found} />}</Loaded>;
}

function Found({ batch }: { batch: BatchItem }) {
  const t = useMessages(texts);
  const mayChange = useMay('groups:manage');
  const [isCancelling, setIsCancelling] = useState(false);
  const [isUndoing, setIsUndoing] = useState(false);
  const { batchId, completedAt, cancelledAt, reason, undoOf, requestedBy, createdAt } = batch;
  const settled = useInvalidation(['batches'], ['batch', batchId]);
  const isRunning = completedAt === null;
  return (
    <Page
      title={batchText(batch)}
      back={{ to: '/batches', label: t('back') }}
      actions={
        <>
          {isRunning && mayChange && cancelledAt === null ? (
            <Button onClick={() => setIsCancelling(true)}>{t('cancel')}</Button>
          ) : null}
          {!isRunning && mayChange && doneOf(batch) + batch.counts.failed > 0 ? (
            <Button onClick={() => setIsUndoing(true)}>{t('undo')}</Button>
          ) : null}
          <Download batchId={batchId} />
        </>
      }
    >
      <Card>
        <p className="batch-result" role="status">
          {resultText(batch)}
        </p>
        {isRunning ? (
          <progress
            max={batch.size}
            value={doneOf(batch)}
            aria-label={t('progress', { what: batchText(batch) })}
          />
        ) : null}
        <Facts
          facts={[
            [t('by'), <MailText key="by" text={requestedBy.name} />],
            [t('requested'), <Moment key="requested" iso={createdAt} />],
            [
              t('completed'),
              <Moment key="completed" iso={completedAt} absent={t('notCompleted')} />,
            ],
            ...(cancelledAt === null
              ? []
              : [[t('canceledAt'), <Moment key="cancelled" iso={cancelledAt} />] as const]),
            ...(undoOf === null
              ? []
              : [
                  [
                    t('undoOf'),
                    <Link key="undoOf" to={`/batches/${undoOf}`}>
                      {t('undone')}
                    </Link>,
                  ] as const,
                ]),
            ...(reason === null ? [] : [[t('reason'), reasonText(reason)] as const]),
          ]}
        />
      </Card>
      <Groups batch={batch} />
      {isUndoing ? (
        <UndoBatch batchId={batchId} close={() => setIsUndoing(false)} settled={settled} />
      ) : null}
      {isCancelling ? (
        <Confirm
          title={t('cancelTitle')}
          action={t('cancelSubmit')}
          finished={t('wasCanceled')}
          work={() => api.post('/batches/{batchId}/cancel', { path: { batchId } })}
          close={() => setIsCancelling(false)}
          settled={settled}
        >
          {t('cancelText')}
        </Confirm>
      ) : null}
    </Page>
  );
}

function Groups({ batch: { batchId, counts, size } }: { batch: BatchItem }) {
  const t = useMessages(texts);
  const [{ show }, set] = useAddressFilters(['show']);
  const isOfProblems = show === 'problems';
  const groups = useListed(
    // The results are those of the counts.
    ['batch', batchId, 'groups', isOfProblems, counts],
    (cursor, signal) => readGroups(batchId, cursor, isOfProblems ? problems : '', signal),
    { keepsItems: true },
  );
  return (
    <>
      <Tabs
        label={t('filter')}
        tabs={[
          ['', t('all'), size] as const,
          ['problems', t('problems'), counts.refused + counts.failed] as const,
        ]}
        chosen={isOfProblems ? 'problems' : ''}
        choose={(one) => set({ show: one })}
      />
      <Card className="flush">
        <ListedTable
          list={groups}
          empty={{ title: t('noGroups'), text: isOfProblems ? t('noProblems') : undefined }}
          keyOf={({ teamId, groupId }) => teamId ?? groupId ?? ''}
          columns={columns()}
        />
      </Card>
    </>
  );
}

function readGroups(batchId: string, cursor: string, status: string, signal?: AbortSignal) {
  return api.get('/batches/{batchId}/groups', {
    path: { batchId },
    query: { limit: 200, cursor, status },
    ...(signal !== undefined && { signal }),
  });
}

/** For people, a group that the batch has not come to waits as one whose operation waits for its turn. */
const shownStatus = (status: string) => (status === 'waiting' ? 'accepted' : status);

function reasonOf({ error }: GroupOfBatch): string {
  return error === null ? '' : serviceText('problem', error.code, error.detail);
}

const columns = (): readonly Column<GroupOfBatch>[] => {
  const t = messagesOf(texts);
  return [
    {
      title: t('group'),
      cell: ({ teamId, groupId, displayName }) => {
        const name = displayName ?? groupId;
        if (name === null) return <span className="muted">{t('unknownGroup')}</span>;
        const shown = <bdi>{name}</bdi>;
        // A group that was not adopted has no page.
        return teamId === null ? shown : <Link to={`/groups/${teamId}`}>{shown}</Link>;
      },
    },
    { title: t('status'), cell: ({ status }) => <Status status={shownStatus(status)} /> },
    { title: t('why'), cell: (group) => <span className="wrap">{reasonOf(group)}</span> },
  ];
};

function Download({ batchId }: { batchId: string }) {
  const t = useMessages(texts);
  const sending = useSending({
    async send() {
      const groups = await allPages((cursor) => readGroups(batchId, cursor, ''));
      const rows = groups.map((group) => {
        const { teamId, groupId, displayName, status, completedAt } = group;
        const label = statusLabel(shownStatus(status));
        return [
          displayName ?? '',
          teamId ?? groupId ?? '',
          label,
          reasonOf(group),
          completedAt ?? '',
        ];
      });
      const titles = [t('group'), t('groupId'), t('status'), t('why'), t('completed')];
      downloadCsv(t('fileName'), [titles, ...rows].map(csvLine).join(''));
    },
  });
  return (
    <>
      <Button
        icon={<ArrowDownloadRegular />}
        disabledFocusable={sending.isPending}
        onClick={() => sending.submit()}
      >
        {t('download')}
      </Button>
      <FormNotice problem={formProblem(sending.error, [])} />
    </>
  );
}
