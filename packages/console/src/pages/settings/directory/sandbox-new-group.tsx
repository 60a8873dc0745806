// The dialog that makes a group in the sandbox as if someone made it in Teams or Outlook: nobody governs it.
import { api } from '../../../api/client.ts';
import type { Body } from '../../../api/route-types.ts';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { nobody, PeopleField, peopleIn, type Picked } from '../../../components/people-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { common } from '../../../messages/common.ts';
import { directoryGroups } from '../../../messages/directory-groups.ts';
import { sandbox as texts } from '../../../messages/sandbox.ts';
import { useMessages } from '../../../messages/use-messages.ts';

type NewGroup = Body<'post', '/sandbox/groups'>;

const obstacles = [
  'synced_from_on_premises',
  'dynamic_membership',
  'role_assignable',
  'hidden_membership',
  'class_team',
  'foreign_marker',
] as const satisfies readonly NewGroup['obstacle'][];

interface Values {
  readonly displayName: string;
  readonly mailNickName: string;
  readonly kind: 'team' | 'group';
  readonly visibility: 'private' | 'public';
  readonly owners: Picked;
  readonly members: Picked;
  readonly obstacle: (typeof obstacles)[number] | '';
}

const bodyOf = ({ owners, members, obstacle, ...values }: Values): NewGroup => ({
  ...values,
  owners: peopleIn(owners),
  members: peopleIn(members),
  ...(obstacle !== '' && { obstacle }),
});

export function NewInTeams({ close, settled }: ChangeDialog) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const d = useMessages(directoryGroups);
  const form = useForm<Values, unknown>({
    initial: {
      displayName: '',
      mailNickName: '',
      kind: 'team',
      visibility: 'private',
      owners: nobody,
      members: nobody,
      obstacle: '',
    },
    check: (values) => checkOf('post', '/sandbox/groups', bodyOf(values)),
    send: (values) => api.post('/sandbox/groups', { body: bodyOf(values) }),
    done: close,
    settled,
    finished: (_answer, { displayName }) => ({
      title: t('inTeams.made', { name: displayName }),
      link: { to: '/directory-groups', label: t('inTeams.showOthers') },
    }),
  });
  return (
    <FormDialog title={t('inTeams.newGroup')} submit={c('add')} {...form} close={close}>
      <p className="muted">{t('inTeams.newNote')}</p>
      <TextField label={t('name')} {...form.field('displayName')} required autoFocus />
      <TextField label={t('inTeams.alias')} {...form.field('mailNickName')} required mono />
      <SelectField
        label={d('kind')}
        options={(['team', 'group'] as const).map((kind) => [kind, d(`kinds.${kind}`)])}
        {...form.field('kind')}
      />
      <SelectField
        label={t('visibility')}
        options={(['private', 'public'] as const).map((one) => [one, t(`visibilities.${one}`)])}
        {...form.field('visibility')}
      />
      <PeopleField label={t('owners')} {...form.field('owners')} />
      <PeopleField label={t('members')} {...form.field('members')} />
      <SelectField
        label={d('obstacle.label')}
        options={[
          ['', d('obstacle.none')],
          ...obstacles.map((one) => [one, d(`obstacles.${one}`)] as const),
        ]}
        {...form.field('obstacle')}
      />
    </FormDialog>
  );
}
