// An undo: first the plan, with what cannot go back and why, then the batch that takes it back. It takes back another batch, or
// what a rule, a person or an API key did in a span of time.
import { plannedOnce } from '../../../components/planned-once.ts';
import { Button } from '@fluentui/react-button';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../api/client.ts';
import { followedBatches } from '../../../api/followed-batches.ts';
import type { Answer } from '../../../api/route-types.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { downloadCsv } from '../../../components/download-csv.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadFailed } from '../../../components/layout.tsx';
import { Modal } from '../../../components/modal.tsx';
import { allPages } from '../../../components/page-after.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { isSetting, settingLabel } from '../../../components/setting-text.ts';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { batches as texts } from '../../../messages/batches.ts';
import { common } from '../../../messages/common.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { labelOf, messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { csvLine } from '../../../../../service/src/ground/csv.ts';
import { Reason } from './group-dialogs.tsx';
import { type Refused, Refusals } from './refusals.tsx';
import { reasonOf } from '../../reason-of.ts';

type Plan = Answer<'get', '/batches/{batchId}/undo'>['items'][number];

const undoAuthors = ['rule', 'person', 'apiKeyId'] as const;

export interface UndoSelection {
  readonly author: (typeof undoAuthors)[number];
  readonly name: string;
  /** Days in UTC, as those of the audit log; the last one is included. */
  readonly from: string;
  readonly until: string;
}

type Undone = { readonly batchId: string } | { readonly selection: UndoSelection };

export function UndoBatch({ batchId, ...dialog }: ChangeDialog & { batchId: string }) {
  return <PlannedUndo undone={{ batchId }} {...dialog} />;
}

/** Asks what is taken back. */
export function UndoSelected({
  initial,
  close,
  settled,
}: ChangeDialog & { initial: UndoSelection }) {
  const t = useMessages(texts);
  const [selection, setSelection] = useState<UndoSelection>();
  const form = useForm({
    initial,
    // The first page of the plan has the faults of the selection.
    async send(values) {
      await api.get('/batches/undo', { query: { ...queryOf(values), limit: 1 } });
      return values;
    },
    done: setSelection,
  });
  if (selection !== undefined) {
    return <PlannedUndo undone={{ selection }} close={close} settled={settled} />;
  }
  return (
    <FormDialog title={t('undoSelectedTitle')} submit={t('undoCheck')} {...form} close={close}>
      <SelectField
        label={t('undoAuthor')}
        options={undoAuthors.map((author) => [author, t(`undoAuthors.${author}`)] as const)}
        {...form.field('author')}
      />
      <TextField
        label={t(`undoAuthors.${form.values.author}`)}
        hint={t(`undoAuthorHints.${form.values.author}`)}
        required
        {...form.field('name')}
      />
      <TextField label={t('undoFrom')} type="date" required {...form.field('from')} />
      <TextField label={t('undoUntil')} type="date" {...form.field('until')} />
    </FormDialog>
  );
}

const dayMs = 86_400_000;

/** The span lacks the rest of a day that has not ended, so that a repeated request has the same one. */
function queryOf({ author, name, from, until }: UndoSelection) {
  const end = until === '' ? NaN : Date.parse(`${until}T00:00:00Z`) + dayMs;
  const value = name.trim();
  return {
    ...(author === 'rule' && { rule: value }),
    ...(author === 'person' && { person: value }),
    ...(author === 'apiKeyId' && { apiKeyId: value }),
    from: `${from}T00:00:00Z`,
    ...(end <= Date.now() && { until: new Date(end).toISOString() }),
  };
}

function PlannedUndo({ undone, close, settled }: ChangeDialog & { undone: Undone }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const id = useId();
  const [done, setDone] = useState(0);
  const plan = useQuery({
    queryKey: ['undo-plan', undone, id],
    queryFn: ({ signal }) => readPlan(undone, signal, setDone),
    ...plannedOnce,
    retry: false,
  });
  if (plan.data !== undefined) {
    return <ConfirmUndo plan={plan.data} undone={undone} close={close} settled={settled} />;
  }
  return (
    <Modal title={titleOf(undone)} close={close}>
      {plan.error === null ? (
        <p role="status">{t('undoing', { done })}</p>
      ) : (
        <LoadFailed error={plan.error} retry={() => void plan.refetch()} />
      )}
      <div className="modal-actions">
        <Button onClick={close}>{c('cancel')}</Button>
      </div>
    </Modal>
  );
}

