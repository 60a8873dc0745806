// All groups, searched, filtered and sorted by the service. The address has everything that a view is made of, and
// `new=group` and `new=import` open the panels of new groups.
import { late } from '../../../components/late.tsx';
import { Button } from '@fluentui/react-button';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../api/session.ts';
import { useGridLayout } from '../../../components/grid/use-grid-layout.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { Page } from '../../../components/layout.tsx';
import { groupImport } from '../../../messages/group-import.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { groups } from '../../../messages/groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { GroupCommands } from './group-commands.tsx';
import { GroupFilterBar } from './group-filter-bar.tsx';
import { changed, filtersOf } from './group-filters.ts';
import { GroupTable } from './group-table.tsx';

const NewGroup = late(async () => (await import('../request/new-group.tsx')).NewGroup);
const ImportGroups = late(async () => (await import('../import/import-groups.tsx')).ImportGroups);

export function GroupsPage() {
  const t = useMessages(groups);
  const r = useMessages(groupRequest);
  const i = useMessages(groupImport);
  const mayChange = useMay('groups:manage');
  const [query, setQuery] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>) =>
    setQuery((before) => changed(before, changes), { replace: true, preventScrollReset: true });
  const filters = filtersOf(query);
  const layout = useGridLayout('groups');
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <GroupCommands
            query={query}
            change={change}
            filters={filters}
            layout={layout[0]}
            onLayout={layout[1]}
          />
          {mayChange ? (
            <>
              <AddButton permission="groups:manage" onClick={() => change({ new: 'group' })}>
                {r('newGroup')}
              </AddButton>
              <Button icon={<ArrowUploadRegular />} onClick={() => change({ new: 'import' })}>
                {i('import')}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <GroupFilterBar query={query} change={change} />
      <GroupTable
        // Another order is still the same list.
        key={JSON.stringify({ ...filters, sort: '' })}
        filters={filters}
        query={query}
        change={change}
        layout={layout}
      />
      {mayChange && query.get('new') === 'group' ? (
        <NewGroup close={() => change({ new: '' })} />
      ) : null}
      {mayChange && query.get('new') === 'import' ? (
        <ImportGroups kind="creation" close={() => change({ new: '' })} />
      ) : null}
    </Page>
  );
}
