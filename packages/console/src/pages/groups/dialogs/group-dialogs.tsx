// The dialogs of a group: edit, hand over, archive, unarchive, delete and restore. Each requests an operation.
import { api, ApiProblem } from '../../../api/client.ts';
import type { GroupChange, GroupDetail } from '../../../api/types.ts';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import {
  nobody,
  PeopleField,
  peopleIn,
  PersonField,
  type Picked,
} from '../../../components/people-field.tsx';
import type { Suggestions } from '../../../components/person-input.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useVersionedForm } from '../../../components/use-versioned-form.ts';
import { createTextSearch } from '../../../../../service/src/ground/folded-text.ts';
import { ChangedProperties, changeOfProperties } from './changed-properties.tsx';
import { managedHint, SetAgain } from './managed-members.tsx';
import { reasonOf } from '../../reason-of.ts';
import { changes } from '../../../messages/changes.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { lifecycle } from '../../../messages/lifecycle.ts';
import { groupChanges as texts } from '../../../messages/group-changes.ts';
import { common } from '../../../messages/common.ts';

export interface GroupDialog extends ChangeDialog {
  readonly group: GroupDetail;
}

/** A list needs it, from which the operation is not seen. */
const groupLink = (teamId: string) => ({
  to: `/groups/${teamId}`,
  label: messagesOf(changes)('openGroup'),
});

const visibilities = ['private', 'public'] as const;

interface EditValues {
  readonly displayName: string;
  readonly description: string;
  readonly visibility: GroupDetail['visibility'];
  readonly properties: GroupDetail['properties'];
  readonly addOwners: Picked;
  readonly addMembers: Picked;
  readonly removeOwners: Picked;
  readonly removeMembers: Picked;
  readonly reason: string;
}