function titleOf(undone: Undone): string {
  const t = messagesOf(texts);
  return 'batchId' in undone
    ? t('undoTitle')
    : t('undoOfTitle', { name: undone.selection.name.trim() });
}

function ConfirmUndo({
  plan,
  undone,
  close,
  settled,
}: ChangeDialog & { plan: readonly Plan[]; undone: Undone }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const back = plan.filter(({ changed }) => changed);
  const stays = plan.flatMap(staysOf);
  const asBefore = plan.filter((one) => !one.changed && staysOf(one).length === 0).length;
  const toApprove = plan.filter(({ needsApproval }) => needsApproval).length;
  const form = useForm({
    initial: { reason: '' },
    send: (values, idempotencyKey) => startUndo(undone, reasonOf(values), idempotencyKey),
    done(batch) {
      followedBatches.follow(batch);
      close();
    },
    settled,
  });
  const content = (
    <>
      <p>
        {t('undoPossible', { count: back.length })}{' '}
        {back.some(({ kinds }) => kinds.includes('end_adoption')) ? t('undoAdoption') : null}{' '}
        {asBefore === 0 ? null : t('undoAsBefore', { count: asBefore })}{' '}
        {toApprove === 0 ? null : t('undoToApprove', { count: toApprove })}{' '}
        {stays.length === 0 ? null : t('undoStays')}
      </p>
      <Refusals refused={stays} />
      {stays.length === 0 ? null : (
        <Button icon={<ArrowDownloadRegular />} onClick={() => download(stays)}>
          {t('undoDownload')}
        </Button>
      )}
    </>
  );
  if (back.length === 0) {
    return (
      <Modal title={titleOf(undone)} close={close}>
        {content}
        <div className="modal-actions">
          <Button onClick={close}>{c('close')}</Button>
        </div>
      </Modal>
    );
  }
  return (
    <FormDialog
      title={titleOf(undone)}
      submit={t('undoSubmit', { count: back.length })}
      {...form}
      danger={back.some(({ kinds }) => kinds.includes('delete'))}
      close={close}
    >
      {content}
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

function startUndo(undone: Undone, body: { reason?: string }, idempotencyKey: string) {
  if ('batchId' in undone) {
    const path = { batchId: undone.batchId };
    return api.post('/batches/{batchId}/undo', { path, body, idempotencyKey });
  }
  return api.post('/batches/undo', {
    body: { ...queryOf(undone.selection), ...body },
    idempotencyKey,
  });
}

async function readPlan(
  undone: Undone,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<readonly Plan[]> {
  let done = 0;
  return allPages(async (cursor) => {
    const page = { limit: 200, cursor };
    const found =
      'batchId' in undone
        ? await api.get('/batches/{batchId}/undo', {
            path: { batchId: undone.batchId },
            query: page,
            signal,
          })
        : await api.get('/batches/undo', {
            query: { ...queryOf(undone.selection), ...page },
            signal,
          });
    done += found.items.length;
    onProgress(done);
    return found;
  });
}

function staysOf({ teamId, displayName, stays, error }: Plan): readonly Refused[] {
  const t = messagesOf(texts);
  const reasons = [
    ...(error === null ? [] : [serviceText('problem', error.code, error.detail)]),
    ...stays.map((one) => reasonFor(one)),
  ];
  const name = displayName ?? t('unknownGroup');
  return reasons.map((reason) => ({
    key: `${teamId} ${reason}`,
    name,
    reason,
    to: `/groups/${teamId}`,
  }));
}

function reasonFor({ property: named, code, by, reason, detail }: Plan['stays'][number]): string {
  const t = messagesOf(texts);
  const [, list = named, person = ''] = /^(owners|members) (.+)$/.exec(named) ?? [];
  const label = isSetting(list) ? settingLabel(list) : labelOf(t, `property.${list}`, list);
  const property = person === '' ? label : `${label} (${person})`;
  if (code === 'changed_since' && by !== null) {
    return t('stays.changed_by', { property, name: by.name });
  }
  const why = reason === null ? (detail ?? '') : serviceText('code', reason, detail ?? '');
  return labelOf(t, `stays.${code}`, code, { property, why });
}

function download(stays: readonly Refused[]): void {
  const t = messagesOf(texts);
  const titles = [t('group'), t('undoWhy')];
  const rows = stays.map(({ name, reason }) => [name, reason]);
  downloadCsv(t('undoFileName'), [titles, ...rows].map(csvLine).join(''));
}
