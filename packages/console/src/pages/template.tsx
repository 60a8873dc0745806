// A template's page: a new template, or an existing one to change or delete.
import { Button } from '@fluentui/react-button';
import { DeleteRegular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api } from '../api/client.ts';
import { Confirm } from '../components/confirm.tsx';
import { Loaded, Page } from '../components/layout.tsx';
import { leaving } from '../components/unsaved.tsx';
import { useMayChange } from '../api/session.ts';
import { TemplateEditor } from './template-editor.tsx';

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
    queryFn: ({ signal }) =>
      api.get('/organisations/{organisationId}', { path: { organisationId }, signal }),
  });
  return (
    <Page title="New template" back={back} lead={organisation.data?.name}>
      <Loaded query={organisation} what="the organisation">
        {() => <TemplateEditor organisationId={organisationId} />}
      </Loaded>
    </Page>
  );
}

function ExistingTemplate({ templateId }: { templateId: string }) {
  const [deleting, setDeleting] = useState(false);
  const [loads, setLoads] = useState(0);
  const mayChange = useMayChange();
  const navigate = useNavigate();
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
          title={`Delete ${template.data.name}?`}
          action="Delete template"
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
          <p>You can delete a template only if it has no groups.</p>
        </Confirm>
      ) : null}
    </Page>
  );
}
