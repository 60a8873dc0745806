// The groups of the sandbox, and what people would do to them in Teams, to rehearse what follows.
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { GroupName, readDirectoryGroups } from '../../groups/found/directory-groups.tsx';
import type { DirectoryGroup } from '../../../api/types.ts';
import type { Column } from '../../../components/data-table.tsx';
import { SearchedList } from '../../../components/searched-list.tsx';
import type { Body } from '../../../api/route-types.ts';
import { useMay } from '../../../api/session.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { type Finished, useSending } from '../../../components/use-sending.ts';
import { Day, Moment } from '../../../components/time.tsx';
import { changes } from '../../../messages/changes.ts';
import { sandbox as texts } from '../../../messages/sandbox.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';
import { NewInTeams } from './sandbox-new-group.tsx';

type Change = Body<'patch', '/sandbox/groups/{groupId}'>;

function useColumns(): readonly Column<DirectoryGroup>[] {
  const t = useMessages(texts);
  const format = useFormat();
  return [
    {
      title: t('group'),
      cell: (group) => <GroupName group={group} />,
    },
    {
      title: t('visibility'),
      cell: ({ visibility }) => labelOf(t, `visibilities.${visibility}`, visibility),
    },
    {
      title: t('owners'),
      cell: ({ owners }) => (owners === null ? '–' : format.number(owners.length)),
    },
    {
      title: t('members'),
      cell: ({ memberCount }) => (memberCount === null ? '–' : format.number(memberCount)),
    },
    { title: t('team'), cell: ({ kind }) => t(kind === 'team' ? 'hasTeam.yes' : 'hasTeam.no') },
    { title: t('created'), cell: ({ createdAt }) => <Moment iso={createdAt} /> },
    { title: t('lastUsed'), cell: ({ lastActivityOn }) => <Day day={lastActivityOn} /> },
  ];
}

/** The change of a governed group leads to its page, which compares it. */
function useDone() {
  const t = useMessages(texts);
  const told = useMessages(changes);
  return (teamId: string | null, name: string): Finished => ({
    title: t('inTeams.done', { name }),
    ...(teamId !== null && { link: { to: `/groups/${teamId}`, label: told('openGroup') } }),
  });
}

export function SandboxGroups() {
  const t = useMessages(texts);
  const columns = useColumns();
  const [renamed, setRenamed] = useState<DirectoryGroup>();
  const [used, setUsed] = useState<DirectoryGroup>();
  const [deleted, setDeleted] = useState<DirectoryGroup>();
  const [isMaking, setIsMaking] = useState(false);
  const mayChange = useMay('settings:manage');
  const settled = useInvalidation(['directory-groups'], ['groups'], ['group'], ['to-do']);
  const done = useDone();
  const change = useSending({
    send: ({ group: { groupId }, body }: { group: DirectoryGroup; body: Change }) =>
      api.patch('/sandbox/groups/{groupId}', { path: { groupId }, body }),
    onSettled: settled,
    finished: (_, { group: { teamId, displayName } }) => done(teamId, displayName),
  });
  const actions: Column<DirectoryGroup> = {
    title: t('actions'),
    as: 'actions',
    cell: (group) => {
      const { displayName: of, visibility, kind } = group;
      const isPublic = visibility === 'public';
      return mayChange ? (
        <RowMenu
          name={of}
          actions={[
            { label: t('inTeams.rename'), of, act: () => setRenamed(group) },
            {
              label: t(isPublic ? 'inTeams.hide' : 'inTeams.publish'),
              of,
              act: () =>
                change.submit({ group, body: { visibility: isPublic ? 'private' : 'public' } }),
            },
            {
              label: t('inTeams.strip'),
              of,
              act: () => change.submit({ group, body: { removeOwners: true } }),
            },
            ...(kind === 'team'
              ? []
              : [
                  {
                    label: t('inTeams.addTeam'),
                    of,
                    act: () => change.submit({ group, body: { kind: 'team' as const } }),
                  },
                ]),
            { label: t('inTeams.use'), of, act: () => setUsed(group) },
            { label: t('inTeams.delete'), of, act: () => setDeleted(group) },
          ]}
        />
      ) : null;
    },
  };
  return (
    <>
      <p className="muted">{t('inTeams.note')}</p>
      <FormNotice problem={formProblem(change.error, [])} />
      <SearchedList
        read={readDirectoryGroups}
        queryKey="directory-groups"
        placeholder={t('searchGroups')}
        empty={(sought) => t(sought === '' ? 'noGroups' : 'noGroupsMatch')}
        columns={[...columns, actions]}
        keyOf={({ groupId }) => groupId}
        actions={<AddButton onClick={() => setIsMaking(true)}>{t('inTeams.newGroup')}</AddButton>}
      />
      {isMaking ? <NewInTeams close={() => setIsMaking(false)} settled={settled} /> : null}
      {renamed === undefined ? null : (
        <RenameInTeams group={renamed} close={() => setRenamed(undefined)} settled={settled} />
      )}
      {used === undefined ? null : (
        <UsedInTeams group={used} close={() => setUsed(undefined)} settled={settled} />
      )}
      {deleted === undefined ? null : (
        <DeleteInTeams group={deleted} close={() => setDeleted(undefined)} settled={settled} />
      )}
    </>
  );
}

function RenameInTeams({ group, close, settled }: ChangeDialog & { group: DirectoryGroup }) {
  const t = useMessages(texts);
  const { groupId, teamId, displayName } = group;
  const done = useDone();
  const form = useForm({
    initial: { displayName },
    check: (body) => checkOf('patch', '/sandbox/groups/{groupId}', body),
    send: (body) => api.patch('/sandbox/groups/{groupId}', { path: { groupId }, body }),
    done: close,
    settled,
    finished: (_answer, values) => done(teamId, values.displayName),
  });
  return (
    <FormDialog
      title={t('inTeams.renameTitle', { name: displayName })}
      submit={t('inTeams.rename')}
      {...form}
      close={close}
    >
      <TextField label={t('inTeams.newName')} {...form.field('displayName')} required autoFocus />
    </FormDialog>
  );
}

function UsedInTeams({ group, close, settled }: ChangeDialog & { group: DirectoryGroup }) {
  const t = useMessages(texts);
  const { groupId, teamId, displayName, lastActivityOn } = group;
  const done = useDone();
  const form = useForm({
    initial: { lastUsedOn: lastActivityOn ?? '' },
    check: (body) => checkOf('patch', '/sandbox/groups/{groupId}', body),
    send: (body) => api.patch('/sandbox/groups/{groupId}', { path: { groupId }, body }),
    done: close,
    settled,
    finished: () => done(teamId, displayName),
  });
  return (
    <FormDialog
      title={t('inTeams.useTitle', { name: displayName })}
      submit={t('inTeams.use')}
      {...form}
      close={close}
    >
      <TextField
        label={t('lastUsed')}
        hint={t('inTeams.useNote')}
        type="date"
        {...form.field('lastUsedOn')}
        autoFocus
      />
    </FormDialog>
  );
}

function DeleteInTeams({ group, close, settled }: ChangeDialog & { group: DirectoryGroup }) {
  const t = useMessages(texts);
  const { groupId, displayName } = group;
  return (
    <Confirm
      title={t('inTeams.deleteTitle', { name: displayName })}
      action={t('inTeams.delete')}
      work={() => api.delete('/sandbox/groups/{groupId}', { path: { groupId } })}
      finished={t('inTeams.done', { name: displayName })}
      close={close}
      settled={settled}
    >
      <p>{t('inTeams.deleteNote')}</p>
    </Confirm>
  );
}
