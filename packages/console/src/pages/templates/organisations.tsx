// Organisations, each with its templates: create, rename, delete.
import { Button } from '@fluentui/react-button';
import { AddRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OrganisationItem } from '../../api/types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { AddButton } from '../../components/add-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { MoreActions } from '../../components/row-menu.tsx';
import { PatternText } from '../../components/pattern-text.tsx';
import { PersonName } from '../../components/person-name.tsx';
import { useMay } from '../../api/session.ts';
import { common } from '../../messages/common.ts';
import { organisations as texts } from '../../messages/organisations.ts';
import { DeleteOrganisation, OrganisationForm } from './organisation-dialogs.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { useOrganisations } from '../../components/use-organisations.ts';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; organisationId: string };

export function OrganisationsPage() {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMay('settings:manage');
  const organisations = useOrganisations();
  const settled = useInvalidation(['organisations']);
  const close = () => setOpen(undefined);
  const t = useMessages(texts);
  const [newestId, setNewestId] = useState<string>();
  // From the current list: after a conflict, the next attempt applies to the new version.
  const organisationId = open !== undefined && 'organisationId' in open ? open.organisationId : '';
  const organisation = organisations.data?.items.find(
    (one) => one.organisationId === organisationId,
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<AddButton onClick={() => setOpen({ kind: 'add' })}>{t('add')}</AddButton>}
    >
      <Loaded query={organisations}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <Empty title={t('none')}>{t('noneHint')}</Empty>
            </Card>
          ) : (
            items.map((one) => (
              <OrganisationCard
                key={one.organisationId}
                organisation={one}
                mayChange={mayChange}
                isNewest={one.organisationId === newestId}
                open={(kind) => setOpen({ kind, organisationId: one.organisationId })}
              />
            ))
          )
        }
      </Loaded>
      {open?.kind === 'add' ? (
        <OrganisationForm close={close} settled={settled} added={setNewestId} />
      ) : null}
      {open?.kind === 'edit' && organisation !== undefined ? (
        <OrganisationForm organisation={organisation} close={close} settled={settled} />
      ) : null}
      {open?.kind === 'delete' && organisation !== undefined ? (
        <DeleteOrganisation organisation={organisation} close={close} settled={settled} />
      ) : null}
    </Page>
  );
}

function OrganisationCard({
  organisation,
  mayChange,
  isNewest,
  open,
}: {
  organisation: OrganisationItem;
  mayChange: boolean;
  /** Was added just now: comes into view. */
  isNewest: boolean;
  open: (kind: 'edit' | 'delete') => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const { name, identifier, organisationId, steward, templates } = organisation;
  const mayAddTemplates = useMay('templates:manage');
  const columns: readonly Column<OrganisationItem['templates'][number]>[] = [
    {
      title: t('template'),
      cell: ({ templateId, name: title, identifier: short }) => (
        <>
          <Link className="name" to={`/templates/${templateId}`}>
            <bdi>{title}</bdi>
          </Link>
          <div className="mono muted">{short}</div>
        </>
      ),
    },
    {
      title: t('alias'),
      cell: (template) => <PatternText pattern={template.mailNicknamePattern} />,
    },
    {
      title: t('displayName'),
      cell: (template) => <PatternText pattern={template.displayNamePattern} />,
    },
    { title: t('creates'), cell: ({ kind }) => t(`kinds.${kind}`) },
  ];
  const navigate = useNavigate();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNewest) card.current?.scrollIntoView({ block: 'center' });
  }, [isNewest]);
  return (
    <Card
      ref={card}
      className="flush"
      title={<bdi>{name}</bdi>}
      note={
        <>
          <span className="mono">{identifier}</span>
          {' · '}
          {steward === null
            ? t('noSteward')
            : t.rich('stewardIs', {
                person: () => <PersonName name={null} reference={steward} />,
              })}
        </>
      }
      actions={
        mayAddTemplates ? (
          <div className="row">
            <Button
              icon={<AddRegular />}
              aria-label={t('addTemplateTo', { name })}
              onClick={() => void navigate(`/organisations/${organisationId}/new-template`)}
            >
              {t('addTemplate')}
            </Button>
            {mayChange ? (
              <MoreActions
                name={name}
                actions={[
                  {
                    label: c('edit'),
                    of: name,
                    whole: t('edit', { name }),
                    act: () => open('edit'),
                  },
                  {
                    label: c('delete'),
                    of: name,
                    whole: t('deleteOf', { name }),
                    act: () => open('delete'),
                  },
                ]}
              />
            ) : null}
          </div>
        ) : undefined
      }
    >
      {templates.length === 0 ? (
        <Empty title={t('noTemplates')}>{t('noTemplatesHint')}</Empty>
      ) : (
        <DataTable items={templates} keyOf={({ templateId }) => templateId} columns={columns} />
      )}
    </Card>
  );
}
