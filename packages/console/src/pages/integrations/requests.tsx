// The request log: what API keys asked for, and why some of it was refused. Filters are in the address, so that other
// pages link to the requests of a key, of a group, or with one id.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { api, getAll } from '../../api/client.ts';
import type { Query } from '../../api/route-types.ts';
import { Card, Page } from '../../components/layout.tsx';
import { useListed } from '../../components/listed-table.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { TextField } from '../../components/text-field.tsx';
import {
  type AddressFilters,
  isReversed,
  useAddressFilters,
} from '../../components/use-address-filters.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { common } from '../../messages/common.ts';
import { requests as texts } from '../../messages/requests.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { RequestTable } from './request-table.tsx';

const filterNames = [
  'keyId',
  'outcome',
  'status',
  'code',
  'requestId',
  'groupId',
  'from',
  'until',
] as const;
type Filters = AddressFilters<(typeof filterNames)[number]>;
const noFilters = Object.fromEntries(filterNames.map((name) => [name, ''])) as Filters;

export function RequestsPage() {
  const t = useMessages(texts);
  const [filters, set] = useAddressFilters(filterNames);
  const rested = useDebounced(filters, 250);
  const log = useListed(['requests', rested], (cursor, signal) =>
    api.get('/requests', { query: { ...queryOf(rested), limit: 50, cursor }, signal }),
  );
  const isFiltered = Object.values(rested).some((value) => value !== '');
  return (
    <Page title={t('title')} lead={t('lead')}>
      <FilterFields filters={filters} set={set} />
      <Card className="flush log">
        <RequestTable
          list={log}
          empty={{
            title: t('empty'),
            text: isFiltered ? undefined : t('emptyHint'),
            action: isFiltered ? (
              <Button onClick={() => set(noFilters)}>{t('clear')}</Button>
            ) : null,
          }}
        />
      </Card>
    </Page>
  );
}

/** A status that is no number would be refused; it filters nothing until it is one. */
function queryOf({ status, outcome, ...others }: Filters): Query<'get', '/requests'> {
  return {
    ...others,
    outcome: outcome === 'refused' || outcome === 'succeeded' ? outcome : '',
    status: /^[1-5]\d\d$/.test(status) ? Number(status) : '',
  };
}

function FilterFields({
  filters,
  set,
}: {
  filters: Filters;
  set: (change: Partial<Filters>) => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => getAll('/api-keys', signal),
  });
  const options = (keys.data?.items ?? []).map(({ keyId, name }) => [keyId, name] as const);
  const outcomes = (['', 'refused', 'succeeded'] as const).map(
    (value) => [value, t(`outcomes.${value === '' ? 'all' : value}`)] as const,
  );
  return (
    <>
      <Tabs
        label={t('outcome')}
        tabs={outcomes}
        chosen={outcomes.find(([value]) => value === filters.outcome)?.[0] ?? ''}
        choose={(outcome) => set({ outcome })}
      />
      <div className="filters in-columns" role="search">
        <SelectField
          label={t('key')}
          options={[['', t('all')], ...options]}
          value={filters.keyId}
          onChange={(keyId) => set({ keyId })}
        />
        <TextField
          label={t('status')}
          placeholder="422"
          value={filters.status}
          onChange={(status) => set({ status: status.trim() })}
        />
        <TextField
          label={t('code')}
          value={filters.code}
          onChange={(code) => set({ code: code.trim() })}
        />
        <SearchField
          label={t('requestId')}
          placeholder={t('requestId')}
          value={filters.requestId}
          onChange={(requestId) => set({ requestId: requestId.trim() })}
        />
        <TextField
          label={t('from')}
          type="date"
          value={filters.from}
          onChange={(from) => set({ from })}
        />
        <TextField
          label={t('until')}
          type="date"
          value={filters.until}
          onChange={(until) => set({ until })}
          fault={isReversed(filters) ? c('untilBeforeFrom') : undefined}
        />
      </div>
      {filters.groupId === '' ? null : (
        <p className="row">
          {t('onlyGroup')}
          <Button size="small" onClick={() => set({ groupId: '' })}>
            {t('clear')}
          </Button>
        </p>
      )}
    </>
  );
}
