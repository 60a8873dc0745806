// The form of a template: names, with a live preview, and the policy that provisioning applies.
import { late } from '../../components/late.tsx';
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { keepAnswer } from '../../api/keep-answer.ts';
import type { TemplateItem } from '../../api/types.ts';
import { checkOf } from '../../components/body-check.ts';
import { FormFrame } from '../../components/form-frame.tsx';
import { Card } from '../../components/layout.tsx';
import { SaveProblem } from '../../components/save-problem.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useNotify } from '../../components/notify.tsx';
import { leaving, Unsaved } from '../../components/unsaved.tsx';
import type { Form } from '../../components/use-form.ts';
import { useVersionedForm } from '../../components/use-versioned-form.ts';
import { useMay } from '../../api/session.ts';
import { changes } from '../../messages/changes.ts';
import { common } from '../../messages/common.ts';
import { useFormat } from '../../messages/use-format.ts';
import { NamingPreview, useNamingPreview } from './naming-preview.tsx';
import { bodyOf, draftOf, namingOf, pointers, type TemplateDraft } from './template-draft.ts';
import { TemplateProtection } from './template-protection.tsx';
import { TemplateApproval } from './template-approval.tsx';
import { TemplateAdoption, TemplateDifferences } from './template-existing.tsx';
import { TemplateLifecycle } from './template-lifecycle.tsx';
import { TemplateResponsibility } from './template-responsibility.tsx';
import { TemplateNaming } from './template-naming.tsx';
import { TemplateChanges, TemplatePolicy } from './template-policy.tsx';
import { templateHistory } from '../../messages/template-history.ts';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';

const TryTemplate = late(async () => (await import('./try-template.tsx')).TryTemplate);

export function TemplateEditor({
  organisationId,
  template,
  initial,
  restored,
  reload,
}: {
  organisationId: string;
  template?: TemplateItem;
  /** It belongs to a new template that begins as a copy. */
  initial?: TemplateDraft;
  /** An earlier version, whose settings are proposed. Its etag is its number. */
  restored?: TemplateItem | undefined;
  reload?: () => void;
}) {
  const t = useMessages(texts);
  const h = useMessages(templateHistory);
  const mayChange = useMay('templates:manage');
  const told = useMessages(changes);
  const notify = useNotify();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useVersionedForm<TemplateDraft, TemplateItem>({
    of: template ?? { etag: '' },
    initial: () => initial ?? draftOf(template),
    ...(restored !== undefined && { proposed: () => draftOf(restored) }),
    pointers,
    check: (draft) => checkOf('post', '/organisations/{organisationId}/templates', bodyOf(draft)),
    send: (draft, { etag, idempotencyKey }) =>
      template === undefined
        ? api.post('/organisations/{organisationId}/templates', {
            path: { organisationId },
            body: bodyOf(draft),
            idempotencyKey,
          })
        : api.put('/templates/{templateId}', {
            path: { templateId: template.templateId },
            body: bodyOf(draft),
            etag,
          }),
    async done(stored) {
      void client.invalidateQueries({ queryKey: ['organisations'] });
      await keepAnswer(client, ['template', stored.templateId], stored);
      void client.invalidateQueries({ queryKey: ['template', stored.templateId, 'versions'] });
      if (template === undefined || restored !== undefined) {
        await navigate(`/templates/${stored.templateId}`, { replace: true, state: leaving });
      }
      if (template !== undefined) return;
      notify(told('templateCreated', { name: stored.name }), {
        link: { to: '/groups?new=group', label: told('createGroup') },
      });
    },
  });
  return (
    <FormFrame problem={form.problem} onSubmit={form.onSubmit} onLeave={form.onLeave}>
      {mayChange ? null : (
        <MessageBar>
          <MessageBarBody>{t('readOnly')}</MessageBarBody>
        </MessageBar>
      )}
      {restored !== undefined && form.changed ? (
        <MessageBar>
          <MessageBarBody>{h('restoring', { version: Number(restored.etag) })}</MessageBarBody>
        </MessageBar>
      ) : null}
      <Names form={form} organisationId={organisationId} templateId={template?.templateId} />
      <fieldset className="plain" disabled={!mayChange}>
        <TemplatePolicy form={form} />
        <TemplateLifecycle form={form} templateId={template?.templateId} />
        <TemplateResponsibility form={form} />
        <TemplateApproval form={form} templateId={template?.templateId} />
        <TemplateDifferences form={form} />
        <TemplateAdoption form={form} />
        <TemplateProtection form={form} templateId={template?.templateId} />
        <TemplateChanges form={form} />
      </fieldset>
      {mayChange ? (
        <Card className="save-bar">
          <SaveBar form={form} isNew={template === undefined} reload={reload} />
        </Card>
      ) : null}
      <Unsaved changed={mayChange && form.changed} />
    </FormFrame>
  );
}

