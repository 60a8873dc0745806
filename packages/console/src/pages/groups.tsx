// All groups, searched, filtered and sorted by the service. The address has everything that a view is made of.
import { useSearchParams } from 'react-router';
import { Page } from '../components/layout.tsx';
import { groups } from '../messages/groups.ts';
import { useMessages } from '../messages/use-messages.ts';
import { GroupFilterBar } from './group-filter-bar.tsx';
import { changed, filtersOf } from './group-filters.ts';
import { GroupTable } from './group-table.tsx';

export function GroupsPage() {
  const t = useMessages(groups);
  const [query, setQuery] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>) =>
    setQuery((before) => changed(before, changes), { replace: true, preventScrollReset: true });
  const filters = filtersOf(query);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <GroupFilterBar query={query} change={change} />
      <GroupTable key={JSON.stringify(filters)} filters={filters} query={query} change={change} />
    </Page>
  );
}
