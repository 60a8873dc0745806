// The organisation of a new group, and one of its templates. A choice with only one option is already made.
import { ApiProblem } from '../../../api/client.ts';
import type { OrganisationItem } from '../../../api/types.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { groupRequest } from '../../../messages/group-request.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';
import type { RequestValues } from './request-values.ts';

type Choice = Pick<RequestValues, 'organisationId' | 'templateId'>;

export function onlyChoice(organisations: readonly OrganisationItem[]): Choice {
  return choiceOf(organisations.length === 1 ? organisations[0] : undefined);
}

function choiceOf(organisation: OrganisationItem | undefined): Choice {
  const templates = organisation?.templates ?? [];
  return {
    organisationId: organisation?.organisationId ?? '',
    templateId: templates.length === 1 ? (templates[0]?.templateId ?? '') : '',
  };
}

/** The fault of a form in which nothing is chosen yet. */
export function notChosen({ organisationId }: Choice): ApiProblem {
  const detail = messagesOf(groupRequest)('chooseOne');
  const pointer = organisationId === '' ? '/organisationIdOrIdentifier' : '/templateIdOrIdentifier';
  return new ApiProblem(422, 'validation_failed', detail, [{ pointer, code: 'required', detail }]);
}

export function TemplateChoice({
  organisations,
  values,
  set,
  faultOf,
  required = true,
}: {
  organisations: readonly OrganisationItem[];
  values: Choice;
  set: (change: Partial<Choice>) => void;
  /** The faults of the field at this pointer. */
  faultOf: (pointer: string) => string | undefined;
  required?: boolean;
}) {
  const t = useMessages(groupRequest);
  const choose = [['', t('choose')]] as const;
  const chosen = organisations.find((one) => one.organisationId === values.organisationId);
  return (
    <>
      <div data-pointer="/organisationIdOrIdentifier">
        <SelectField
          label={t('organisation')}
          value={values.organisationId}
          onChange={(id) =>
            set(choiceOf(organisations.find(({ organisationId }) => organisationId === id)))
          }
          options={[
            ...choose,
            ...organisations.map(({ organisationId, name }) => [organisationId, name] as const),
          ]}
          fault={faultOf('/organisationIdOrIdentifier')}
          required={required}
        />
      </div>
      {chosen === undefined ? null : (
        <div data-pointer="/templateIdOrIdentifier">
          <SelectField
            label={t('template')}
            value={values.templateId}
            onChange={(templateId) => set({ templateId })}
            options={[
              ...choose,
              ...chosen.templates.map(({ templateId, name }) => [templateId, name] as const),
            ]}
            fault={faultOf('/templateIdOrIdentifier')}
            required={required}
          />
        </div>
      )}
    </>
  );
}
