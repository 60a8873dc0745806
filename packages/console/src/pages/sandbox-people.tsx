// The people of the sandbox: search, add, disable, remove.
import { Button, Field, Input, Select } from '@fluentui/react-components';
import { PersonAddRegular, SearchRegular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, send } from '../api/client.ts';
import type { PersonItem, PersonList } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { FormNotice, formProblem } from '../parts/form-problem.tsx';
import { Card, Empty, Loaded } from '../parts/layout.tsx';
import { Pager } from '../parts/pager.tsx';
import { Status } from '../parts/status.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useDebounced } from '../parts/use-debounced.ts';
import { useMayChange } from '../session.ts';

const limit = 25;

export function SandboxPeople() {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PersonItem>();
  const mayChange = useMayChange();
  const client = useQueryClient();
  const sought = useDebounced(search.trim(), 200);
  const people = useQuery({
    queryKey: ['people', sought, offset],
    queryFn: ({ signal }) =>
      get<PersonList>('directory/people', { search: sought, offset, limit }, signal),
    placeholderData: (before) => before,
  });
  const refresh = () => void client.invalidateQueries({ queryKey: ['people'] });
  const toggle = useMutation({
    mutationFn: ({ personId, email, displayName, kind, enabled, etag }: PersonItem) =>
      send('PUT', `directory/people/${personId}`, {
        body: { email, name: displayName, kind, enabled: !enabled },
        etag,
      }),
    onSettled: refresh,
  });
  return (
    <>
      <div className="filters">
        <Field label="Search" className="search">
          <Input
            type="search"
            value={search}
            placeholder="Name or e-mail address"
            contentBefore={<SearchRegular aria-hidden="true" />}
            onChange={(_event, { value }) => {
              setSearch(value);
              setOffset(0);
            }}
          />
        </Field>
        {mayChange ? (
          <Button appearance="primary" icon={<PersonAddRegular />} onClick={() => setAdding(true)}>
            Add a person
          </Button>
        ) : null}
      </div>
      <FormNotice problem={formProblem(toggle.error, [])} />
      <Card className="flush">
        <Loaded query={people} what="people">
          {({ items, total }) =>
            total === 0 ? (
              <Empty title="Nobody is like that" />
            ) : (
              <>
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">Person</th>
                      <th scope="col">Kind</th>
                      <th scope="col">Account</th>
                      <th scope="col">
                        <span className="sr-only">Actions</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((person) => (
                      <tr key={person.personId}>
                        <td>
                          <div className="name">{person.displayName}</div>
                          <span className="muted small">{person.email}</span>
                        </td>
                        <td data-label="Kind">{person.kind === 'guest' ? 'Guest' : 'Employee'}</td>
                        <td data-label="Account">
                          <Status status={person.enabled ? 'enabled' : 'disabled'} />
                        </td>
                        <td className="end">
                          {mayChange ? (
                            <>
                              <Button
                                appearance="subtle"
                                size="small"
                                aria-label={`${person.enabled ? 'Disable' : 'Enable'} ${person.displayName}`}
                                disabled={toggle.isPending}
                                onClick={() => toggle.mutate(person)}
                              >
                                {person.enabled ? 'Disable' : 'Enable'}
                              </Button>
                              <Button
                                appearance="subtle"
                                size="small"
                                aria-label={`Remove ${person.displayName}`}
                                onClick={() => setRemoving(person)}
                              >
                                Remove
                              </Button>
                            </>
                          ) : null}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                <Pager
                  offset={offset}
                  limit={limit}
                  shown={items.length}
                  total={total}
                  go={setOffset}
                />
              </>
            )
          }
        </Loaded>
      </Card>
      {adding ? <AddPerson close={() => setAdding(false)} done={refresh} /> : null}
      {removing === undefined ? null : (
        <Confirm
          title={`Remove ${removing.displayName}?`}
          action="Remove the person"
          close={() => setRemoving(undefined)}
          work={() =>
            send('DELETE', `directory/people/${removing.personId}`, {
              etag: removing.etag,
            }).finally(refresh)
          }
        >
          Groups that ask for {removing.email} will fail from then on.
        </Confirm>
      )}
    </>
  );
}

function AddPerson({ close, done }: { close: () => void; done: () => unknown }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [kind, setKind] = useState('member');
  const mutation = useMutation({
    mutationFn: () =>
      send('POST', 'directory/people', {
        body: { name: name.trim(), email: email.trim(), kind },
      }),
    onSuccess: close,
    onSettled: done,
  });
  const problem = formProblem(mutation.error, ['/name', '/email']);
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
        label="Name"
        value={name}
        onChange={setName}
        fault={problem.field('/name')}
        required
        autoFocus
      />
      <TextField
        label="E-mail address"
        type="email"
        value={email}
        onChange={setEmail}
        fault={problem.field('/email')}
        required
      />
      <Field label="Kind">
        <Select value={kind} onChange={(_event, { value }) => setKind(value)}>
          <option value="member">Employee</option>
          <option value="guest">Guest</option>
        </Select>
      </Field>
    </FormDialog>
  );
}
