// A new group: an organisation and one of its templates, the fields that the template asks for, and the group that would
// be created, checked by the service while it is typed.
import { Button } from '@fluentui/react-button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import type { OrganisationItem } from '../../../api/types.ts';
import { FormActions } from '../../../components/form-actions.tsx';
import { FormFrame } from '../../../components/form-frame.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { Empty, Loaded } from '../../../components/layout.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useLeave, useUnsaved } from '../../../components/unsaved.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { common } from '../../../messages/common.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { onProperties } from './asked-properties.ts';
import { GroupSummary } from './group-summary.tsx';
import { NewRequestFields } from './new-request-fields.tsx';
import { PlanVerdict } from './plan-verdict.tsx';
import { requestPointers } from './request-pointers.ts';
import {
  emptyValues,
  type GroupRequest,
  newRequestOf,
  type RequestValues,
} from './request-values.ts';
import { notChosen, onlyChoice, TemplateChoice } from './template-choice.tsx';
import { type Plan, planQuery, refusalOf, usePlan } from './use-plan.ts';
import { useOrganisations } from '../../../components/use-organisations.ts';
import { useTemplate } from './use-template.ts';
import { fieldOf, useVisited } from './use-visited.ts';

type Organisations = readonly OrganisationItem[];

interface Sent {
  readonly values: RequestValues;
  /** Undefined: no template is chosen. */
  readonly body: GroupRequest | undefined;
}

export function NewGroup({ close }: { close: () => void }) {
  const t = useMessages(groupRequest);
  const query = useOrganisations();
  const usable = query.data?.items.filter(({ templates }) => templates.length > 0) ?? [];
  return usable.length > 0 ? (
    <Form organisations={usable} close={close} />
  ) : (
    <Modal title={t('newGroup')} close={close} className="modal panel">
      <Loaded query={query}>{() => <NoTemplates close={close} />}</Loaded>
    </Modal>
  );
}

function NoTemplates({ close }: { close: () => void }) {
  const t = useMessages(groupRequest);
  const c = useMessages(common);
  return (
    <>
      <Empty title={t('noTemplates')} />
      <div className="modal-actions">
        <Button onClick={close}>{c('close')}</Button>
        <Link to="/organisations" onClick={close}>
          {t('addTemplate')}
        </Link>
      </div>
    </>
  );
}

function Form({ organisations, close }: { organisations: Organisations; close: () => void }) {
  const t = useMessages(groupRequest);
  const leaveTo = useLeave();
  const client = useQueryClient();
  const [initial] = useState(() => ({ ...emptyValues, ...onlyChoice(organisations) }));
  const [values, setValues] = useState<RequestValues>(initial);
  const template = useTemplate(values.templateId).data;
  const request = template === undefined ? undefined : newRequestOf(values, template);
  const placed = (faults: Plan['faults']) =>
    template === undefined
      ? faults
      : onProperties(faults, template, values.properties, t('propertyRequired'));
  const live = usePlan(request, requestPointers, placed);
  const { isVisited, visitAll, onBlur } = useVisited(initial, values, live.plan !== undefined);
  const sending = useSending({
    async send({ body }: Sent, idempotencyKey) {
      if (body === undefined) throw notChosen(values);
      // A plan that is not possible just now does not hold the request back: the service checks it again.
      const plan = await client.fetchQuery(planQuery(body)).catch(() => undefined);
      const refused = refusalOf(placed(plan?.faults ?? []));
      if (refused !== null) throw refused;
      return api.post('/teams', { body, idempotencyKey });
    },
    onSuccess: ({ teamId }) => leaveTo(`/groups/${teamId}`),
    finished: (_made, { values: sent, body }) => {
      const plan = body && client.getQueryData(planQuery(body).queryKey);
      return t('requested', { name: plan?.names?.displayName ?? sent.displayName });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['groups'] }),
  });
  const { leave, question } = useUnsaved(values !== initial && !sending.isSuccess, close);
  const refused = formProblem(sending.error, requestPointers);
  const faultOf = (pointer: string) =>
    (isVisited(pointer) ? live.problem.field(pointer) : undefined) ??
    (sending.variables?.values === values ? refused.field(pointer) : undefined);
  const set = (change: Partial<RequestValues>) => setValues((before) => ({ ...before, ...change }));
  const part = { values, set, faultOf };
  const isBegun = placed(live.plan?.faults ?? []).some(({ pointer }) =>
    isVisited(fieldOf(pointer)),
  );
  return (
    <Modal title={t('newGroup')} close={leave} className="modal panel">
      <FormFrame
        problem={refused}
        onSubmit={() => {
          visitAll();
          sending.submit({ values, body: request });
        }}
      >
        <div className="stack" onBlur={onBlur}>
          <TemplateChoice organisations={organisations} {...part} />
          {template === undefined ? null : (
            <>
              <NewRequestFields template={template} plan={live.plan} {...part} />
              {live.plan?.conforms === true ? (
                <GroupSummary template={template} plan={live.plan} />
              ) : null}
              <PlanVerdict {...live} isBegun={isBegun} />
            </>
          )}
        </div>
        <FormNotice problem={refused} />
        <FormActions
          leave={leave}
          submit={t('create')}
          submitting={t('creating')}
          pending={sending.isPending}
        />
      </FormFrame>
      {question}
    </Modal>
  );
}
