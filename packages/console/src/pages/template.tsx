// A template: names, with a live preview, and the policy that provisioning applies. New or there already.
import {
  Button,
  Field,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Select,
  Switch,
  Textarea,
} from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { get, send } from '../api/client.ts';
import type { OrganisationItem, TemplateItem } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FormNotice, formProblem } from '../parts/form-problem.tsx';
import { Card, Loaded, Page } from '../parts/layout.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useMayChange } from '../session.ts';
import { NamingPreview } from './naming-preview.tsx';
import { bodyOf, draftOf, type TemplateDraft } from './template-draft.ts';

const back = { to: '/organisations', label: 'Organisations and templates' };

export function TemplatePage() {
  const { templateId, organisationId = '' } = useParams();
  return templateId === undefined ? (
    <NewTemplate organisationId={organisationId} />
  ) : (
    <ExistingTemplate key={templateId} templateId={templateId} />
  );
}

function NewTemplate({ organisationId }: { organisationId: string }) {
  const organisation = useQuery({
    queryKey: ['organisation', organisationId],
    queryFn: ({ signal }) => get<OrganisationItem>(`organisations/${organisationId}`, {}, signal),
  });
  return (
    <Page title="New template" back={back} lead={organisation.data?.name}>
      <Loaded query={organisation} what="the organisation">
        {() => <Editor organisationId={organisationId} />}
      </Loaded>
    </Page>
  );
}

function ExistingTemplate({ templateId }: { templateId: string }) {
  const [deleting, setDeleting] = useState(false);
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const client = useQueryClient();
  const template = useQuery({
    queryKey: ['template', templateId],
    queryFn: ({ signal }) => get<TemplateItem>(`templates/${templateId}`, {}, signal),
    // What somebody edits must not change under their hands.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Page
      title={template.data?.name ?? 'Template'}
      back={back}
      lead={template.data?.organisation.name}
      actions={
        mayChange && template.data !== undefined ? (
          <Button icon={<DeleteRegular />} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        ) : undefined
      }
    >
      <Loaded query={template} what="the template">
        {(data) => (
          <Editor
            key={data.etag}
            organisationId={data.organisationId}
            template={data}
            reload={() => void template.refetch()}
          />
        )}
      </Loaded>
      {deleting && template.data !== undefined ? (
        <Confirm
          title={`Delete ${template.data.name}?`}
          action="Delete the template"
          close={() => setDeleting(false)}
          work={async () => {
            await send('DELETE', `templates/${templateId}`, { etag: template.data.etag });
            await client.invalidateQueries({ queryKey: ['organisations'] });
            await navigate('/organisations');
          }}
        >
          It can be deleted while there are no groups of it.
        </Confirm>
      ) : null}
    </Page>
  );
}

const pointers = [
  '/name',
  '/identifier',
  '/mailNicknamePattern',
  '/displayNamePattern',
  '/policy/minimumOwners',
  '/policy/standingOwners',
  '/policy/standingMembers',
  '/policy/channels',
];

function Editor({
  organisationId,
  template,
  reload,
}: {
  organisationId: string;
  template?: TemplateItem;
  reload?: () => void;
}) {
  const [draft, setDraft] = useState<TemplateDraft>(() => draftOf(template));
  const [saved, setSaved] = useState(false);
  const mayChange = useMayChange();
  const client = useQueryClient();
  const navigate = useNavigate();
  const set = (change: Partial<TemplateDraft>) => {
    setSaved(false);
    setDraft((before) => ({ ...before, ...change }));
  };
  const mutation = useMutation({
    mutationFn: () =>
      template === undefined
        ? send<TemplateItem>('POST', `organisations/${organisationId}/templates`, {
            body: bodyOf(draft),
          })
        : send<TemplateItem>('PUT', `templates/${template.templateId}`, {
            body: bodyOf(draft),
            etag: template.etag,
          }),
    async onSuccess(stored) {
      void client.invalidateQueries({ queryKey: ['organisations'] });
      client.setQueryData(['template', stored.templateId], stored);
      setSaved(true);
      if (template === undefined)
        await navigate(`/templates/${stored.templateId}`, { replace: true });
    },
  });
  const problem = formProblem(mutation.error, pointers);
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Card title="Names" note="How groups of this template may be called.">
        <div className="stack">
          <div className="form-grid">
            <TextField
              label="Name of the template"
              value={draft.name}
              onChange={(name) => set({ name })}
              fault={problem.field('/name')}
              required
            />
            <TextField
              label="Identifier"
              hint="a to z, digits and hyphens"
              value={draft.identifier}
              onChange={(identifier) => set({ identifier })}
              fault={problem.field('/identifier')}
              required
              mono
            />
            <TextField
              label="Pattern of the alias"
              hint="For example prj-{{projectCode}}. Empty: any alias."
              value={draft.mailNicknamePattern}
              onChange={(mailNicknamePattern) => set({ mailNicknamePattern })}
              fault={problem.field('/mailNicknamePattern')}
              mono
            />
            <TextField
              label="Pattern of the display name"
              hint="The same placeholder takes the same value in both."
              value={draft.displayNamePattern}
              onChange={(displayNamePattern) => set({ displayNamePattern })}
              fault={problem.field('/displayNamePattern')}
              mono
            />
          </div>
          <p className="muted small">
            The service fills {'{{organisation}}'}, {'{{template}}'}, {'{{year}}'} and {'{{month}}'}{' '}
            by itself.
          </p>
          <NamingPreview
            organisationId={organisationId}
            identifier={draft.identifier}
            mailNicknamePattern={draft.mailNicknamePattern}
            displayNamePattern={draft.displayNamePattern}
          />
        </div>
      </Card>
      <Card title="Policy" note="What every new group of this template is like.">
        <div className="stack">
          <div className="form-grid">
            <Field label="Makes">
              <Select
                value={draft.kind}
                onChange={(_event, { value }) =>
                  set({ kind: value === 'group' ? 'group' : 'team' })
                }
              >
                <option value="team">A team with its group</option>
                <option value="group">A group only</option>
              </Select>
            </Field>
            <Field label="Visibility">
              <Select
                value={draft.visibility}
                onChange={(_event, { value }) =>
                  set({ visibility: value === 'public' ? 'public' : 'private' })
                }
              >
                <option value="private">Private: owners let people in</option>
                <option value="public">Public: everybody may join</option>
              </Select>
            </Field>
            <TextField
              label="Least number of owners"
              hint="Responsible and deputy included."
              type="number"
              value={draft.minimumOwners}
              onChange={(minimumOwners) => set({ minimumOwners })}
              fault={problem.field('/policy/minimumOwners')}
            />
            <Field label="Guests">
              <Switch
                checked={draft.guestsAllowed}
                label={draft.guestsAllowed ? 'Guests may be members' : 'No guests'}
                onChange={(_event, { checked }) => set({ guestsAllowed: checked })}
              />
            </Field>
            <People
              label="Standing owners"
              value={draft.standingOwners}
              onChange={(standingOwners) => set({ standingOwners })}
              fault={problem.field('/policy/standingOwners')}
            />
            <People
              label="Standing members"
              value={draft.standingMembers}
              onChange={(standingMembers) => set({ standingMembers })}
              fault={problem.field('/policy/standingMembers')}
            />
          </div>
          {draft.kind === 'team' ? (
            <Channels draft={draft} set={set} fault={problem.field('/policy/channels')} />
          ) : null}
        </div>
      </Card>
      {mayChange ? (
        <Card>
          <div className="stack">
            {problem.isConflict ? (
              <MessageBar intent="warning" layout="multiline">
                <MessageBarBody>
                  <MessageBarTitle>Someone else was quicker</MessageBarTitle> {problem.rest} What
                  you typed is still here; loading the template anew replaces it.
                </MessageBarBody>
                <MessageBarActions>
                  <Button size="small" onClick={reload}>
                    Load it anew
                  </Button>
                </MessageBarActions>
              </MessageBar>
            ) : (
              <FormNotice problem={problem} />
            )}
            {mutation.error !== null && problem.rest === undefined ? (
              <MessageBar intent="error">
                <MessageBarBody>Nothing was saved: look at the fields marked above.</MessageBarBody>
              </MessageBar>
            ) : null}
            <div className="row spread">
              <span className="muted" role="status">
                {saved ? 'Saved.' : ''}
              </span>
              <Button type="submit" appearance="primary" disabled={mutation.isPending}>
                {mutation.isPending
                  ? 'One moment…'
                  : template === undefined
                    ? 'Create the template'
                    : 'Save'}
              </Button>
            </div>
          </div>
        </Card>
      ) : null}
    </form>
  );
}

