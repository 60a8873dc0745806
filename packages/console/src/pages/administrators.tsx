// The people who may use this admin center, with their roles.
import { PersonAddRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, getAll } from '../api/client.ts';
import type { AdministratorEntry } from '../api/types.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { AddButton } from '../components/add-button.tsx';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { Confirm } from '../components/confirm.tsx';
import { DataTable } from '../components/data-table.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Card, Loaded, Page } from '../components/layout.tsx';
import { RowButton } from '../components/row-button.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { Moment } from '../components/time.tsx';
import { useForm } from '../components/use-form.ts';
import { useMay, useSession } from '../api/session.ts';
import { changes } from '../messages/changes.ts';
import { useMessages } from '../messages/use-messages.ts';

const roles = [
  ['administrator', 'Administrator'],
  ['reader', 'Reader'],
] as const;

export function AdministratorsPage() {
  const [adding, setAdding] = useState(false);
  const [removingId, setRemovingId] = useState<string>();
  const [resettingId, setResettingId] = useState<string>();
  const [changingId, setChangingId] = useState<string>();
  const mayChange = useMay('administrators:manage');
  const { administrator: self } = useSession();
  const administrators = useQuery({
    queryKey: ['administrators'],
    queryFn: ({ signal }) => getAll('/administrators', signal),
  });
  const settled = useInvalidation(['administrators']);
  const entryOf = (id: string | undefined) =>
    administrators.data?.items.find((one) => one.administratorId === id);
  const removing = entryOf(removingId);
  const changing = entryOf(changingId);
  const resetting = entryOf(resettingId);
  return (
    <Page
      title="Administrators"
      lead="Administrators can change everything. Readers can only view."
      actions={
        <AddButton
          permission="administrators:manage"
          icon={<PersonAddRegular />}
          onClick={() => setAdding(true)}
        >
          Add person
        </AddButton>
      }
    >
      <Loaded query={administrators} what="administrators">
        {({ items }) => (
          <Card className="flush">
            <DataTable
              items={items}
              keyOf={(person) => person.administratorId}
              columns={[
                {
                  title: 'Person',
                  cell: (person) => (
                    <>
                      <span className="name">{person.name ?? person.email}</span>{' '}
                      {person.administratorId === self.administratorId ? (
                        <span className="tag">you</span>
                      ) : null}
                      {person.name === null ? null : (
                        <div className="muted small">{person.email}</div>
                      )}
                    </>
                  ),
                },
                {
                  title: 'Role',
                  cell: ({ role }) => roles.find(([value]) => value === role)?.[1] ?? role,
                },
                {
                  title: 'Source',
                  cell: ({ source }) => (source === 'list' ? 'Added here' : 'Sign-in provider'),
                },
                {
                  title: 'Last signed in',
                  cell: (person) => <Moment iso={person.lastSignedInAt} absent="never" />,
                },
                {
                  title: 'Actions',
                  as: 'actions',
                  cell: (person) =>
                    mayChange && person.administratorId !== self.administratorId ? (
                      <>
                        <RowButton
                          action={person.role === 'reader' ? 'Make administrator' : 'Make reader'}
                          of={person.email}
                          onClick={() => setChangingId(person.administratorId)}
                        />
                        {person.accountBound ? (
                          <RowButton
                            action="Reset account"
                            of={person.email}
                            onClick={() => setResettingId(person.administratorId)}
                          />
                        ) : null}
                        <RowButton
                          action="Remove"
                          of={person.email}
                          onClick={() => setRemovingId(person.administratorId)}
                        />
                      </>
                    ) : null,
                },
              ]}
            />
          </Card>
        )}
      </Loaded>
      {adding ? <AddAdministrator close={() => setAdding(false)} settled={settled} /> : null}
      {changing === undefined ? null : (
        <ChangeRole person={changing} close={() => setChangingId(undefined)} settled={settled} />
      )}
      {resetting === undefined ? null : (
        <ResetAccount
          person={resetting}
          close={() => setResettingId(undefined)}
          settled={settled}
        />
      )}
      {removing === undefined ? null : (
        <RemoveAdministrator
          person={removing}
          close={() => setRemovingId(undefined)}
          settled={settled}
        />
      )}
    </Page>
  );
}

function ChangeRole({ person, close, settled }: ChangeDialog & { person: AdministratorEntry }) {
  const told = useMessages(changes);
  const role = person.role === 'reader' ? 'administrator' : 'reader';
  return (
    <Confirm
      title={`Make ${person.email} ${role === 'reader' ? 'a reader' : 'an administrator'}?`}
      finished={told('roleChanged', { name: person.email })}
      action={role === 'reader' ? 'Make reader' : 'Make administrator'}
      close={close}
      work={() =>
        api.put('/administrators/{administratorId}', {
          path: { administratorId: person.administratorId },
          body: { role },
          etag: person.etag,
        })
      }
      settled={settled}
    >
      <p>
        {role === 'reader'
          ? 'Readers can view everything and change nothing.'
          : 'Administrators can change everything and add other people.'}
        {person.source === 'claim'
          ? ' From now on, this list determines the role, not the sign-in provider.'
          : ''}
      </p>
    </Confirm>
  );
}

function ResetAccount({ person, close, settled }: ChangeDialog & { person: AdministratorEntry }) {
  const told = useMessages(changes);
  return (
    <Confirm
      title={`Reset the account of ${person.email}?`}
      finished={told('accountReset', { name: person.email })}
      action="Reset"
      close={close}
      work={() =>
        api.delete('/administrators/{administratorId}/account', {
          path: { administratorId: person.administratorId },
          etag: person.etag,
        })
      }
      settled={settled}
    >
      <p>
        The next sign-in provider account with this e-mail address is bound to this person. Make
        sure that the address still belongs to them.
      </p>
    </Confirm>
  );
}

function RemoveAdministrator({
  person,
  close,
  settled,
}: ChangeDialog & { person: AdministratorEntry }) {
  const told = useMessages(changes);
  return (
    <Confirm
      title={`Remove ${person.email}?`}
      finished={told('removed', { name: person.email })}
      action="Remove"
      close={close}
      work={() =>
        api.delete('/administrators/{administratorId}', {
          path: { administratorId: person.administratorId },
          etag: person.etag,
        })
      }
      settled={settled}
    >
      <p>
        They are signed out immediately.
        {person.source === 'claim'
          ? ' The sign-in provider may let them sign in again. Remove the role there, too.'
          : ''}
      </p>
    </Confirm>
  );
}

function AddAdministrator({ close, settled }: ChangeDialog) {
  const told = useMessages(changes);
  const form = useForm<{ email: string; role: (typeof roles)[number][0] }, unknown>({
    initial: { email: '', role: 'administrator' },
    send: ({ email, role }, idempotencyKey) =>
      api.post('/administrators', { body: { email: email.trim(), role }, idempotencyKey }),
    done: close,
    settled,
    finished: (_answer, { email }) => told('added', { name: email.trim() }),
  });
  return (
    <FormDialog title="Add person" submit="Add" {...form} close={close}>
      <TextField
        label="E-mail address"
        hint="As registered with the sign-in provider, or for a one-time link."
        type="email"
        {...form.field('email')}
        required
        autoFocus
      />
      <SelectField label="Role" options={roles} {...form.field('role')} />
    </FormDialog>
  );
}
