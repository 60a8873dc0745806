// The role of an administrator, and the organisations to which it is limited.
import type { AdministratorEntry, Role } from '../../../api/types.ts';
import { Choices } from '../../../components/choices.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import type { Form } from '../../../components/use-form.ts';
import { administrators } from '../../../messages/administrators.ts';
import { shell } from '../../../messages/shell.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { useOrganisations } from '../../../components/use-organisations.ts';

export const roles = ['owner', 'administrator', 'operator', 'template_editor', 'reader'] as const;

export interface GrantValues {
  readonly role: Role;
  readonly extent: 'all' | 'some';
  readonly organisationIds: readonly string[];
}

export const newGrant: GrantValues = { role: 'administrator', extent: 'all', organisationIds: [] };

type Limited = Pick<AdministratorEntry, 'organisationIds'>;

export function grantOf({ role, organisationIds }: Limited & { readonly role: Role }): GrantValues {
  return {
    role,
    extent: organisationIds === null ? 'all' : 'some',
    organisationIds: organisationIds ?? [],
  };
}

/** Without a choice among some organisations, the service refuses it. */
export function grantBodyOf({ role, extent, organisationIds }: GrantValues) {
  const isLimited = role !== 'owner' && extent === 'some';
  return { role, organisationIds: isLimited ? organisationIds : null };
}

/** The key of the text that says what a role may do. */
export function meaningOf(role: Role, isLimited: boolean) {
  return isLimited && role !== 'owner'
    ? (`limitedMeaning.${role}` as const)
    : (`roleMeaning.${role}` as const);
}

/** @param withOwner whether the user may grant the role owner */
export function GrantFields({
  form,
  withOwner,
}: {
  form: Pick<Form<GrantValues>, 'field' | 'values'>;
  withOwner: boolean;
}) {
  const t = useMessages(administrators);
  const s = useMessages(shell);
  const { role, extent } = form.values;
  const offered = roles.filter((one) => withOwner || one !== 'owner');
  return (
    <>
      <SelectField
        label={t('role')}
        options={offered.map((one) => [one, s(`role.${one}`)] as const)}
        {...form.field('role')}
        hint={s(meaningOf(role, extent === 'some'))}
      />
      {role === 'owner' ? null : (
        <SelectField
          label={t('organisations')}
          options={(['all', 'some'] as const).map((one) => [one, t(`extent.${one}`)] as const)}
          {...form.field('extent')}
          {...(extent === 'some' && { hint: t('extentHint') })}
        />
      )}
      {role === 'owner' || extent === 'all' ? null : <Organisations form={form} />}
    </>
  );
}

function Organisations({ form }: { form: Pick<Form<GrantValues>, 'field'> }) {
  const t = useMessages(administrators);
  const field = form.field('organisationIds');
  const all = useOrganisations().data?.items ?? [];
  const present = all.map(({ organisationId, name }) => ({
    value: organisationId,
    label: name,
  }));
  // One that was deleted stays visible, so that it can be taken away.
  const gone = field.value
    .filter((id) => present.every(({ value }) => value !== id))
    .map((id) => ({ value: id, label: id }));
  return <Choices legend={t('chosenOrganisations')} choices={[...present, ...gone]} {...field} />;
}

/** The names of the organisations of a limited role. */
export function LimitNames({ person: { organisationIds } }: { person: Limited }) {
  const t = useMessages(administrators);
  const format = useFormat();
  const all = useOrganisations().data?.items ?? [];
  const names = new Map(all.map(({ organisationId, name }) => [organisationId, name] as const));
  if (organisationIds === null) return t('extent.all');
  return format.list(organisationIds.map((id) => names.get(id) ?? id));
}
