// The dialog that adopts one group: the template whose policy applies from then on, and the people who answer for it.
import { api } from '../../../api/client.ts';
import type { Body } from '../../../api/route-types.ts';
import type { DirectoryGroup, OrganisationItem } from '../../../api/types.ts';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonField } from '../../../components/people-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { changes } from '../../../messages/changes.ts';
import { directoryGroups as texts } from '../../../messages/directory-groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { notChosen, onlyChoice, TemplateChoice } from '../request/template-choice.tsx';

const nameChoices = ['keep', 'conform'] as const;

interface Values {
  readonly organisationId: string;
  readonly templateId: string;
  readonly responsible: string;
  readonly deputy: string;
  readonly names: (typeof nameChoices)[number];
}

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
  const { groupId, displayName, proposal } = group;
  const bodyOf = (values: Values): Body<'post', '/teams/adoption'> => ({
    groupId,
    organisationIdOrIdentifier: values.organisationId,
    templateIdOrIdentifier: values.templateId,
    names: values.names,
    ...(values.responsible.trim() !== '' && { responsible: values.responsible.trim() }),
    ...(values.deputy.trim() !== '' && { deputy: values.deputy.trim() }),
    ...(proposal?.templateId === values.templateId && { properties: proposal.properties }),
  });
  const form = useForm({
    initial: (): Values => ({
      ...(proposal ?? onlyChoice(organisations)),
      responsible: proposal?.responsible ?? '',
      deputy: proposal?.deputy ?? '',
      names: 'keep',
    }),
    pointers: {
      organisationId: '/organisationIdOrIdentifier',
      templateId: '/templateIdOrIdentifier',
    },
    check: (values) => checkOf('post', '/teams/adoption', bodyOf(values)),
    send: (values, idempotencyKey) => {
      if (values.templateId === '') throw notChosen(values);
      return api.post('/teams/adoption', { body: bodyOf(values), idempotencyKey });
    },
    done: close,
    settled,
    finished: ({ teamId }) => ({
      title: t('adopt.requested', { name: displayName }),
      link: { to: `/groups/${teamId}`, label: told('openGroup') },
    }),
  });
  const { values, set, problem } = form;
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
      <PersonField
        label={t('adopt.responsible')}
        hint={t('adopt.responsibleHint')}
        {...form.field('responsible')}
      />
      <PersonField label={t('adopt.deputy')} {...form.field('deputy')} />
      <SelectField
        label={t('adopt.names')}
        options={nameChoices.map((one) => [one, t(`adopt.nameChoices.${one}`)])}
        {...form.field('names')}
      />
    </FormDialog>
  );
}
