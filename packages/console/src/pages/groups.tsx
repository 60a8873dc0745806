// All groups, searched, filtered and sorted by the service. The address has everything that a view is made of, and
// `new=group` opens the panel of a new group.
import { useSearchParams } from 'react-router';
import { useMayChange } from '../api/session.ts';
import { AddButton } from '../components/add-button.tsx';
import { Page } from '../components/layout.tsx';
import { groupRequest } from '../messages/group-request.ts';
import { groups } from '../messages/groups.ts';
import { useMessages } from '../messages/use-messages.ts';
import { GroupFilterBar } from './group-filter-bar.tsx';
import { changed, filtersOf } from './group-filters.ts';
import { NewGroup } from './group-request/new-group.tsx';
import { GroupTable } from './group-table.tsx';

export function GroupsPage() {
  const t = useMessages(groups);
  const r = useMessages(groupRequest);
  const mayChange = useMayChange();
  const [query, setQuery] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>) =>
    setQuery((before) => changed(before, changes), { replace: true, preventScrollReset: true });
  const filters = filtersOf(query);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<AddButton onClick={() => change({ new: 'group' })}>{r('newGroup')}</AddButton>}
    >
      <GroupFilterBar query={query} change={change} />
      <GroupTable key={JSON.stringify(filters)} filters={filters} query={query} change={change} />
      {mayChange && query.get('new') === 'group' ? (
        <NewGroup close={() => change({ new: '' })} />
      ) : null}
    </Page>
  );
}
