// The form of a template: names, with a live preview, and the policy that provisioning applies.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import type { TemplateItem } from '../api/types.ts';
import { FormFrame } from '../components/form-frame.tsx';
import { Card } from '../components/layout.tsx';
import { SaveProblem } from '../components/save-problem.tsx';
import { TextField } from '../components/text-field.tsx';
import { leaving, Unsaved } from '../components/unsaved.tsx';
import { type Form, useForm } from '../components/use-form.ts';
import { useMayChange } from '../api/session.ts';
import { NamingPreview, useNamingPreview } from './naming-preview.tsx';
import { bodyOf, draftOf, namingOf, pointers, type TemplateDraft } from './template-draft.ts';
import { TemplateApproval } from './template-approval.tsx';
import { TemplateLifecycle } from './template-lifecycle.tsx';
import { TemplateResponsibility } from './template-responsibility.tsx';
import { TemplateNaming } from './template-naming.tsx';
import { TemplateChanges, TemplatePolicy } from './template-policy.tsx';

export function TemplateEditor({
  organisationId,
  template,
  reload,
}: {
  organisationId: string;
  template?: TemplateItem;
  reload?: () => void;
}) {
  const mayChange = useMayChange();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<TemplateDraft, TemplateItem>({
    initial: () => draftOf(template),
    pointers,
    send: (draft, idempotencyKey) =>
      template === undefined
        ? api.post('/organisations/{organisationId}/templates', {
            path: { organisationId },
            body: bodyOf(draft),
            idempotencyKey,
          })
        : api.put('/templates/{templateId}', {
            path: { templateId: template.templateId },
            body: bodyOf(draft),
            etag: template.etag,
          }),
    async done(stored) {
      void client.invalidateQueries({ queryKey: ['organisations'] });
      client.setQueryData(['template', stored.templateId], stored);
      if (template === undefined) {
        await navigate(`/templates/${stored.templateId}`, { replace: true, state: leaving });
      }
    },
  });
  return (
    <FormFrame problem={form.problem} onSubmit={form.onSubmit}>
      {mayChange ? null : (
        <MessageBar>
          <MessageBarBody>
            You can view the template and preview names. Only administrators can change it.
          </MessageBarBody>
        </MessageBar>
      )}
      <Names form={form} organisationId={organisationId} />
      <TemplatePolicy form={form} />
      <TemplateLifecycle form={form} templateId={template?.templateId} />
      <TemplateResponsibility form={form} />
      <TemplateApproval form={form} templateId={template?.templateId} />
      <TemplateChanges form={form} />
      {mayChange ? (
        <Card className="save-bar">
          <SaveBar form={form} isNew={template === undefined} reload={reload} />
        </Card>
      ) : null}
      <Unsaved changed={mayChange && form.changed} />
    </FormFrame>
  );
}

function Names({ form, organisationId }: { form: Form<TemplateDraft>; organisationId: string }) {
  const { identifier, mailNicknamePattern, displayNamePattern } = form.values;
  const preview = useNamingPreview({
    organisationId,
    identifier,
    mailNicknamePattern,
    displayNamePattern,
    ...namingOf(form.values),
  });
  const alias = form.field('mailNicknamePattern');
  const displayName = form.field('displayNamePattern');
  return (
    <Card title="Names" note="Naming rules for groups of this template.">
      <div className="stack">
        <div className="form-grid">
          <TextField label="Template name" {...form.field('name')} required />
          <TextField
            label="Identifier"
            hint="a to z, digits and hyphens"
            {...form.field('identifier')}
            required
            mono
          />
          <TextField
            label="Alias pattern"
            hint="For example: prj-{{projectCode}}. Leave empty to allow any alias."
            {...alias}
            fault={preview.patternFaults.mailNickName ?? alias.fault}
            mono
          />
          <TextField
            label="Display name pattern"
            hint="A placeholder used in both patterns must have the same value."
            {...displayName}
            fault={preview.patternFaults.displayName ?? displayName.fault}
            mono
          />
        </div>
        <p className="muted small">
          Filled in automatically: {'{{organisation}}'}, {'{{template}}'}, {'{{year}}'} and{' '}
          {'{{month}}'}
        </p>
        <TemplateNaming form={form} />
        <NamingPreview preview={preview} />
      </div>
    </Card>
  );
}

function SaveBar({
  form,
  isNew,
  reload,
}: {
  form: Form<TemplateDraft>;
  isNew: boolean;
  reload: (() => void) | undefined;
}) {
  const { problem, pending, saved, changed } = form;
  return (
    <div className="stack">
      <SaveProblem problem={problem} what="the template" reload={reload} />
      <div className="row spread">
        <span className="muted" role="status">
          {saved
            ? 'Saved.'
            : problem.error !== null && problem.rest === undefined
              ? 'Not saved. Fix the highlighted fields.'
              : changed
                ? 'Not saved yet.'
                : ''}
        </span>
        <Button type="submit" appearance="primary" disabledFocusable={pending}>
          {pending ? 'Saving…' : isNew ? 'Create template' : 'Save'}
        </Button>
      </div>
    </div>
  );
}
