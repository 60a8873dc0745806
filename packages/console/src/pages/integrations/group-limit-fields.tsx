// The organisations and templates to which a webhook or an API key is limited. Templates are offered once their organisation is
// chosen, because there may be very many of them.
import { type Choice, Choices } from '../../components/choices.tsx';
import type { Form } from '../../components/use-form.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { groupLimit } from '../../messages/group-limit.ts';
import { useOrganisations } from '../../components/use-organisations.ts';

export interface LimitValues {
  /** None: no limit. */
  readonly organisationIds: readonly string[];
  /** None: no limit. */
  readonly templateIds: readonly string[];
}

export const noLimit: LimitValues = { organisationIds: [], templateIds: [] };

export function limitBodyOf({ organisationIds, templateIds }: LimitValues) {
  return {
    organisationIds: organisationIds.length === 0 ? null : organisationIds,
    templateIds: templateIds.length === 0 ? null : templateIds,
  };
}

export function LimitFields({ form }: { form: Pick<Form<LimitValues>, 'field' | 'values'> }) {
  const t = useMessages(groupLimit);
  const { organisationIds, templateIds } = form.values;
  const offered = useOrganisations().data?.items ?? [];
  const templates = offered
    .filter(({ organisationId }) => organisationIds.includes(organisationId))
    .flatMap(({ name: meaning, templates: all }) =>
      all.map(({ templateId, name }) => ({ value: templateId, label: name, meaning })),
    );
  // A template that was chosen stays visible, so that it can be taken away.
  const others = templateIds.filter((id) => templates.every(({ value }) => value !== id));
  const nameOf = (id: string) =>
    offered.flatMap(({ templates: all }) => all).find(({ templateId }) => templateId === id)?.name;
  const choices: readonly Choice<string>[] = [
    ...templates,
    ...others.map((id) => ({ value: id, label: nameOf(id) ?? id })),
  ];
  if (offered.length === 0) return null;
  return (
    <>
      <Choices
        legend={t('organisations')}
        choices={offered.map(({ organisationId, name }) => ({
          value: organisationId,
          label: name,
        }))}
        {...form.field('organisationIds')}
      />
      {choices.length === 0 ? null : (
        <Choices legend={t('templates')} choices={choices} {...form.field('templateIds')} />
      )}
    </>
  );
}
