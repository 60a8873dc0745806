// The group that a template would make, before the template is saved: its names, people and steps, by the checks of a
// request. Nothing is created.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { useState } from 'react';
import { ApiProblem } from '../../api/client.ts';
import { Modal } from '../../components/modal.tsx';
import { stepLabel } from '../../components/problems.ts';
import { common } from '../../messages/common.ts';
import { groupRequest } from '../../messages/group-request.ts';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { askedOf, bodyOf, type TemplateDraft } from './template-draft.ts';
import { onProperties } from '../groups/request/asked-properties.ts';
import { GroupSummary } from '../groups/request/group-summary.tsx';
import { NewRequestFields } from '../groups/request/new-request-fields.tsx';
import { PlanVerdict } from '../groups/request/plan-verdict.tsx';
import { requestPointers } from '../groups/request/request-pointers.ts';
import { emptyValues, newRequestOf, type RequestValues } from '../groups/request/request-values.ts';
import { type Plan, usePlan } from '../groups/request/use-plan.ts';
import { fieldOf, useVisited } from '../groups/request/use-visited.ts';

export function TryTemplate({
  draft,
  organisationId,
  templateId,
  properties,
  close,
}: {
  draft: TemplateDraft;
  organisationId: string;
  /** Undefined: a new template. */
  templateId: string | undefined;
  /** Values of placeholders to begin with. */
  properties: Readonly<Record<string, string>>;
  close: () => void;
}) {
  const t = useMessages(texts);
  const r = useMessages(groupRequest);
  const c = useMessages(common);
  const [initial] = useState<RequestValues>({
    ...emptyValues,
    organisationId,
    templateId: templateId ?? 'new',
    properties,
  });
  const [values, setValues] = useState(initial);
  const template = askedOf(draft);
  const placed = (faults: Plan['faults']) =>
    onProperties(faults, template, values.properties, r('propertyRequired'));
  const live = usePlan(newRequestOf(values, template), requestPointers, placed, {
    organisationId,
    ...(templateId !== undefined && { templateId }),
    template: bodyOf(draft),
  });
  const set = (change: Partial<RequestValues>) => setValues((before) => ({ ...before, ...change }));
  const { isVisited, onBlur } = useVisited(initial, values, live.plan !== undefined);
  const isBegun = placed(live.plan?.faults ?? []).some(({ pointer }) =>
    isVisited(fieldOf(pointer)),
  );
  const part = {
    values,
    set,
    faultOf: (pointer: string) => (isVisited(pointer) ? live.problem.field(pointer) : undefined),
  };
  return (
    <Modal
      title={draft.name === '' ? t('trial.newTemplate') : t('trial.title', { name: draft.name })}
      close={close}
      className="modal panel"
    >
      <div className="stack" onBlur={onBlur}>
        <p className="muted">{t('trial.note')}</p>
        <NewRequestFields template={template} plan={live.plan} {...part} />
        {live.plan?.conforms === true ? (
          <>
            <GroupSummary template={template} plan={live.plan} />
            <Steps steps={live.plan.steps} />
          </>
        ) : null}
        {isOfTemplate(live.error) ? (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>{t('trial.faults')}</MessageBarBody>
          </MessageBar>
        ) : (
          <PlanVerdict {...live} isBegun={isBegun} />
        )}
      </div>
      <div className="modal-actions">
        <Button onClick={close}>{c('close')}</Button>
      </div>
    </Modal>
  );
}

/** Whether the template itself has faults, so that no group can be planned. */
function isOfTemplate(error: Error | null): boolean {
  return (
    error instanceof ApiProblem &&
    error.faults.some(({ pointer }) => pointer?.startsWith('/template/') === true)
  );
}

function Steps({ steps }: { steps: Plan['steps'] }) {
  const t = useMessages(texts);
  return (
    <section className="summary" aria-label={t('trial.steps')}>
      <h3>{t('trial.steps')}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{stepLabel(step)}</li>
        ))}
      </ol>
    </section>
  );
}
