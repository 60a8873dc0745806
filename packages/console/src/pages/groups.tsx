// All groups, searched and filtered by the service.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getAll } from '../api/client.ts';
import type { GroupFilters } from '../api/types.ts';
import { Page } from '../components/layout.tsx';
import { PersonField } from '../components/people-field.tsx';
import { SearchField } from '../components/search-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { statusLabel } from '../components/status.tsx';
import { useDebounced } from '../components/use-debounced.ts';
import { GroupTable } from './group-table.tsx';

const statuses = [
  'accepted',
  'awaiting_approval',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const;
const any = ['', 'Any'] as const;
const states = ['being_created', 'active', 'archived', 'deleted', 'gone', 'failed'] as const;

export function GroupsPage() {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState(query.get('search') ?? '');
  const [person, setPerson] = useState(query.get('person') ?? '');
  const sought = useDebounced(search.trim(), 200);
  const soughtPerson = useDebounced(person.trim(), 400);
  const set = (name: string, value: string) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        if (name === 'organisation') next.delete('template');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  useEffect(() => {
    set('search', sought);
    // Only the filters belong in the address; `set` changes at each render.
  }, [sought]);
  useEffect(() => set('person', soughtPerson), [soughtPerson]);
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  const all = organisations.data?.items ?? [];
  const organisationId = query.get('organisation') ?? '';
  const templates = all
    .filter((one) => organisationId === '' || one.organisationId === organisationId)
    .flatMap((one) => one.templates);
  const filters: GroupFilters = {
    search: sought,
    // The service refuses any other status, so that a misspelt address does not show everything.
    status: (query.get('status') ?? '') as GroupFilters['status'],
    state: (query.get('state') ?? '') as GroupFilters['state'],
    person: soughtPerson,
    organisationId,
    templateId: query.get('template') ?? '',
  };

  return (
    <Page title="Groups" lead="Groups requested through the API, newest first.">
      <div className="filters" role="search">
        <SearchField value={search} onChange={setSearch} placeholder="Display name or alias" />
        <SelectField
          label="Creation"
          value={query.get('status') ?? ''}
          onChange={(value) => set('status', value)}
          options={[any, ...statuses.map((status) => [status, statusLabel(status)] as const)]}
        />
        <SelectField
          label="State"
          value={query.get('state') ?? ''}
          onChange={(value) => set('state', value)}
          options={[any, ...states.map((state) => [state, statusLabel(state)] as const)]}
        />
        <SelectField
          label="Organisation"
          value={organisationId}
          onChange={(value) => set('organisation', value)}
          options={[any, ...all.map((one) => [one.organisationId, one.name] as const)]}
        />
        <SelectField
          label="Template"
          value={query.get('template') ?? ''}
          onChange={(value) => set('template', value)}
          options={[any, ...templates.map((one) => [one.templateId, one.name] as const)]}
        />
        <div className="search">
          <PersonField
            label="Owner or member"
            value={person}
            onChange={setPerson}
            fault={undefined}
          />
        </div>
      </div>
      <GroupTable key={JSON.stringify(filters)} filters={filters} />
    </Page>
  );
}