const automatic = ['{{organisation}}', '{{template}}', '{{year}}', '{{month}}'];

function Names({
  form,
  organisationId,
  templateId,
}: {
  form: Form<TemplateDraft>;
  organisationId: string;
  templateId: string | undefined;
}) {
  const [isTrying, setIsTrying] = useState(false);
  const t = useMessages(texts);
  const mayChange = useMay('templates:manage');
  const { identifier, mailNicknamePattern, displayNamePattern } = form.values;
  const preview = useNamingPreview({
    organisationId,
    identifier,
    mailNicknamePattern,
    displayNamePattern,
    ...namingOf(form.values),
  });
  const format = useFormat();
  const alias = form.field('mailNicknamePattern');
  const displayName = form.field('displayNamePattern');
  return (
    <Card title={t('names')} note={t('namesNote')}>
      <div className="stack">
        <fieldset className="plain" disabled={!mayChange}>
          <div className="form-grid">
            <TextField label={t('templateName')} {...form.field('name')} required />
            <TextField
              label={t('identifier')}
              hint={t('identifierHint')}
              {...form.field('identifier')}
              required
              mono
            />
            <TextField
              label={t('aliasPattern')}
              // no text: an example
              hint={t('aliasPatternHint', { example: 'prj-{{projectCode}}' })}
              {...alias}
              fault={preview.patternFaults.mailNickName ?? alias.fault}
              mono
            />
            <TextField
              label={t('displayNamePattern')}
              hint={t('displayNamePatternHint')}
              {...displayName}
              fault={preview.patternFaults.displayName ?? displayName.fault}
              mono
            />
          </div>
          <p className="muted small">{t('automatic', { placeholders: format.list(automatic) })}</p>
          <TemplateNaming form={form} />
        </fieldset>
        <NamingPreview preview={preview}>
          <div>
            <Button onClick={() => setIsTrying(true)}>{t('tryTemplate')}</Button>
          </div>
        </NamingPreview>
      </div>
      {isTrying ? (
        <TryTemplate
          draft={form.values}
          organisationId={organisationId}
          templateId={templateId}
          properties={preview.values}
          close={() => setIsTrying(false)}
        />
      ) : null}
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
  const t = useMessages(texts);
  const c = useMessages(common);
  const { problem, pending, saved, changed } = form;
  return (
    <div className="stack">
      <SaveProblem problem={problem} reload={reload} />
      <div className="row spread">
        <span className="muted" role="status">
          {saved
            ? c('saved')
            : problem.error !== null && problem.rest === undefined
              ? t('fixFields')
              : changed
                ? t('notSavedYet')
                : ''}
        </span>
        <span className="row">
          {changed && !isNew ? (
            <Button disabledFocusable={pending} onClick={form.discard}>
              {c('discard')}
            </Button>
          ) : null}
          <Button type="submit" appearance="primary" disabledFocusable={pending}>
            {pending ? c('saving') : isNew ? t('create') : c('save')}
          </Button>
        </span>
      </div>
    </div>
  );
}
