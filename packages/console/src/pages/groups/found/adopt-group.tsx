// The dialog that adopts one group: the template whose policy applies from then on, and the people who answer for it.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { DirectoryGroup, OrganisationItem } from '../../../api/types.ts';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonField } from '../../../components/people-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { labelEffect } from '../../../components/setting-text.ts';
import { useForm } from '../../../components/use-form.ts';
import { changes } from '../../../messages/changes.ts';
import { directoryGroups as texts } from '../../../messages/directory-groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { notChosen, onlyChoice, TemplateChoice } from '../request/template-choice.tsx';
import { adoptionOf, nameChoices, proposedValues } from './adoption-request.ts';

export function AdoptGroup({
  group,
  organisations,
  close,
  settled,
}: ChangeDialog & {
  group: DirectoryGroup;
  organisations: readonly OrganisationItem[];
}) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const { displayName } = group;
  const form = useForm({
    initial: () => proposedValues(group, { ...onlyChoice(organisations), names: '' }),
    pointers: {
      organisationId: '/organisationIdOrIdentifier',
      templateId: '/templateIdOrIdentifier',
    },
    check: (values) => checkOf('post', '/teams/adoption', adoptionOf(group, values)),
    send: (values, idempotencyKey) => {
      if (values.templateId === '') throw notChosen(values);
      return api.post('/teams/adoption', { body: adoptionOf(group, values), idempotencyKey });
    },
    done: close,
    settled,
    finished: ({ teamId }) => ({
      title: t('adopt.requested', { name: displayName }),
      link: { to: `/groups/${teamId}`, label: told('openGroup') },
    }),
  });
  const { values, set, problem } = form;
  const plan = useQuery({
    queryKey: ['adoption-plan', group.groupId, values.templateId],
    queryFn: ({ signal }) =>
      api.post('/teams/adoption/plan', { body: adoptionOf(group, values), signal }),
    enabled: values.templateId !== '',
    retry: false,
    gcTime: 0,
  });
  return (
    <FormDialog
      title={t('adopt.title', { name: displayName })}
      submit={t('adopt.submit')}
      {...form}
      close={close}
    >
      <p className="muted">{t('adopt.note')}</p>
      <TemplateChoice
        organisations={organisations}
        values={values}
        set={set}
        faultOf={(pointer) => problem.field(pointer)}
      />
      {plan.data === undefined ? null : <p role="status">{labelEffect([plan.data])}</p>}
      <PersonField
        label={t('adopt.responsible')}
        hint={t('adopt.responsibleHint')}
        {...form.field('responsible')}
      />
      <PersonField label={t('adopt.deputy')} {...form.field('deputy')} />
      <SelectField
        label={t('adopt.names')}
        options={nameChoices.map((one) => [one, t(`adopt.nameChoices.${one || 'template'}`)])}
        {...form.field('names')}
      />
    </FormDialog>
  );
}
