// One group of the template as it is edited, from its creation to its deletion: its people, who approves it, its settings
// and its dates. All of it is the service's plan of a request; nothing is created.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiProblem } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import type { NamingPreviewResponse } from '../../api/types.ts';
import { MessageBar, MessageBarBody } from '../../components/message-bar.tsx';
import { PersonField } from '../../components/people-field.tsx';
import { groupRequest } from '../../messages/group-request.ts';
import { templates as texts } from '../../messages/templates.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { GroupSummary } from '../groups/request/group-summary.tsx';
import { PlanVerdict } from '../groups/request/plan-verdict.tsx';
import { emptyValues, newRequestOf } from '../groups/request/request-values.ts';
import { useTrial } from '../groups/request/use-plan.ts';
import type { useNamingPreview } from './naming-preview.tsx';
import { askedOf, bodyOf, type TemplateDraft } from './template-draft.ts';

type Trial = Answer<'post', '/templates/try'>;
type Moment = Trial['life'][number];

export function ExampleGroup({
  draft,
  organisationId,
  templateId,
  made,
  naming,
}: {
  draft: TemplateDraft;
  organisationId: string;
  /** Undefined: a new template. */
  templateId: string | undefined;
  /** It has a value for each property. */
  made: NamingPreviewResponse['made'];
  naming: ReturnType<typeof useNamingPreview>;
}) {
  const t = useMessages(texts);
  const r = useMessages(groupRequest);
  const [named, setNamed] = useState<string>();
  const [deputy, setDeputy] = useState('');
  const known = useQuery({
    queryKey: ['template', 'example', organisationId],
    queryFn: ({ signal }) =>
      api.get('/teams', { query: { organisation: organisationId, limit: 1 }, signal }),
    staleTime: Infinity,
  });
  const newest = known.data?.items[0]?.responsible;
  const responsible = named ?? newest?.email ?? newest?.reference ?? '';
  const template = askedOf(draft);
  const typed = Object.entries(naming.values).filter(([, value]) => value !== '');
  const values = {
    ...emptyValues,
    organisationId,
    templateId: templateId ?? 'new',
    displayName: draft.name,
    mailNickName: draft.identifier,
    properties: { ...made?.values, ...Object.fromEntries(typed) },
    responsible,
    deputy,
  };
  const live = useTrial(newRequestOf(values, template), {
    organisationId,
    ...(templateId !== undefined && { templateId }),
    template: bodyOf(draft),
  });
  const { shown } = live;
  return (
    <>
      <PersonField
        label={r('responsible')}
        value={responsible}
        onChange={setNamed}
        fault={responsible === '' ? undefined : live.problem.field('/responsible')}
      />
      <PersonField
        label={r('deputy')}
        value={deputy}
        onChange={setDeputy}
        fault={live.problem.field('/deputy')}
      />
      {shown === undefined ? null : (
        <div className="stack">
          <GroupSummary template={template} plan={shown} />
          {draft.approval.isOn && responsible === '' ? (
            <p className="muted small">{t('preview.approversLater')}</p>
          ) : null}
          <Life plan={shown} />
        </div>
      )}
      {isOfTemplate(live.error) ? (
        <MessageBar intent="error">
          <MessageBarBody>{t('preview.faults')}</MessageBarBody>
        </MessageBar>
      ) : (
        <PlanVerdict {...live} isBegun={responsible !== ''} />
      )}
    </>
  );
}

/** Whether the template itself has faults, so that no group can be planned. */
function isOfTemplate(error: Error | null): boolean {
  return (
    error instanceof ApiProblem &&
    error.faults.some(({ pointer }) => pointer?.startsWith('/template/') === true)
  );
}

function Life({ plan }: { plan: Trial }) {
  const t = useMessages(texts);
  const format = useFormat();
  const nameOf = ({ part, reference }: Moment['asks'][number]) => {
    const found = plan.people.find((one) => one.reference === reference)?.person;
    return found?.displayName ?? reference ?? t(`preview.parts.${part}`);
  };
  return (
    <figure className="example">
      <figcaption className="muted small">{t('preview.unanswered')}</figcaption>
      <ol className="timeline">
        {plan.life.map(({ at, event, asks, dueAt }) => (
          <li key={`${at} ${event}`}>
            <time dateTime={at}>{format.date(at)}</time>
            <span>
              {t(`preview.life.${event}`, {
                people: format.list(asks.map(nameOf)),
                due: dueAt === null ? '' : format.date(dueAt),
              })}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
