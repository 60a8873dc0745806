// Organisations, each with its templates: create, rename, delete.
import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { getAll, send } from '../api/client.ts';
import type { OrganisationItem, OrganisationList } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { formProblem } from '../parts/form-problem.tsx';
import { Card, Empty, Loaded, Page } from '../parts/layout.tsx';
import { PatternText } from '../parts/pattern-text.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useMayChange } from '../session.ts';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; organisation: OrganisationItem };

export function OrganisationsPage() {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMayChange();
  const client = useQueryClient();
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll<OrganisationList>('organisations', signal),
  });
  const refresh = () => void client.invalidateQueries({ queryKey: ['organisations'] });
  const close = () => setOpen(undefined);
  return (
    <Page
      title="Organisations and templates"
      lead="A group is created by an organisation, from one of its templates. A template says how groups are named and what they are like."
      actions={
        mayChange ? (
          <Button
            appearance="primary"
            icon={<AddRegular />}
            onClick={() => setOpen({ kind: 'add' })}
          >
            Add an organisation
          </Button>
        ) : undefined
      }
    >
      <Loaded query={organisations} what="organisations">
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <Empty title="No organisations yet">
                Add the first one, then its first template.
              </Empty>
            </Card>
          ) : (
            items.map((organisation) => (
              <OrganisationCard
                key={organisation.organisationId}
                organisation={organisation}
                mayChange={mayChange}
                open={setOpen}
              />
            ))
          )
        }
      </Loaded>
      {open?.kind === 'add' ? <OrganisationForm close={close} done={refresh} /> : null}
      {open?.kind === 'edit' ? (
        <OrganisationForm organisation={open.organisation} close={close} done={refresh} />
      ) : null}
      {open?.kind === 'delete' ? (
        <Confirm
          title={`Delete ${open.organisation.name}?`}
          action="Delete the organisation"
          close={close}
          work={() =>
            send('DELETE', `organisations/${open.organisation.organisationId}`, {
              etag: open.organisation.etag,
            }).finally(refresh)
          }
        >
          It can be deleted while it has neither groups nor templates.
        </Confirm>
      ) : null}
    </Page>
  );
}

function OrganisationCard({
  organisation,
  mayChange,
  open,
}: {
  organisation: OrganisationItem;
  mayChange: boolean;
  open: (open: Open) => void;
}) {
  const { name, identifier, organisationId, templates } = organisation;
  const navigate = useNavigate();
  const add = () => void navigate(`/organisations/${organisationId}/new-template`);
  return (
    <Card
      className="flush"
      title={name}
      note={<span className="mono">{identifier}</span>}
      actions={
        mayChange ? (
          <div className="row">
            <Button icon={<AddRegular />} onClick={add} aria-label={`Add a template to ${name}`}>
              Add a template
            </Button>
            <Button
              appearance="subtle"
              aria-label={`Edit ${name}`}
              onClick={() => open({ kind: 'edit', organisation })}
            >
              Edit
            </Button>
            <Button
              appearance="subtle"
              aria-label={`Delete ${name}`}
              onClick={() => open({ kind: 'delete', organisation })}
            >
              Delete
            </Button>
          </div>
        ) : undefined
      }
    >
      {templates.length === 0 ? (
        <Empty title="No templates yet">Without one, no group can be created here.</Empty>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Template</th>
              <th scope="col">Alias</th>
              <th scope="col">Display name</th>
              <th scope="col">Makes</th>
            </tr>
          </thead>
          <tbody>
            {templates.map((template) => (
              <tr key={template.templateId}>
                <td>
                  <Link className="name" to={`/templates/${template.templateId}`}>
                    {template.name}
                  </Link>
                  <div className="mono muted">{template.identifier}</div>
                </td>
                <td data-label="Alias">
                  <PatternText pattern={template.mailNicknamePattern} />
                </td>
                <td data-label="Display name">
                  <PatternText pattern={template.displayNamePattern} />
                </td>
                <td data-label="Makes">{template.kind === 'team' ? 'Teams' : 'Groups'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function OrganisationForm({
  organisation,
  close,
  done,
}: {
  organisation?: OrganisationItem;
  close: () => void;
  done: () => unknown;
}) {
  const [name, setName] = useState(organisation?.name ?? '');
  const [identifier, setIdentifier] = useState(organisation?.identifier ?? '');
  const mutation = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), identifier: identifier.trim() };
      return organisation === undefined
        ? send('POST', 'organisations', { body })
        : send('PUT', `organisations/${organisation.organisationId}`, {
            body,
            etag: organisation.etag,
          });
    },
    onSuccess: close,
    onSettled: done,
  });
  const problem = formProblem(mutation.error, ['/name', '/identifier']);
  return (
    <FormDialog
      title={organisation === undefined ? 'Add an organisation' : `Edit ${organisation.name}`}
      submit={organisation === undefined ? 'Add' : 'Save'}
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
        label="Identifier"
        hint="Short and lasting: a to z, digits and hyphens. Callers use it in place of the id."
        value={identifier}
        onChange={setIdentifier}
        fault={problem.field('/identifier')}
        required
        mono
      />
    </FormDialog>
  );
}
