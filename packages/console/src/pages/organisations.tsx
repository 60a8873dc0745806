// Organisations, each with its templates: create, rename, delete.
import { Button } from '@fluentui/react-button';
import { AddRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, getAll } from '../api/client.ts';
import type { OrganisationItem } from '../api/types.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { AddButton } from '../components/add-button.tsx';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { Confirm } from '../components/confirm.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { PatternText } from '../components/pattern-text.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useMayChange } from '../api/session.ts';
import { NamingRules } from './naming-rules.tsx';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; organisationId: string };

export function OrganisationsPage() {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMayChange();
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  const settled = useInvalidation(['organisations']);
  const close = () => setOpen(undefined);
  // From the current list: after a conflict, the next attempt applies to the new version.
  const organisationId = open !== undefined && 'organisationId' in open ? open.organisationId : '';
  const organisation = organisations.data?.items.find(
    (one) => one.organisationId === organisationId,
  );
  return (
    <Page
      title="Organisations and templates"
      lead="Templates define the names and settings of new groups. Each template belongs to an organisation."
      actions={<AddButton onClick={() => setOpen({ kind: 'add' })}>Add organisation</AddButton>}
    >
      <Loaded query={organisations} what="organisations">
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <Empty title="No organisations yet">Add one, then add its first template.</Empty>
            </Card>
          ) : (
            items.map((one) => (
              <OrganisationCard
                key={one.organisationId}
                organisation={one}
                mayChange={mayChange}
                open={(kind) => setOpen({ kind, organisationId: one.organisationId })}
              />
            ))
          )
        }
      </Loaded>
      <NamingRules />
      {open?.kind === 'add' ? <OrganisationForm close={close} settled={settled} /> : null}
      {open?.kind === 'edit' && organisation !== undefined ? (
        <OrganisationForm organisation={organisation} close={close} settled={settled} />
      ) : null}
      {open?.kind === 'delete' && organisation !== undefined ? (
        <Confirm
          title={`Delete ${organisation.name}?`}
          action="Delete organisation"
          close={close}
          work={() =>
            api.delete('/organisations/{organisationId}', {
              path: { organisationId },
              etag: organisation.etag,
            })
          }
          settled={settled}
        >
          <p>You can delete an organisation only if it has no groups or templates.</p>
        </Confirm>
      ) : null}
    </Page>
  );
}

const templateColumns: readonly Column<OrganisationItem['templates'][number]>[] = [
  {
    title: 'Template',
    cell: ({ templateId, name, identifier }) => (
      <>
        <Link className="name" to={`/templates/${templateId}`}>
          {name}
        </Link>
        <div className="mono muted">{identifier}</div>
      </>
    ),
  },
  { title: 'Alias', cell: (template) => <PatternText pattern={template.mailNicknamePattern} /> },
  {
    title: 'Display name',
    cell: (template) => <PatternText pattern={template.displayNamePattern} />,
  },
  { title: 'Creates', cell: ({ kind }) => (kind === 'team' ? 'Teams' : 'Groups') },
];

function OrganisationCard({
  organisation,
  mayChange,
  open,
}: {
  organisation: OrganisationItem;
  mayChange: boolean;
  open: (kind: 'edit' | 'delete') => void;
}) {
  const { name, identifier, organisationId, templates } = organisation;
  const navigate = useNavigate();
  return (
    <Card
      className="flush"
      title={name}
      note={<span className="mono">{identifier}</span>}
      actions={
        mayChange ? (
          <div className="row">
            <Button
              icon={<AddRegular />}
              aria-label={`Add template to ${name}`}
              onClick={() => void navigate(`/organisations/${organisationId}/new-template`)}
            >
              Add template
            </Button>
            <Button
              appearance="subtle"
              className="narrow"
              aria-label={`Edit ${name}`}
              onClick={() => open('edit')}
            >
              Edit
            </Button>
            <Button
              appearance="subtle"
              className="narrow"
              aria-label={`Delete ${name}`}
              onClick={() => open('delete')}
            >
              Delete
            </Button>
          </div>
        ) : undefined
      }
    >
      {templates.length === 0 ? (
        <Empty title="No templates yet">
          Add a template to create groups in this organisation.
        </Empty>
      ) : (
        <DataTable
          items={templates}
          keyOf={({ templateId }) => templateId}
          columns={templateColumns}
        />
      )}
    </Card>
  );
}

function OrganisationForm({
  organisation,
  close,
  settled,
}: ChangeDialog & { organisation?: OrganisationItem }) {
  const form = useForm({
    initial: { name: organisation?.name ?? '', identifier: organisation?.identifier ?? '' },
    send: ({ name, identifier }, idempotencyKey) => {
      const body = { name: name.trim(), identifier: identifier.trim() };
      return organisation === undefined
        ? api.post('/organisations', { body, idempotencyKey })
        : api.put('/organisations/{organisationId}', {
            path: { organisationId: organisation.organisationId },
            body,
            etag: organisation.etag,
          });
    },
    done: close,
    settled,
  });
  return (
    <FormDialog
      title={organisation === undefined ? 'Add organisation' : `Edit ${organisation.name}`}
      submit={organisation === undefined ? 'Add' : 'Save'}
      {...form}
      close={close}
    >
      <TextField label="Name" {...form.field('name')} required autoFocus />
      <TextField
        label="Identifier"
        hint="Short and stable: a to z, digits and hyphens. Callers can use it instead of the ID."
        {...form.field('identifier')}
        required
        mono
      />
    </FormDialog>
  );
}
