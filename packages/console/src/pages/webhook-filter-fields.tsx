// The organisations and templates to which an endpoint is limited. Templates are offered once their organisation is
// chosen, because there may be very many of them.
import { useQuery } from '@tanstack/react-query';
import { getAll } from '../api/client.ts';
import { type Choice, Choices } from '../components/choices.tsx';
import type { Form } from '../components/use-form.ts';
import { useMessages } from '../messages/use-messages.ts';
import { webhookFilters } from '../messages/webhook-filters.ts';

export interface FilterValues {
  /** None: no limit. */
  readonly organisationIds: readonly string[];
  /** None: no limit. */
  readonly templateIds: readonly string[];
}

export const noFilter: FilterValues = { organisationIds: [], templateIds: [] };

export function filterBodyOf({ organisationIds, templateIds }: FilterValues) {
  return {
    organisationIds: organisationIds.length === 0 ? null : organisationIds,
    templateIds: templateIds.length === 0 ? null : templateIds,
  };
}

export function FilterFields({ form }: { form: Pick<Form<FilterValues>, 'field' | 'values'> }) {
  const t = useMessages(webhookFilters);
  const { organisationIds, templateIds } = form.values;
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  const offered = organisations.data?.items ?? [];
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
