// The versions of a template: who changed what and when, the groups of each version, and the way back to it.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import type { TemplateVersion } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, Loaded } from '../../components/layout.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { cursorAfter } from '../../components/page-after.ts';
import { ShowMore } from '../../components/listed-table.tsx';
import { Moment } from '../../components/time.tsx';
import { templateHistory as texts } from '../../messages/template-history.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { TemplateFrame, useTemplateItem } from './template-frame.tsx';
import { VersionChanges } from './version-changes.tsx';

export function TemplateHistoryPage() {
  const { templateId = '' } = useParams();
  const template = useTemplateItem(templateId);
  return (
    <TemplateFrame templateId={templateId} template={template.data} tab="history">
      <Versions templateId={templateId} />
    </TemplateFrame>
  );
}

function Versions({ templateId }: { templateId: string }) {
  const t = useMessages(texts);
  const columnsOf = useColumns(templateId);
  const versions = useInfiniteQuery({
    queryKey: ['template', templateId, 'versions'],
    queryFn: ({ signal, pageParam }) =>
      api.get('/templates/{templateId}/versions', {
        path: { templateId },
        query: { limit: 25, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      groupsWithoutVersion: pages.at(-1)?.groupsWithoutVersion ?? 0,
    }),
  });
  return (
    <Card title={t('title')} note={t('note')} className="flush versions">
      <Loaded query={versions}>
        {({ items, groupsWithoutVersion: count }) => (
          <>
            <DataTable
              items={items}
              keyOf={({ version }) => version}
              columns={columnsOf(items[0]?.version ?? 0)}
            />
            {count === 0 ? null : (
              <p className="card-part muted">{t('withoutVersion', { count })}</p>
            )}
            {!versions.hasNextPage && items.at(-1)?.version !== 1 ? (
              <p className="card-part muted">{t('archived')}</p>
            ) : null}
            <ShowMore shown={items.length} query={versions} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** @returns the columns for a list with this newest version: the list may be read later than the template */
function useColumns(templateId: string) {
  const t = useMessages(texts);
  const mayChange = useMay('templates:manage');
  const latest = useTemplateItem(templateId).data?.etag;
  return (newest: number): readonly Column<TemplateVersion>[] => {
    const isPresent = ({ version }: TemplateVersion) =>
      version === Math.max(newest, Number(latest ?? 0));
    return [
      {
        title: t('version'),
        cell: (one) => (
          <div>
            {t('versionNumber', { version: one.version })}
            {isPresent(one) ? <div className="muted small">{t('present')}</div> : null}
          </div>
        ),
      },
      { title: t('changes'), as: 'text', cell: (one) => <VersionChanges version={one} /> },
      { title: t('at'), cell: ({ occurredAt }) => <Moment iso={occurredAt} /> },
      {
        title: t('changedBy'),
        cell: ({ actor }) => (
          <span className="wrap">
            <MailText text={actor.name} />
          </span>
        ),
      },
      {
        title: t('groups'),
        cell: ({ version, groups: count }) =>
          count === 0 ? (
            t('groupsOf', { count })
          ) : (
            <Link
              to={`/groups?template=${templateId}&templateVersion=${version}&attempts=all`}
              title={t('groupsOfVersion', { version })}
            >
              {t('groupsOf', { count })}
            </Link>
          ),
      },
      {
        title: t('restore'),
        as: 'actions',
        cell: (one) =>
          mayChange && latest !== undefined && !isPresent(one) ? (
            <Link
              to={`/templates/${templateId}?restore=${one.version}`}
              aria-label={t('restoreVersion', { version: one.version })}
            >
              {t('restore')}
            </Link>
          ) : null,
      },
    ];
  };
}