function People({
  label,
  value,
  onChange,
  fault,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}) {
  return (
    <Field
      label={label}
      hint="One e-mail address or user id a line."
      {...(fault !== undefined && { validationMessage: fault, validationState: 'error' as const })}
    >
      <Textarea
        value={value}
        rows={3}
        resize="vertical"
        spellCheck={false}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
}

function Channels({
  draft,
  set,
  fault,
}: {
  draft: TemplateDraft;
  set: (change: Partial<TemplateDraft>) => void;
  fault: string | undefined;
}) {
  const { channels } = draft;
  const change = (id: number, part: Partial<TemplateDraft['channels'][number]>) =>
    set({ channels: channels.map((one) => (one.id === id ? Object.assign({}, one, part) : one)) });
  return (
    <div className="stack">
      <h3>Channels from the start, besides General</h3>
      {channels.map((channel, index) => (
        <div className="channel" key={channel.id}>
          <TextField
            label={`Channel ${index + 1}`}
            value={channel.displayName}
            onChange={(displayName) => change(channel.id, { displayName })}
          />
          <TextField
            label="What it is for"
            value={channel.description}
            onChange={(description) => change(channel.id, { description })}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Remove channel ${index + 1}`}
            onClick={() => set({ channels: channels.filter(({ id }) => id !== channel.id) })}
          />
        </div>
      ))}
      {fault === undefined ? null : (
        <p role="alert" className="status bad preview-fault">
          {fault}
        </p>
      )}
      <div>
        <Button
          icon={<AddRegular />}
          onClick={() =>
            set({
              channels: [
                ...channels,
                {
                  id: Math.max(0, ...channels.map(({ id }) => id)) + 1,
                  displayName: '',
                  description: '',
                },
              ],
            })
          }
        >
          Add a channel
        </Button>
      </div>
    </div>
  );
}
