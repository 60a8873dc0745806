// One operation on several groups: what to do, then the plan with the groups for which it is not possible, then the batch
// of the others, whose progress is shown above every page.
import { plannedOnce } from '../../../components/planned-once.ts';
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, ApiProblem } from '../../../api/client.ts';
import { followedBatches } from '../../../api/followed-batches.ts';
import type { Body } from '../../../api/route-types.ts';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadFailed, Loading } from '../../../components/layout.tsx';
import { Modal } from '../../../components/modal.tsx';
import { PersonField } from '../../../components/people-field.tsx';
import { labelEffect } from '../../../components/setting-text.ts';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { Reason } from './group-dialogs.tsx';
import { refusedGroups, Refusals } from './refusals.tsx';
import { reasonOf } from '../../reason-of.ts';
import { common } from '../../../messages/common.ts';
import { groupChanges as texts } from '../../../messages/group-changes.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';

export type BulkKind = 'handover' | 'archive' | 'delete' | 'repair' | 'accept_drift';
interface PlannedGroup {
  readonly teamId: string;
  readonly displayName: string;
  readonly etag: string;
  readonly error: { readonly code: string; readonly detail: string } | null;
  /** It belongs to a handover in which each group has its own successors. */
  readonly responsible?: string | null;
  readonly deputy?: string | null;
  readonly mayAlsoChange?: readonly string[];
}
type Plan = readonly PlannedGroup[];
type Handover = Pick<Body<'post', '/batches'>, 'responsible' | 'deputy' | 'former' | 'properties'>;

/** The differences that a record can take; a missing owner is handed over or repaired. */
const acceptable = ['displayName', 'description', 'visibility', 'archived', 'settings'] as const;

interface Bulk extends ChangeDialog {
  readonly kind: BulkKind;
  readonly teamIds: readonly string[];
  /** The batch was started. */
  readonly done: () => void;
}

export function BulkDialog({ kind, teamIds, close, done, settled }: Bulk) {
  // A selection that changes behind the dialog does not change what is confirmed.
  const [chosen] = useState(teamIds);
  const [handover, setHandover] = useState<Handover | undefined>(
    kind === 'accept_drift' ? { properties: [...acceptable] } : undefined,
  );
  const [isAsking, setIsAsking] = useState(kind === 'handover');
  const t = useMessages(texts);
  const c = useMessages(common);
  const title = t(`bulk.title.${kind}`, { count: chosen.length });
  const plan = useQuery({
    queryKey: ['group-operations', 'plan', kind, chosen, handover],
    queryFn: ({ signal }) =>
      api.post('/teams/operations/plan', { body: { kind, teamIds: chosen, ...handover }, signal }),
    enabled: !isAsking,
    ...plannedOnce,
  });
  if (isAsking) {
    return (
      <AskHandover
        title={title}
        initial={handover}
        close={close}
        take={(named) => {
          setHandover(named);
          setIsAsking(false);
        }}
      />
    );
  }
  if (plan.data === undefined) {
    return (
      <Modal title={title} close={close}>
        {plan.error === null ? (
          <Loading />
        ) : (
          <LoadFailed error={plan.error} retry={() => void plan.refetch()} />
        )}
        <div className="modal-actions">
          <Button onClick={close}>{c('cancel')}</Button>
        </div>
      </Modal>
    );
  }
  return (
    <ConfirmBulk
      kind={kind}
      plan={plan.data.items}
      handover={handover ?? {}}
      close={close}
      back={kind === 'handover' ? () => setIsAsking(true) : undefined}
      settled={settled}
      done={done}
    />
  );
}

function groupOf({ teamId, etag, responsible, deputy }: PlannedGroup) {
  return {
    teamId,
    etag,
    ...(responsible != null && { responsible }),
    ...(deputy !== undefined && { deputy }),
  };
}

