// A template's page: a new template, or an existing one to change or delete.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { Loaded, Page } from '../../components/layout.tsx';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { copyOf } from './template-draft.ts';
import { TemplateEditor } from './template-editor.tsx';
import { TemplateFrame, useBack, useTemplateItem } from './template-frame.tsx';

export function TemplatePage() {
  const { templateId, organisationId = '' } = useParams();
  return templateId === undefined ? (
    <NewTemplate organisationId={organisationId} />
  ) : (
    <ExistingTemplate templateId={templateId} />
  );
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
    <Page
      title={t('newTemplate')}
      back={back}
      lead={organisation.data && <bdi>{organisation.data.name}</bdi>}
    >
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
  const [query] = useSearchParams();
  const [loads, setLoads] = useState(0);
  const template = useTemplateItem(templateId);
  const back = useBack();
  const version = query.get('restore');
  const restored = useQuery({
    queryKey: ['template', templateId, 'versions', version],
    queryFn: ({ signal }) =>
      api.get('/templates/{templateId}/versions/{version}', {
        path: { templateId, version: version ?? '' },
        signal,
      }),
    enabled: version !== null,
    staleTime: Infinity,
  });
  const reload = async () => {
    const { isSuccess } = await template.refetch();
    // Without the current version, the input stays.
    if (isSuccess) setLoads((before) => before + 1);
  };
  return (
    <TemplateFrame templateId={templateId} template={template.data} tab="settings">
      {version !== null && restored.data === undefined ? (
        <Loaded query={restored}>{() => null}</Loaded>
      ) : (
        <Loaded query={template} back={back}>
          {(data) => (
            <TemplateEditor
              key={loads}
              organisationId={data.organisationId}
              template={data}
              {...(version !== null && { restored: restored.data })}
              reload={() => void reload()}
            />
          )}
        </Loaded>
      )}
    </TemplateFrame>
  );
}
