// The dialogs of the members tab: add people, and change the place of one person. Each requests one operation of the group.
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { GroupChange } from '../../../api/types.ts';
import { checkOf } from '../../../components/body-check.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { nobody, PeopleField, peopleIn } from '../../../components/people-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useVersionedForm } from '../../../components/use-versioned-form.ts';
import { changes } from '../../../messages/changes.ts';
import { groupChanges as texts } from '../../../messages/group-changes.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { reasonOf } from '../../reason-of.ts';
import { type GroupDialog, Reason } from './group-dialogs.tsx';
import { SetAgain } from './managed-members.tsx';

const places = ['members', 'owners'] as const;

export function AddPeople({ group, close, settled }: GroupDialog) {
  const t = useMessages(texts);
  const [place, setPlace] = useState<(typeof places)[number]>('members');
  const form = useChange(
    { group, close, settled },
    { people: nobody, reason: '' },
    { people: `/${place}/add` },
    ({ people }) => ({ [place]: { add: peopleIn(people) } }),
  );
  return (
    <FormDialog title={t('addPeople')} submit={t('add')} {...form} close={close}>
      <PeopleField label={t('people')} hint={t('peopleHint')} {...form.field('people')} />
      <SelectField
        label={t('as')}
        options={places.map((one) => [one, t(`places.${one}`)] as const)}
        value={place}
        onChange={setPlace}
        fault={undefined}
      />
      <SetAgain group={group} change={{ [place]: {} }} />
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

export type MemberAct = 'makeOwner' | 'makeMember' | 'remove';

export function ChangeMember({
  group,
  act,
  person,
  held,
  close,
  settled,
}: GroupDialog & {
  act: MemberAct;
  person: { readonly reference: string; readonly name: string; readonly isOwner: boolean };
  /** The reason for which the person keeps the place; undefined: there is none. */
  held: string | undefined;
}) {
  const t = useMessages(texts);
  const { name } = person;
  const people = [person.reference];
  const change: GroupChange =
    act === 'makeOwner'
      ? { owners: { add: people } }
      : {
          ...(person.isOwner && { owners: { remove: people } }),
          ...(act === 'remove' && { members: { remove: people } }),
        };
  const form = useChange({ group, close, settled }, { reason: '' }, {}, () => change);
  const title = t(`${act}.title`, { name });
  if (held !== undefined) {
    return (
      <Confirm
        title={title}
        action={t(`${act}.submit`)}
        isRefused
        finished=""
        work={() => Promise.resolve()}
        close={close}
      >
        <p>{held}</p>
      </Confirm>
    );
  }
  return (
    <FormDialog
      title={title}
      submit={t(`${act}.submit`)}
      danger={act === 'remove'}
      {...form}
      close={close}
    >
      <p>{t(`${act}.text`)}</p>
      <SetAgain group={group} change={change} />
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

function useChange<Values extends { readonly reason: string }>(
  { group, close, settled }: GroupDialog,
  initial: Values,
  pointers: Partial<Record<keyof Values, string>>,
  changeOf: (values: Values) => GroupChange,
) {
  const told = useMessages(changes);
  const { teamId, displayName } = group;
  const bodyOf = (values: Values) => ({ ...changeOf(values), ...reasonOf(values) });
  return useVersionedForm<Values, unknown>({
    of: group,
    initial,
    pointers,
    check: (values) => checkOf('patch', '/teams/{teamId}', bodyOf(values)),
    send: (values, version) =>
      api.patch('/teams/{teamId}', { path: { teamId }, body: bodyOf(values), ...version }),
    done: close,
    settled,
    finished: () => ({ title: told('requested.edit', { name: displayName }) }),
  });
}
