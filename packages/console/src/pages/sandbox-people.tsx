// The people of the sandbox: search, add, disable, remove.
import { PersonAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { PersonItem } from '../api/types.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { AddButton } from '../components/add-button.tsx';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { Confirm } from '../components/confirm.tsx';
import type { Column } from '../components/data-table.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { RowButton } from '../components/row-button.tsx';
import { SearchedList } from '../components/searched-list.tsx';
import { SelectField } from '../components/select-field.tsx';
import { Status } from '../components/status.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useSending } from '../components/use-sending.ts';
import { useMay } from '../api/session.ts';
import { changes } from '../messages/changes.ts';
import { useMessages } from '../messages/use-messages.ts';

const kinds = [
  ['member', 'Employee'],
  ['guest', 'Guest'],
] as const;

const facts: readonly Column<PersonItem>[] = [
  {
    title: 'Person',
    cell: ({ displayName, email }) => (
      <>
        <div className="name">{displayName}</div>
        <span className="muted small wrap">{email}</span>
      </>
    ),
  },
  { title: 'Kind', cell: ({ kind }) => (kind === 'guest' ? 'Guest' : 'Employee') },
  {
    title: 'Account',
    cell: ({ enabled }) => <Status status={enabled ? 'enabled' : 'disabled'} />,
  },
];

export function SandboxPeople() {
  const [open, setOpen] = useState<'add' | PersonItem>();
  const mayChange = useMay('settings:manage');
  const settled = useInvalidation(['people']);
  const close = () => setOpen(undefined);
  const told = useMessages(changes);
  const toggle = useSending({
    send: ({ personId, displayName, enabled, etag, ...others }: PersonItem) =>
      api.put('/directory/people/{personId}', {
        path: { personId },
        body: { ...others, name: displayName, enabled: !enabled },
        etag,
      }),
    onSettled: settled,
    finished: (_answer, { enabled, displayName: name }) =>
      told(enabled ? 'disabled' : 'enabled', { name }),
  });
  const actions: Column<PersonItem> = {
    title: 'Actions',
    as: 'actions',
    cell: (person) =>
      mayChange ? (
        <span className="row-actions">
          <RowButton
            action={person.enabled ? 'Disable' : 'Enable'}
            of={person.displayName}
            disabled={toggle.isPending}
            onClick={() => toggle.submit(person)}
          />
          <RowButton action="Remove" of={person.displayName} onClick={() => setOpen(person)} />
        </span>
      ) : null,
  };
  return (
    <>
      <FormNotice problem={formProblem(toggle.error, [])} />
      <SearchedList
        read={(options) => api.get('/directory/people', options)}
        queryKey="people"
        what="people"
        placeholder="Name or e-mail address"
        empty={(sought) => (sought === '' ? 'No people yet' : 'No people match')}
        columns={[...facts, actions]}
        keyOf={({ personId }) => personId}
        actions={
          <AddButton icon={<PersonAddRegular />} onClick={() => setOpen('add')}>
            Add person
          </AddButton>
        }
      />
      {open === 'add' ? <AddPerson close={close} settled={settled} /> : null}
      {typeof open === 'object' ? (
        <Confirm
          title={`Remove ${open.displayName}?`}
          finished={told('removed', { name: open.displayName })}
          action="Remove person"
          close={close}
          work={() =>
            api.delete('/directory/people/{personId}', {
              path: { personId: open.personId },
              etag: open.etag,
            })
          }
          settled={settled}
        >
          <p>Requests for groups with {open.email} will fail.</p>
        </Confirm>
      ) : null}
    </>
  );
}

function AddPerson({ close, settled }: ChangeDialog) {
  const told = useMessages(changes);
  const form = useForm<{ name: string; email: string; kind: (typeof kinds)[number][0] }, unknown>({
    initial: { name: '', email: '', kind: 'member' },
    send: ({ name, email, kind }, idempotencyKey) =>
      api.post('/directory/people', {
        body: { name: name.trim(), email: email.trim(), kind },
        idempotencyKey,
      }),
    done: close,
    settled,
    finished: (_answer, { name }) => told('added', { name: name.trim() }),
  });
  return (
    <FormDialog title="Add person" submit="Add" {...form} close={close}>
      <TextField label="Name" {...form.field('name')} required autoFocus />
      <TextField label="E-mail address" type="email" {...form.field('email')} required />
      <SelectField label="Kind" options={kinds} {...form.field('kind')} />
    </FormDialog>
  );
}
