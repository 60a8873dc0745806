// The undo of a batch: first the plan, with what cannot go back and why, then the batch that takes it back.
import { plannedOnce } from '../../../components/planned-once.ts';
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../api/client.ts';
import { followedBatches } from '../../../api/followed-batches.ts';
import type { Answer } from '../../../api/route-types.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadFailed } from '../../../components/layout.tsx';
import { Modal } from '../../../components/modal.tsx';
import { allPages } from '../../../components/page-after.ts';
import { isSetting, settingLabel } from '../../../components/setting-text.ts';
import { useForm } from '../../../components/use-form.ts';
import { batches as texts } from '../../../messages/batches.ts';
import { common } from '../../../messages/common.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { labelOf, messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { Reason } from './group-dialogs.tsx';
import { type Refused, Refusals } from './refusals.tsx';
import { reasonOf } from '../../reason-of.ts';

type Plan = Answer<'get', '/batches/{batchId}/undo'>['items'][number];

export function UndoBatch({ batchId, close, settled }: ChangeDialog & { batchId: string }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const id = useId();
  const [done, setDone] = useState(0);
  const plan = useQuery({
    queryKey: ['undo-plan', batchId, id],
    queryFn: ({ signal }) => readPlan(batchId, signal, setDone),
    ...plannedOnce,
    retry: false,
  });
  if (plan.data !== undefined) {
    return <ConfirmUndo plan={plan.data} batchId={batchId} close={close} settled={settled} />;
  }
  return (
    <Modal title={t('undoTitle')} close={close}>
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

function ConfirmUndo({
  plan,
  batchId,
  close,
  settled,
}: ChangeDialog & { plan: readonly Plan[]; batchId: string }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const back = plan.filter(({ changed }) => changed);
  const stays = plan.flatMap(staysOf);
  const asBefore = plan.filter((one) => !one.changed && staysOf(one).length === 0).length;
  const form = useForm({
    initial: { reason: '' },
    send: (values, idempotencyKey) =>
      api.post('/batches/{batchId}/undo', {
        path: { batchId },
        body: reasonOf(values),
        idempotencyKey,
      }),
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
        {back.some(({ kind }) => kind === 'end_adoption') ? t('undoAdoption') : null}{' '}
        {asBefore === 0 ? null : t('undoAsBefore', { count: asBefore })}{' '}
        {stays.length === 0 ? null : t('undoStays')}
      </p>
      <Refusals refused={stays} />
    </>
  );
  if (back.length === 0) {
    return (
      <Modal title={t('undoTitle')} close={close}>
        {content}
        <div className="modal-actions">
          <Button onClick={close}>{c('close')}</Button>
        </div>
      </Modal>
    );
  }
  return (
    <FormDialog
      title={t('undoTitle')}
      submit={t('undoSubmit', { count: back.length })}
      {...form}
      danger={back.some(({ kind }) => kind === 'delete')}
      close={close}
    >
      {content}
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

async function readPlan(
  batchId: string,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<readonly Plan[]> {
  let done = 0;
  return allPages(async (cursor) => {
    const query = { limit: 200, cursor };
    const page = await api.get('/batches/{batchId}/undo', { path: { batchId }, query, signal });
    done += page.items.length;
    onProgress(done);
    return page;
  });
}

function staysOf({ teamId, displayName, stays, error }: Plan): readonly Refused[] {
  const t = messagesOf(texts);
  const reasons = [
    ...(error === null ? [] : [serviceText('problem', error.code, error.detail)]),
    ...stays.map(({ property, code }) =>
      labelOf(t, `stays.${code}`, code, {
        property: isSetting(property)
          ? settingLabel(property)
          : labelOf(t, `property.${property}`, property),
      }),
    ),
  ];
  const name = displayName ?? t('unknownGroup');
  return reasons.map((reason) => ({
    key: `${teamId} ${reason}`,
    name,
    reason,
    to: `/groups/${teamId}`,
  }));
}
