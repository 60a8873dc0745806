// The head of a template's pages: its name, its sections, and the buttons for the template as a whole.
import { Button } from '@fluentui/react-button';
import { DeleteRegular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useHref, useLinkClickHandler } from 'react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import type { TemplateItem } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Page } from '../../components/layout.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useLeave } from '../../components/unsaved.tsx';
import { changes } from '../../messages/changes.ts';
import { common } from '../../messages/common.ts';
import { templateHistory } from '../../messages/template-history.ts';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';

export function useTemplateItem(templateId: string) {
  return useQuery({
    queryKey: ['template', templateId],
    queryFn: ({ signal }) => api.get('/templates/{templateId}', { path: { templateId }, signal }),
    // The edited object must not change while the user edits.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** Where the list of templates is. */
export function useBack() {
  return { to: '/organisations', label: useMessages(texts)('back') };
}

function DuplicateLink({ template }: { template: TemplateItem }) {
  const t = useMessages(texts);
  const to = `/organisations/${template.organisationId}/new-template?from=${template.templateId}`;
  return (
    <Button as="a" href={useHref(to)} onClick={useLinkClickHandler(to)}>
      {t('duplicate')}
    </Button>
  );
}

const tabNames = ['settings', 'history'] as const;

export function TemplateFrame({
  templateId,
  template,
  tab,
  children,
}: {
  templateId: string;
  template: TemplateItem | undefined;
  tab: (typeof tabNames)[number];
  children: ReactNode;
}) {
  const t = useMessages(texts);
  const h = useMessages(templateHistory);
  const c = useMessages(common);
  const back = useBack();
  const mayChange = useMay('templates:manage');
  const [deleting, setDeleting] = useState(false);
  return (
    <Page
      title={template?.name ?? t('template')}
      back={back}
      lead={template && <bdi>{template.organisation.name}</bdi>}
      actions={
        mayChange && template !== undefined ? (
          <>
            <DuplicateLink template={template} />
            <Button icon={<DeleteRegular />} onClick={() => setDeleting(true)}>
              {c('delete')}
            </Button>
          </>
        ) : undefined
      }
    >
      <PageTabs
        label={h('tabs')}
        tabs={tabNames.map((name) => [name, h(`tab.${name}`)])}
        chosen={tab}
        to={(name) => `/templates/${templateId}${name === 'history' ? '/history' : ''}`}
      />
      {children}
      {deleting && template !== undefined ? (
        <DeleteTemplate template={template} close={() => setDeleting(false)} />
      ) : null}
    </Page>
  );
}

function DeleteTemplate({ template, close }: { template: TemplateItem; close: () => void }) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const leave = useLeave();
  const client = useQueryClient();
  const { templateId, name, etag } = template;
  const use = useQuery({
    queryKey: ['template', templateId, 'use'],
    queryFn: ({ signal }) =>
      api.get('/templates/{templateId}/use', { path: { templateId }, signal }),
    gcTime: 0,
  });
  const count = use.data?.groups ?? 0;
  return (
    <Confirm
      title={t('delete', { name })}
      finished={told('deleted', { name })}
      action={t('deleteAction')}
      isRefused={count > 0}
      close={close}
      work={async () => {
        await api.delete('/templates/{templateId}', { path: { templateId }, etag });
        await client.invalidateQueries({ queryKey: ['organisations'] });
        await leave('/organisations');
      }}
    >
      {count === 0 ? (
        <p>{t('deleteHint')}</p>
      ) : (
        <>
          <p>{t('hasGroups', { name, count })}</p>
          <p>
            <Link to={`/groups?template=${templateId}&attempts=all`}>{t('showGroups')}</Link>
          </p>
        </>
      )}
    </Confirm>
  );
}
