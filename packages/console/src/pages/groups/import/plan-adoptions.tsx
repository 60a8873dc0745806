// The adoption of many groups: the plan with the groups that cannot be adopted, then the batch, whose progress every page
// shows. Nothing is sent before the plan was accepted.
import { plannedOnce } from '../../../components/planned-once.ts';
import { Button } from '@fluentui/react-button';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  type AdoptionVerdict,
  adoptionVerdicts,
} from '../../../../../cli/src/apply/adoption-verdicts.ts';
import { api } from '../../../api/client.ts';
import { followedBatches } from '../../../api/followed-batches.ts';
import type { Answer } from '../../../api/route-types.ts';
import { faultText } from '../../../components/fault-text.ts';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { LoadFailed } from '../../../components/layout.tsx';
import { labelEffect } from '../../../components/setting-text.ts';
import { useSending } from '../../../components/use-sending.ts';
import { common } from '../../../messages/common.ts';
import { directoryGroups as texts } from '../../../messages/directory-groups.ts';
import { groupImport } from '../../../messages/group-import.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { type Refused, Refusals } from '../dialogs/refusals.tsx';
import { adoptionColumns, type AdoptionRequest, columnAt } from './import-columns.ts';

export interface AdoptionRow {
  readonly request: AdoptionRequest;
  /** It is the alias until the plan has read the group. */
  readonly name: string;
}

type Plan = Answer<'post', '/teams/adoption/bulk/plan'>['items'][number];

interface Judged {
  readonly row: AdoptionRow;
  readonly name: string;
  readonly plan: Plan;
  /** Undefined: it can be adopted. */
  readonly reason: string | undefined;
}

/** The groups are planned in parts, so that the progress is seen. */
const plansAtOnce = 100;
/** One batch takes no more. */
const mostOfBatch = 5_000;

