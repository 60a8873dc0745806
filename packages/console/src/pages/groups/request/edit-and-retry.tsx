// A failed request, with its wrong fields marked, that is corrected and sent again.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiProblem } from '../../../api/client.ts';
import type { GroupDetail } from '../../../api/types.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormActions } from '../../../components/form-actions.tsx';
import { FormFrame } from '../../../components/form-frame.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { Loaded } from '../../../components/layout.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useLeave, useUnsaved } from '../../../components/unsaved.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { PlanVerdict } from './plan-verdict.tsx';
import { PropertyFields } from './property-fields.tsx';
import { ExpiryField, NameFields, namesMadeBy, NewNames, PeopleFields } from './request-fields.tsx';
import { type GroupRequest, requestOf, valuesOf } from './request-values.ts';
import { requestPointers } from './request-pointers.ts';
import { usePlan } from './use-plan.ts';
import { useTemplate } from './use-template.ts';
import { fieldsOf, useVisited } from './use-visited.ts';
import { changes } from '../../../messages/changes.ts';

interface Retry extends ChangeDialog {
  readonly group: GroupDetail;
}

export function EditAndRetry({ group, close, settled }: Retry) {
  const t = useMessages(groupRequest);
  const { teamId, displayName: name } = group;
  const request = useQuery({
    queryKey: ['group', teamId, 'request'],
    queryFn: ({ signal }) => api.get('/teams/{teamId}/request', { path: { teamId }, signal }),
    staleTime: Infinity,
  });
  return request.data === undefined ? (
    <Modal title={t('editTitle', { name })} close={close} className="modal panel">
      <Loaded query={request}>{() => null}</Loaded>
    </Modal>
  ) : (
    <Edit group={group} request={request.data} close={close} settled={settled} />
  );
}

function Edit({
  group: { teamId, displayName: name, creation },
  request,
  close,
  settled,
}: Retry & { request: GroupRequest }) {
  const t = useMessages(groupRequest);
  const told = useMessages(changes);
  const leaveTo = useLeave();
  const [initial] = useState(() => valuesOf(request));
  const [values, setValues] = useState(initial);
  const isTouched = values !== initial;
  const template = useTemplate(values.templateId).data;
  const live = usePlan(requestOf(values), requestPointers);
  const { isVisited, visit, visitAll, onBlur } = useVisited(
    initial,
    values,
    live.plan !== undefined,
  );
  const sending = useSending({
    send: (sent: typeof values, idempotencyKey) =>
      api.post('/teams/{teamId}/retry/edited', {
        path: { teamId },
        body: requestOf(sent),
        idempotencyKey,
      }),
    async onSuccess(made) {
      await leaveTo(`/groups/${made.teamId}`);
      close();
    },
    onSettled: settled,
    finished: () => told('retried', { name }),
  });
  const refused = formProblem(sending.error, requestPointers);
  // Until something changes, the faults are those with which the request failed.
  const faults = (creation.error?.errors ?? []).flatMap(({ pointer, ...fault }) =>
    pointer === undefined ? [] : [{ ...fault, pointer }],
  );
  const failed = formProblem(new ApiProblem(422, 'validation_failed', '', faults), requestPointers);
  const { leave, question } = useUnsaved(isTouched, close);
  // The faults of a field that is still typed are not said.
  const planned = fieldsOf(live.plan?.faults ?? []);
  const isSaid = !isTouched || planned.length === 0 || planned.some(isVisited);
  const part = {
    values,
    set: (change: Partial<typeof values>) => {
      // The faults that are shown stay until they are corrected.
      if (!isTouched) visit(...fieldsOf(live.plan?.faults ?? faults));
      // With other properties, the template makes the names again.
      const made = change.properties === undefined ? {} : namesMadeBy(template);
      setValues((before) => ({ ...before, ...change, ...made }));
    },
    faultOf: (pointer: string) =>
      (isTouched && !isVisited(pointer) ? undefined : live.problem.field(pointer)) ??
      (isTouched || live.plan !== undefined ? undefined : failed.field(pointer)) ??
      (sending.variables === values ? refused.field(pointer) : undefined),
  };
  return (
    <Modal title={t('editTitle', { name })} close={leave} className="modal panel">
      <FormFrame
        problem={refused}
        onSubmit={() => {
          visitAll();
          sending.submit(values);
        }}
      >
        <div className="stack" onBlur={onBlur}>
          {template === undefined ? null : <PropertyFields template={template} {...part} />}
          {values.properties === initial.properties ? (
            <NameFields template={template} {...part} />
          ) : (
            <NewNames template={template} plan={live.plan} {...part} />
          )}
          <PeopleFields template={template} {...part} />
          <ExpiryField template={template} {...part} />
        </div>
        <PlanVerdict {...live} plan={isSaid ? live.plan : undefined} />
        <FormNotice problem={refused} />
        <FormActions
          leave={leave}
          submit={t('retry')}
          submitting={t('retrying')}
          pending={sending.isPending}
        />
      </FormFrame>
      {question}
    </Modal>
  );
}
