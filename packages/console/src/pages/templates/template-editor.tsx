// The form of a template in sections, with their contents, and one example group that follows each change.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../components/message-bar.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useHref, useLinkClickHandler } from 'react-router';
import { api } from '../../api/client.ts';
import { keepAnswer } from '../../api/keep-answer.ts';
import type { TemplateItem } from '../../api/types.ts';
import { checkOf } from '../../components/body-check.ts';
import { FormFrame } from '../../components/form-frame.tsx';
import { Card } from '../../components/layout.tsx';
import { SaveProblem } from '../../components/save-problem.tsx';
import { TextField } from '../../components/text-field.tsx';
import { notify } from '../../components/notify.ts';
import { Unsaved, useLeave } from '../../components/unsaved.tsx';
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
import { TemplateCounter, TemplateProperties } from './template-naming.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { Contents, Part } from './template-contents.tsx';
import { TemplateChanges, TemplatePolicy } from './template-policy.tsx';
import { templateApproval } from '../../messages/template-approval.ts';
import { templateExisting } from '../../messages/template-existing.ts';
import { templateLifecycle } from '../../messages/template-lifecycle.ts';
import { templateProtection } from '../../messages/template-protection.ts';
import { templateResponsibility } from '../../messages/template-responsibility.ts';
import { templateHistory } from '../../messages/template-history.ts';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';

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
  const client = useQueryClient();
  const leave = useLeave();
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
      for (const part of ['versions', 'plan']) {
        void client.invalidateQueries({ queryKey: ['template', stored.templateId, part] });
      }
      if (template === undefined || restored !== undefined) {
        await leave(`/templates/${stored.templateId}`, { replace: true });
      }
      if (template !== undefined) return;
      notify(told('templateCreated', { name: stored.name }), {
        link: { to: '/groups?new=group', label: told('createGroup') },
      });
    },
  });
  const isNew = template === undefined;
  const templateId = template?.templateId;
  const { identifier, mailNicknamePattern, displayNamePattern } = form.values;
  const naming = useNamingPreview({
    organisationId,
    identifier,
    mailNicknamePattern,
    displayNamePattern,
    ...namingOf(form.values),
  });
  const names = <Names form={form} preview={naming} isNew={isNew} />;
  const parts = useParts(form, templateId);
  return (
    <div className="editor">
      <Contents parts={[['names', t('names')], ...parts]} />
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
        <Part id="names">{names}</Part>
        <fieldset className="plain" disabled={!mayChange}>
          {parts.map(([id, , part]) => (
            <Part key={id} id={id}>
              {part}
            </Part>
          ))}
        </fieldset>
        {mayChange && (isNew || form.changed || form.saved || form.problem.error !== null) ? (
          <Card className="save-bar">
            <SaveBar form={form} isNew={isNew} reload={reload} />
          </Card>
        ) : null}
        <Unsaved changed={mayChange && form.changed} />
      </FormFrame>
      <TemplatePreview
        isChanged={form.changed}
        draft={form.values}
        organisationId={organisationId}
        templateId={templateId}
        naming={naming}
      />
    </div>
  );
}

/** The sections behind the names, in their order. */
function useParts(form: Form<TemplateDraft>, templateId: string | undefined) {
  const t = useMessages(texts);
  const existing = useMessages(templateExisting);
  return [
    ['properties', t('properties'), <TemplateProperties form={form} />],
    ['policy', t('policy'), <TemplatePolicy form={form} templateId={templateId} />],
    [
      'lifecycle',
      useMessages(templateLifecycle)('title'),
      <TemplateLifecycle form={form} templateId={templateId} />,
    ],
    [
      'responsibility',
      useMessages(templateResponsibility)('title'),
      <TemplateResponsibility form={form} />,
    ],
    [
      'approval',
      useMessages(templateApproval)('title'),
      <TemplateApproval form={form} templateId={templateId} />,
    ],
    ['differences', existing('differences'), <TemplateDifferences form={form} />],
    ['adoption', existing('adoption'), <TemplateAdoption form={form} />],
    [
      'protection',
      useMessages(templateProtection)('title'),
      <TemplateProtection form={form} templateId={templateId} />,
    ],
    ['changes', t('changesTitle'), <TemplateChanges form={form} />],
  ] as const;
}

const automatic = ['{{organisation}}', '{{template}}', '{{year}}', '{{month}}'];

function Names({
  form,
  preview,
  isNew,
}: {
  form: Form<TemplateDraft>;
  preview: ReturnType<typeof useNamingPreview>;
  isNew: boolean;
}) {
  const t = useMessages(texts);
  const mayChange = useMay('templates:manage');
  const format = useFormat();
  const alias = form.field('mailNicknamePattern');
  const displayName = form.field('displayNamePattern');
  return (
    <Card title={t('names')} note={t('namesNote')}>
      <div className="stack">
        <fieldset className="plain" disabled={!mayChange}>
          <div className="form-grid">
            <TextField
              label={t('templateName')}
              {...form.field('name')}
              required
              autoFocus={isNew}
            />
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
          <TemplateCounter form={form} />
        </fieldset>
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
  const t = useMessages(texts);
  const c = useMessages(common);
  const { problem, pending, saved, changed } = form;
  const back = useLinkClickHandler('/organisations');
  const backTo = useHref('/organisations');
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
          {isNew ? (
            <Button as="a" href={backTo} onClick={back}>
              {c('cancel')}
            </Button>
          ) : null}
          {changed || isNew || problem.error !== null ? (
            <Button type="submit" appearance="primary" disabledFocusable={pending}>
              {pending ? c('saving') : isNew ? t('create') : c('save')}
            </Button>
          ) : null}
        </span>
      </div>
    </div>
  );
}