export function EditGroup({ group, close, settled }: GroupDialog) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const { teamId } = group;
  const description = group.description ?? '';
  const bodyOf = ({ displayName, ...values }: EditValues): GroupChange => ({
    ...(displayName.trim() !== group.displayName && { displayName: displayName.trim() }),
    ...(values.description.trim() !== description && { description: values.description.trim() }),
    ...(values.visibility !== group.visibility && { visibility: values.visibility }),
    ...changeOfProperties(group, values.properties),
    ...changeOf('owners', values.addOwners, values.removeOwners),
    ...changeOf('members', values.addMembers, values.removeMembers),
  });
  const form = useVersionedForm<EditValues, unknown>({
    of: group,
    initial: {
      displayName: group.displayName,
      description,
      visibility: group.visibility,
      properties: group.properties,
      addOwners: nobody,
      addMembers: nobody,
      removeOwners: nobody,
      removeMembers: nobody,
      reason: '',
    },
    pointers: {
      addOwners: '/owners/add',
      addMembers: '/members/add',
      removeOwners: '/owners/remove',
      removeMembers: '/members/remove',
    },
    // With every value, so that one that was removed has its fault, too.
    check: (values) =>
      checkOf('patch', '/teams/{teamId}', {
        displayName: values.displayName.trim(),
        description: values.description.trim(),
        ...changeOfProperties(group, values.properties),
        ...changeOf('owners', values.addOwners, values.removeOwners),
        ...changeOf('members', values.addMembers, values.removeMembers),
        ...reasonOf(values),
      }),
    send: (values, version) => {
      const body = { ...bodyOf(values), ...reasonOf(values) };
      if (Object.keys(body).every((member) => member === 'reason')) throw nothingToChange();
      return api.patch('/teams/{teamId}', { path: { teamId }, body, ...version });
    },
    done: close,
    settled,
    finished: () => ({
      title: told('requested.edit', { name: group.displayName }),
      link: groupLink(teamId),
    }),
  });
  const c = useMessages(common);
  const owners = peopleOfGroup(teamId, (role) => role === 'owner');
  const members = peopleOfGroup(teamId, (role) => role === 'member');
  return (
    <FormDialog
      title={t('editOf', { name: group.displayName })}
      submit={c('save')}
      {...form}
      close={close}
    >
      <TextField
        label={t('displayName')}
        {...managedHint(group, 'displayName')}
        {...form.field('displayName')}
        required
        autoFocus
      />
      <TextField
        label={t('description')}
        {...managedHint(group, 'description')}
        {...form.field('description')}
      />
      <SelectField
        label={t('visibility')}
        {...managedHint(group, 'visibility')}
        options={visibilities.map((one) => [one, t(`visibilities.${one}`)])}
        {...form.field('visibility')}
      />
      <ChangedProperties
        group={group}
        values={form.values}
        set={form.set}
        faultOf={(pointer) => form.problem.at(pointer)}
        displayName={form.values.displayName.trim()}
      />
      <SeenValues group={group} use={form.set} />
      <PeopleField
        label={t('addOwners')}
        {...managedHint(group, 'owners', t('peopleHint'))}
        {...form.field('addOwners')}
      />
      <PeopleField
        label={t('addMembers')}
        {...managedHint(group, 'members')}
        {...form.field('addMembers')}
      />
      <PeopleField
        label={t('removeOwners')}
        {...managedHint(group, 'owners', t('removeOwnersHint'))}
        suggestions={owners}
        {...form.field('removeOwners')}
      />
      <PeopleField
        label={t('removeMembers')}
        {...managedHint(group, 'members')}
        suggestions={members}
        {...form.field('removeMembers')}
      />
      <SetAgain group={group} change={bodyOf(form.values)} />
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

/** Offers to record the values that the directory has. */
function SeenValues({
  group: { drift, observed },
  use,
}: {
  group: GroupDetail;
  use: (
    values: Partial<Pick<GroupDetail, 'displayName' | 'visibility'> & { description: string }>,
  ) => void;
}) {
  const t = useMessages(texts);
  const differs = (name: string) => drift?.some(({ property }) => property === name) === true;
  if (observed === null || !['displayName', 'description', 'visibility'].some(differs)) return null;
  return (
    <div>
      <button
        type="button"
        className="link"
        onClick={() =>
          use({
            ...(differs('displayName') && { displayName: observed.displayName }),
            ...(differs('description') && { description: observed.description ?? '' }),
            ...(differs('visibility') && {
              visibility: observed.visibility === 'public' ? 'public' : 'private',
            }),
          })
        }
      >
        {t('useSeen')}
      </button>
    </div>
  );
}

export const formerRoles = ['member', 'owner', 'none'] as const;

export function HandOverGroup({ group, close, settled }: GroupDialog) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const { teamId } = group;
  const deputy = group.deputy ?? '';
  const present = group.responsible ?? '';
  const form = useVersionedForm({
    of: group,
    initial: { responsible: present, deputy, former: 'member' as const, reason: '' },
    check: (values: HandoverValues) =>
      checkOf('patch', '/teams/{teamId}', {
        responsible: values.responsible.trim(),
        deputy: values.deputy.trim(),
        ...reasonOf(values),
      }),
    send: (values: HandoverValues, version) => {
      const responsible = values.responsible.trim();
      const body: GroupChange = {
        ...(responsible !== present && { responsible }),
        ...(values.deputy.trim() !== deputy && { deputy: values.deputy.trim() }),
        ...reasonOf(values),
      };
      if (Object.keys(body).every((member) => member === 'reason')) throw nothingToChange();
      return api.patch('/teams/{teamId}', {
        path: { teamId },
        body: { ...body, former: values.former },
        ...version,
      });
    },
    done: close,
    settled,
    finished: () => ({
      title: told('requested.handover', { name: group.displayName }),
      link: groupLink(teamId),
    }),
  });
  const { responsible, deputy: named } = form.values;
  return (
    <FormDialog
      title={t('handoverOf', { name: group.displayName })}
      submit={t('actions.handover')}
      {...form}
      close={close}
    >
      <PersonField
        label={t('responsible')}
        {...managedHint(group, 'responsible', t('responsibleHint'))}
        {...form.field('responsible')}
        autoFocus
      />
      <PersonField
        label={t('deputy')}
        {...managedHint(group, 'deputy', t('deputyHint'))}
        {...form.field('deputy')}
      />
      {named.trim() === '' ? null : (
        <div>
          <button
            type="button"
            className="link"
            onClick={() => form.set({ responsible: named, deputy: responsible })}
          >
            {t('swap')}
          </button>
        </div>
      )}
      <SelectField
        label={t('former')}
        options={formerRoles.map((one) => [one, t(`formerRoles.${one}`)])}
        {...form.field('former')}
      />
      <SetAgain
        group={group}
        change={{
          ...(responsible.trim() !== present && { responsible }),
          ...(named.trim() !== deputy && { deputy: named }),
        }}
      />
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

interface HandoverValues {
  readonly responsible: string;
  readonly deputy: string;
  readonly former: (typeof formerRoles)[number];
  readonly reason: string;
}

export type GroupAction = 'archive' | 'unarchive' | 'restore';

/** Archives, unarchives or restores. */
export function ActOnGroup({
  group,
  action,
  close,
  settled,
}: GroupDialog & { action: GroupAction }) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const path = { teamId: group.teamId };
  const form = useVersionedForm({
    of: group,
    initial: { reason: '' },
    check: (values) => checkOf('post', `/teams/{teamId}/${action}`, reasonOf(values)),
    send: (values, version) =>
      api.post(`/teams/{teamId}/${action}`, { path, body: reasonOf(values), ...version }),
    done: close,
    settled,
    finished: () => ({
      title: told(`requested.${action}`, { name: group.displayName }),
      link: groupLink(group.teamId),
    }),
  });
  return (
    <FormDialog
      title={t(`${action}.title`, { name: group.displayName })}
      submit={t(`${action}.submit`)}
      {...form}
      close={close}
    >
      <p>{t(`${action}.text`)}</p>
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

export function DeleteGroup({ group, close, settled }: GroupDialog) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const { displayName } = group;
  const form = useVersionedForm({
    of: group,
    initial: { name: '', reason: '' },
    send: (values, version) => {
      if (values.name.trim() !== displayName) throw nameMismatch(displayName);
      return api.delete('/teams/{teamId}', {
        path: { teamId: group.teamId },
        query: reasonOf(values),
        ...version,
      });
    },
    done: close,
    settled,
    finished: () => ({
      title: told('requested.delete', { name: displayName }),
      link: groupLink(group.teamId),
    }),
  });
  return (
    <FormDialog
      title={t('delete.title', { name: displayName })}
      submit={t('delete.submit')}
      {...form}
      danger
      close={close}
    >
      <p>{t('delete.text')}</p>
      <TextField
        label={t('delete.name')}
        hint={t('delete.nameHint', { name: displayName })}
        {...form.field('name')}
        required
        autoFocus
      />
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

export function Reason(field: {
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}) {
  const t = useMessages(lifecycle);
  return <TextField label={t('reason')} hint={t('reasonHint')} {...field} />;
}

function changeOf(name: 'owners' | 'members', added: Picked, removed: Picked): GroupChange {
  const [add, remove] = [peopleIn(added), peopleIn(removed)];
  return add.length + remove.length === 0 ? {} : { [name]: { add, remove } };
}

function peopleOfGroup(teamId: string, includes: (role: string) => boolean): Suggestions {
  return {
    queryKey: ['group', teamId, 'people', 'suggestions', includes('owner')],
    async read(text, signal) {
      const options = { path: { teamId }, query: { limit: 200 }, signal };
      const { items } = await api.get('/teams/{teamId}/people', options);
      const isFound = createTextSearch(text);
      return items
        .filter(
          ({ role, reference, displayName }) =>
            includes(role) && isFound(reference, displayName ?? ''),
        )
        .map(({ reference, displayName }) => ({ reference, name: displayName }));
    },
  };
}

function nothingToChange(): ApiProblem {
  return new ApiProblem(422, 'nothing_to_change', messagesOf(texts)('nothingToChange'));
}

function nameMismatch(name: string): ApiProblem {
  const detail = messagesOf(texts)('delete.mismatch', { name });
  return new ApiProblem(422, 'validation_failed', detail, [
    { pointer: '/name', code: 'mismatch', detail },
  ]);
}