function AskHandover({
  title,
  initial,
  close,
  take,
}: {
  title: string;
  initial: Handover | undefined;
  close: () => void;
  take: (named: Handover) => void;
}) {
  const t = useMessages(texts);
  const form = useForm({
    initial: { responsible: initial?.responsible ?? '', deputy: initial?.deputy ?? '' },
    send: async (values) => {
      const [responsible, deputy] = [values.responsible.trim(), values.deputy.trim()];
      if (responsible === '' && deputy === '') throw nobodyNamed();
      return {
        ...(responsible !== '' && { responsible }),
        ...(deputy !== '' && { deputy }),
      };
    },
    done: take,
  });
  return (
    <FormDialog title={title} submit={t('bulk.check')} {...form} close={close}>
      <PersonField
        label={t('bulk.newResponsible')}
        hint={t('bulk.newResponsibleHint')}
        {...form.field('responsible')}
        autoFocus
      />
      <PersonField
        label={t('bulk.newDeputy')}
        hint={t('bulk.newDeputyHint')}
        {...form.field('deputy')}
      />
    </FormDialog>
  );
}

export function ConfirmBulk({
  kind,
  plan,
  handover,
  close,
  back,
  settled,
  done,
  children,
}: ChangeDialog & {
  kind: BulkKind;
  plan: Plan;
  handover: Handover;
  children?: ReactNode;
  back: (() => void) | undefined;
  /** The batch was started. */
  done: () => void;
}) {
  const possible = plan.filter(({ error }) => error === null);
  const t = useMessages(texts);
  const c = useMessages(common);
  const count = String(possible.length);
  const batchOf = (values: { readonly reason: string }) => ({
    kind,
    groups: possible.map(groupOf),
    ...handover,
    ...reasonOf(values),
  });
  const form = useForm({
    initial: { count: '', reason: '' },
    check: (values) => checkOf('post', '/batches', batchOf(values)),
    send: (values, idempotencyKey) => {
      if (kind === 'delete' && values.count.trim() !== count) throw wrongCount(count);
      return api.post('/batches', { body: batchOf(values), idempotencyKey });
    },
    done(batch) {
      followedBatches.follow(batch);
      done();
    },
    settled,
  });
  const content = (
    <>
      <p>
        {t(`bulk.possible.${kind}`, { count: possible.length })}{' '}
        {plan.length === possible.length
          ? ''
          : t('bulk.notPossible', { count: plan.length - possible.length })}{' '}
        {labelEffect(possible)}
      </p>
      <Refusals refused={refusedGroups(plan)} />
      {children}
    </>
  );
  if (possible.length === 0) {
    return (
      <Modal title={t(`bulk.title.${kind}`, { count: plan.length })} close={close}>
        {content}
        <div className="modal-actions">
          {back === undefined ? null : <Button onClick={back}>{c('back')}</Button>}
          <Button onClick={close}>{c('close')}</Button>
        </div>
      </Modal>
    );
  }
  return (
    <FormDialog
      title={t(`bulk.question.${kind}`, { count: possible.length })}
      submit={t(`bulk.title.${kind}`, { count: possible.length })}
      {...form}
      danger={kind === 'delete'}
      close={close}
    >
      {content}
      {kind === 'delete' ? (
        <TextField
          label={t('bulk.count')}
          hint={t('bulk.countHint', { count })}
          {...form.field('count')}
          required
          autoFocus
        />
      ) : null}
      <Reason {...form.field('reason')} />
      {back === undefined ? null : (
        <div>
          <button type="button" className="link" onClick={back}>
            {t('bulk.changePeople')}
          </button>
        </div>
      )}
    </FormDialog>
  );
}

function nobodyNamed(): ApiProblem {
  const detail = messagesOf(texts)('bulk.nobodyNamed');
  return new ApiProblem(422, 'validation_failed', detail, [
    { pointer: '/responsible', code: 'nobody_named', detail },
  ]);
}

function wrongCount(count: string): ApiProblem {
  const detail = messagesOf(texts)('bulk.wrongCount', { count });
  return new ApiProblem(422, 'validation_failed', detail, [
    { pointer: '/count', code: 'mismatch', detail },
  ]);
}
