// Who may work in this admin center, and as what.
import { Button, Field, Select } from '@fluentui/react-components';
import { PersonAddRegular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAll, send } from '../api/client.ts';
import type { AdministratorEntry, AdministratorList } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { formProblem } from '../parts/form-problem.tsx';
import { Card, Loaded, Page } from '../parts/layout.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Moment } from '../parts/time.tsx';
import { useMayChange, useSession } from '../session.ts';

const roleLabels = { administrator: 'Administrator', reader: 'Reader' } as const;

export function AdministratorsPage() {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AdministratorEntry>();
  const mayChange = useMayChange();
  const { administrator: self } = useSession();
  const client = useQueryClient();
  const administrators = useQuery({
    queryKey: ['administrators'],
    queryFn: ({ signal }) => getAll<AdministratorList>('administrators', signal),
  });
  const refresh = () => void client.invalidateQueries({ queryKey: ['administrators'] });
  return (
    <Page
      title="Administrators"
      lead="Administrators change things here; readers see everything and change nothing."
      actions={
        mayChange ? (
          <Button appearance="primary" icon={<PersonAddRegular />} onClick={() => setAdding(true)}>
            Add a person
          </Button>
        ) : undefined
      }
    >
      <Card className="flush">
        <Loaded query={administrators} what="administrators">
          {({ items }) => (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col">Role</th>
                  <th scope="col">Known by</th>
                  <th scope="col">Last signed in</th>
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((person) => (
                  <tr key={person.administratorId}>
                    <td>
                      <div className="name">{person.name ?? person.email}</div>
                      {person.name === null ? null : (
                        <span className="muted small">{person.email}</span>
                      )}
                    </td>
                    <td data-label="Role">{roleLabels[person.role]}</td>
                    <td data-label="Known by">
                      {person.source === 'list' ? 'this list' : 'the sign-in provider'}
                    </td>
                    <td data-label="Last signed in">
                      <Moment iso={person.lastSignedInAt} absent="never" />
                    </td>
                    <td className="end">
                      {mayChange && person.administratorId !== self.administratorId ? (
                        <Button
                          appearance="subtle"
                          size="small"
                          aria-label={`Remove ${person.email}`}
                          onClick={() => setRemoving(person)}
                        >
                          Remove
                        </Button>
                      ) : person.administratorId === self.administratorId ? (
                        <span className="tag">you</span>
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Loaded>
      </Card>
      {adding ? <AddAdministrator close={() => setAdding(false)} done={refresh} /> : null}
      {removing === undefined ? null : (
        <Confirm
          title={`Remove ${removing.email}?`}
          action="Remove"
          close={() => setRemoving(undefined)}
          work={() =>
            send('DELETE', `administrators/${removing.administratorId}`, {
              etag: removing.etag,
            }).finally(refresh)
          }
        >
          Every session of theirs ends at once.
          {removing.source === 'claim'
            ? ' The sign-in provider may let them in again; take the role away there, too.'
            : ''}
        </Confirm>
      )}
    </Page>
  );
}

function AddAdministrator({ close, done }: { close: () => void; done: () => unknown }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('administrator');
  const mutation = useMutation({
    mutationFn: () => send('POST', 'administrators', { body: { email: email.trim(), role } }),
    onSuccess: close,
    onSettled: done,
  });
  const problem = formProblem(mutation.error, ['/email', '/role']);
  return (
    <FormDialog
      title="Add a person"
      submit="Add"
      pending={mutation.isPending}
      problem={problem}
      onSubmit={() => mutation.mutate()}
      close={close}
    >
      <TextField
        label="E-mail address"
        hint="As the sign-in provider knows it, or for a one-time link."
        type="email"
        value={email}
        onChange={setEmail}
        fault={problem.field('/email')}
        required
        autoFocus
      />
      <Field label="Role">
        <Select value={role} onChange={(_event, { value }) => setRole(value)}>
          <option value="administrator">Administrator</option>
          <option value="reader">Reader</option>
        </Select>
      </Field>
    </FormDialog>
  );
}
