// People: those who answer for most groups, and a search of the directory.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { Persona } from '../../components/persona.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Status } from '../../components/status.tsx';
import { useAddressFilters } from '../../components/use-address-filters.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { lifecycle } from '../../messages/lifecycle.ts';
import { people as texts } from '../../messages/people.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { AnsweredOn, useAnsweredDay } from './answered-groups.tsx';

type Answering = Answer<'get', '/responsibility/people'>['items'][number];
type Found = Answer<'get', '/people'>['items'][number];

const shortest = 2;
/** The service suggests no more. */
const mostFound = 20;

export function PeoplePage() {
  const t = useMessages(texts);
  const [{ search }, set] = useAddressFilters(['search']);
  const { day, field } = useAnsweredDay();
  const sought = useDebounced(search.trim(), 200);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="filters" role="search">
        <SearchField
          value={search}
          placeholder={t('placeholder')}
          onChange={(value) => set({ search: value })}
        />
        {field}
      </div>
      {day !== '' ? (
        <AnsweredOn day={day} />
      ) : sought.length < shortest ? (
        <AnsweringPeople />
      ) : (
        <FoundPeople sought={sought} />
      )}
    </Page>
  );
}

function AnsweringPeople() {
  const t = useMessages(texts);
  const l = useMessages(lifecycle);
  const people = useQuery({
    queryKey: ['responsibility', 'people'],
    queryFn: ({ signal }) => api.get('/responsibility/people', { signal }),
  });
  const columns: readonly Column<Answering>[] = [
    {
      title: t('person'),
      cell: ({ id, email, displayName }) => <Persona name={displayName} reference={email ?? id} />,
    },
    { title: t('responsible'), cell: ({ responsible }) => l('groups', { count: responsible }) },
    { title: t('deputy'), cell: ({ deputy }) => l('groups', { count: deputy }) },
  ];
  return (
    <Card className="flush">
      <Loaded query={people}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('nobody')}>{t('nobodyText')}</Empty>
          ) : (
            <DataTable items={items} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </Card>
  );
}

function FoundPeople({ sought }: { sought: string }) {
  const t = useMessages(texts);
  const people = useQuery({
    queryKey: ['people', 'found', sought],
    queryFn: ({ signal }) =>
      api.get('/people', { query: { search: sought, limit: mostFound }, signal }),
    placeholderData: (before) => before,
  });
  const columns: readonly Column<Found>[] = [
    {
      title: t('person'),
      cell: ({ id, email, displayName }) => <Persona name={displayName} reference={email ?? id} />,
    },
    { title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      title: t('account'),
      cell: ({ enabled }) => <Status status={enabled ? 'enabled' : 'disabled'} />,
    },
  ];
  return (
    <Card className="flush">
      <Loaded query={people}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('noneMatch')}>{t('noneMatchText')}</Empty>
          ) : (
            <DataTable items={items} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </Card>
  );
}