export function PlanAdoptions({
  rows,
  back,
  close,
  settled,
  download,
}: {
  rows: readonly AdoptionRow[];
  /** Undefined: there is nothing to choose before. */
  back: (() => void) | undefined;
  /** @param isSent whether the groups were requested */
  close: (isSent: boolean) => void;
  settled: () => void;
  /** Takes the rows that cannot be adopted, by their places, with the reason of each. */
  download?: (refused: ReadonlyMap<number, string>) => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const i = useMessages(groupImport);
  const id = useId();
  // A selection that changes behind the dialog does not change what is planned.
  const [chosen] = useState(rows);
  const [done, setDone] = useState(0);
  const plan = useQuery({
    queryKey: ['adoption-plan', id],
    queryFn: async ({ signal }) => judge(chosen, signal, setDone),
    ...plannedOnce,
    retry: false,
  });
  const sending = useSending({
    async send(adopted: readonly Judged[], idempotencyKey) {
      for (let start = 0; start < adopted.length; start += mostOfBatch) {
        const part = adopted.slice(start, start + mostOfBatch);
        const batch = await api.post('/batches', {
          body: { kind: 'adopt', adoptions: part.map(({ row }) => row.request) },
          idempotencyKey: `${idempotencyKey}-${start}`,
        });
        followedBatches.follow(batch);
      }
    },
    onSuccess: () => close(true),
    onSettled: settled,
  });
  if (plan.data === undefined) {
    return (
      <div className="stack">
        {plan.error === null ? (
          <p role="status">{t('bulk.planning', { done, total: chosen.length })}</p>
        ) : (
          <LoadFailed error={plan.error} retry={() => void plan.refetch()} />
        )}
        <div className="modal-actions">
          <Button onClick={() => close(false)}>{c('cancel')}</Button>
        </div>
      </div>
    );
  }
  const judged = plan.data;
  const adopted = judged.filter(({ reason }) => reason === undefined);
  const vacant = adopted.filter(({ plan }) => plan.responsible === null).length;
  const refused = judged.flatMap(({ row, name, reason }, at): Refused[] =>
    reason === undefined ? [] : [{ key: `${row.request.groupId} ${at}`, name, reason }],
  );
  return (
    <div className="stack">
      <p role="status">
        {t('bulk.possible', { count: adopted.length })}{' '}
        {vacant === 0 ? '' : t('bulk.vacant', { count: vacant })}{' '}
        {refused.length === 0 ? '' : t('bulk.notPossible', { count: refused.length })}{' '}
        {labelEffect(adopted.map(({ plan }) => plan))}
      </p>
      <Refusals refused={refused} />
      {download === undefined || refused.length === 0 ? null : (
        <div>
          <Button
            icon={<ArrowDownloadRegular />}
            onClick={() =>
              download(
                new Map(
                  judged.flatMap(({ reason }, at) => (reason === undefined ? [] : [[at, reason]])),
                ),
              )
            }
          >
            {i('downloadRejected')}
          </Button>
        </div>
      )}
      {adopted.length === 0 ? null : <p className="muted">{t('adopt.note')}</p>}
      <FormNotice problem={formProblem(sending.error, [])} />
      {sending.error === null ? null : <p>{t('bulk.uncertain')}</p>}
      <div className="modal-actions">
        {back === undefined ? null : (
          <Button disabled={sending.isPending || sending.error !== null} onClick={back}>
            {c('back')}
          </Button>
        )}
        <Button disabled={sending.isPending} onClick={() => close(false)}>
          {c(adopted.length === 0 ? 'close' : 'cancel')}
        </Button>
        {adopted.length === 0 ? null : (
          <Button
            appearance="primary"
            disabledFocusable={sending.isPending}
            onClick={() => sending.submit(adopted)}
          >
            {sending.isPending ? c('pleaseWait') : t('bulk.adopt', { count: adopted.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

async function judge(
  rows: readonly AdoptionRow[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<readonly Judged[]> {
  const plans: Plan[] = [];
  onProgress(0);
  for (let start = 0; start < rows.length; start += plansAtOnce) {
    const body = rows.slice(start, start + plansAtOnce).map(({ request }) => request);
    plans.push(...(await api.post('/teams/adoption/bulk/plan', { body, signal })).items);
    onProgress(plans.length);
  }
  const pairs = rows.flatMap((row, at) => {
    const plan = plans[at];
    return plan === undefined ? [] : [{ row, plan, groupId: row.request.groupId }];
  });
  const verdicts = adoptionVerdicts(pairs);
  return pairs.map(({ row, plan }, at) => ({
    row,
    name: plan.group?.displayName ?? row.name,
    plan,
    reason: reasonOf(row, plan, verdicts[at]),
  }));
}

function reasonOf(
  { request }: AdoptionRow,
  plan: Plan,
  verdict: AdoptionVerdict = 'refused',
): string | undefined {
  const t = messagesOf(texts);
  switch (verdict) {
    case 'adopt':
      return undefined;
    case 'repeated':
      return t('bulk.repeated');
    case 'beyond_room':
      return t('bulk.beyondRoom', { count: plan.room ?? 0 });
    case 'refused': {
      const { faults, error } = plan;
      // Nothing else matters about a group that cannot be adopted at all.
      const obstacles = faults.filter(({ pointer }) => pointer === '/groupId');
      if (obstacles.length > 0) return obstacles.map(textOf).join(' ');
      if (request.templateIdOrIdentifier === '') return t('bulk.noTemplate');
      if (faults.length > 0) return faults.map(textOf).join(' ');
      return error === null ? t('bulk.unknown') : serviceText('problem', error.code, error.detail);
    }
    default:
      return verdict satisfies never;
  }
}

/** A fault of the group itself needs no name of its field. */
function textOf(fault: Plan['faults'][number]): string {
  const r = messagesOf(groupRequest);
  const column = columnAt(adoptionColumns, fault.pointer);
  const text = faultText(fault);
  if (column === undefined || column === 'groupId') return text;
  const label = adoptionColumns[column].label;
  return messagesOf(texts)('bulk.inField', { field: r(label), text });
}
