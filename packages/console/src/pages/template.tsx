// A template's page: a new template, or an existing one to change or delete.
import { Button } from '@fluentui/react-button';
import { DeleteRegular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import { Confirm } from '../components/confirm.tsx';
import { Loaded, Page } from '../components/layout.tsx';
import { leaving } from '../components/unsaved.tsx';
import { useMay } from '../api/session.ts';
import { copyOf } from './template-draft.ts';
import { TemplateEditor } from './template-editor.tsx';
import { changes } from '../messages/changes.ts';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { templates as texts } from '../messages/templates.ts';

export function TemplatePage() {
  const { templateId, organisationId = '' } = useParams();
  return templateId === undefined ? (
    <NewTemplate organisationId={organisationId} />
  ) : (
    <ExistingTemplate key={templateId} templateId={templateId} />
  );
}

function useBack() {
  return { to: '/organisations', label: useMessages(texts)('back') };
}

function NewTemplate({ organisationId }: { organisationId: string }) {
  const t = useMessages(texts);
  const back = useBack();
  const [query] = useSearchParams();
  const from = query.get('from');
  const organisation = useQuery({
    queryKey: ['organisation', organisationId],
    queryFn: ({ signal }) =>
      api.get('/organisations/{organisationId}', { path: { organisationId }, signal }),
  });
  const copied = useQuery({
    queryKey: ['template', from],
    queryFn: ({ signal }) =>
      api.get('/templates/{templateId}', { path: { templateId: from ?? '' }, signal }),
    enabled: from !== null,
    staleTime: Infinity,
  });
  return (
    <Page title={t('newTemplate')} back={back} lead={organisation.data?.name}>
      <Loaded query={organisation}>
        {() =>
          from === null ? (
            <TemplateEditor organisationId={organisationId} />
          ) : (
            <Loaded query={copied}>
              {(template) => (
                <TemplateEditor
                  organisationId={organisationId}
                  initial={copyOf(template, t('copyOf', { name: template.name }))}
                />
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

function ExistingTemplate({ templateId }: { templateId: string }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const back = useBack();
  const [deleting, setDeleting] = useState(false);
  const [loads, setLoads] = useState(0);
  const mayChange = useMay('templates:manage');
  const navigate = useNavigate();
  const told = useMessages(changes);
  const client = useQueryClient();
  const template = useQuery({
    queryKey: ['template', templateId],
    queryFn: ({ signal }) => api.get('/templates/{templateId}', { path: { templateId }, signal }),
    // The edited object must not change while the user edits.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const reload = async () => {
    await template.refetch();
    setLoads((before) => before + 1);
  };
  return (
    <Page
      title={template.data?.name ?? t('template')}
      back={back}
      lead={template.data?.organisation.name}
      actions={
        mayChange && template.data !== undefined ? (
          <>
            <Link
              to={`/organisations/${template.data.organisationId}/new-template?from=${templateId}`}
            >
              {t('duplicate')}
            </Link>
            <Button icon={<DeleteRegular />} onClick={() => setDeleting(true)}>
              {c('delete')}
            </Button>
          </>
        ) : undefined
      }
    >
      <Loaded query={template}>
        {(data) => (
          <TemplateEditor
            key={loads}
            organisationId={data.organisationId}
            template={data}
            reload={() => void reload()}
          />
        )}
      </Loaded>
      {deleting && template.data !== undefined ? (
        <Confirm
          title={t('delete', { name: template.data.name })}
          finished={told('deleted', { name: template.data.name })}
          action={t('deleteAction')}
          close={() => setDeleting(false)}
          work={async () => {
            await api.delete('/templates/{templateId}', {
              path: { templateId },
              etag: template.data.etag,
            });
            await client.invalidateQueries({ queryKey: ['organisations'] });
            await navigate('/organisations', { state: leaving });
          }}
        >
          <p>{t('deleteHint')}</p>
        </Confirm>
      ) : null}
    </Page>
  );
}
