// The filters above the list of groups. Those that are rarely needed are behind a button.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { Input } from '@fluentui/react-input';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getAll } from '../api/client.ts';
import { PersonField } from '../components/people-field.tsx';
import { problemLabel } from '../components/problems.ts';
import { SearchField } from '../components/search-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { statusLabel } from '../components/status.tsx';
import { useDebounced } from '../components/use-debounced.ts';
import { groups } from '../messages/groups.ts';
import { useMessages } from '../messages/use-messages.ts';
import { filterNames, type FilterName, isFiltered, openFailures } from './group-filters.ts';

const statuses = [
  'accepted',
  'awaiting_approval',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const;
const states = ['being_created', 'active', 'archived', 'deleted', 'gone', 'failed'] as const;
const roles = ['responsible', 'deputy', 'owner', 'member'] as const;
const reasons = [
  'people_not_found',
  'people_not_eligible',
  'directory_alias_taken',
  'directory_name_refused',
  'directory_refused',
  'directory_permission_missing',
  'directory_unavailable',
  'approval_rejected',
  'approval_expired',
  'internal_error',
] as const;
const further: readonly FilterName[] = ['person', 'role', 'error', 'createdBy', 'from', 'until'];

export function GroupFilterBar({
  query,
  change,
}: {
  query: URLSearchParams;
  change: (changes: Readonly<Record<string, string>>) => void;
}) {
  const t = useMessages(groups);
  const of = (name: FilterName) => query.get(name) ?? '';
  const count = further.filter((name) => of(name) !== '').length;
  const [isOpen, setIsOpen] = useState(count > 0);
  const [search, setSearch] = useTyped(of('search'), 200, (text) => change({ search: text }));
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  const all = organisations.data?.items ?? [];
  const templates = all
    .filter(({ organisationId }) => ['', organisationId].includes(of('organisation')))
    .flatMap((one) => one.templates);
  const any = ['', t('any')] as const;
  return (
    <div className="filters" role="search">
      <SearchField value={search} onChange={setSearch} placeholder={t('searchHint')} />
      <SelectField
        label={t('creation')}
        value={of('status')}
        onChange={(status) => change({ status })}
        options={[
          any,
          [openFailures, t('openFailures')],
          ...statuses.map((one) => [one, statusLabel(one)] as const),
        ]}
      />
      <SelectField
        label={t('state')}
        value={of('state')}
        onChange={(state) => change({ state })}
        options={[any, ...states.map((one) => [one, statusLabel(one)] as const)]}
      />
      <SelectField
        label={t('organisation')}
        value={of('organisation')}
        onChange={(organisation) => change({ organisation, template: '' })}
        options={[any, ...all.map((one) => [one.organisationId, one.name] as const)]}
      />
      <SelectField
        label={t('template')}
        value={of('template')}
        onChange={(template) => change({ template })}
        options={[any, ...templates.map((one) => [one.templateId, one.name] as const)]}
      />
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {count === 0 ? t('moreFilters') : t('moreFiltersCount', { count })}
      </Button>
      {isFiltered(query) ? (
        <Button
          appearance="subtle"
          onClick={() => {
            setSearch('');
            change(Object.fromEntries(filterNames.map((name) => [name, ''])));
          }}
        >
          {t('clearFilters')}
        </Button>
      ) : null}
      {isOpen ? <FurtherFilters of={of} change={change} any={any} /> : null}
    </div>
  );
}

function FurtherFilters({
  of,
  change,
  any,
}: {
  of: (name: FilterName) => string;
  change: (changes: Readonly<Record<string, string>>) => void;
  any: readonly ['', string];
}) {
  const t = useMessages(groups);
  const [person, setPerson] = useTyped(of('person'), 400, (text) => change({ person: text }));
  const keys = useQuery({
    queryKey: ['api-keys', 'all'],
    queryFn: ({ signal }) => getAll('/api-keys', signal),
  });
  const creators = (keys.data?.items ?? []).map(({ keyId, name }) => [keyId, name] as const);
  const createdBy = of('createdBy');
  const isKnown = createdBy === '' || creators.some(([keyId]) => keyId === createdBy);
  const isBackward = of('from') !== '' && of('until') !== '' && of('until') < of('from');
  return (
    <>
      <div className="search">
        <PersonField label={t('person')} value={person} onChange={setPerson} fault={undefined} />
      </div>
      <SelectField
        label={t('role')}
        value={of('role')}
        onChange={(role) => change({ role })}
        options={[any, ...roles.map((role) => [role, t(`roles.${role}`)] as const)]}
      />
      <SelectField
        label={t('error')}
        value={of('error')}
        onChange={(error) => change({ error })}
        options={[any, ...reasons.map((code) => [code, problemLabel(code)] as const)]}
      />
      <SelectField
        label={t('createdBy')}
        value={createdBy}
        onChange={(creator) => change({ createdBy: creator })}
        options={[any, ...(isKnown ? [] : [[createdBy, nameOf(createdBy)] as const]), ...creators]}
      />
      <Field label={t('from')}>
        <Input
          type="date"
          value={of('from')}
          onChange={(_event, { value }) => change({ from: value })}
        />
      </Field>
      <Field label={t('until')} {...(isBackward && { validationMessage: t('untilBeforeFrom') })}>
        <Input
          type="date"
          value={of('until')}
          onChange={(_event, { value }) => change({ until: value })}
        />
      </Field>
    </>
  );
}

const nameOf = (createdBy: string) => createdBy.replace(/^administrator:/, '');

/** A text that is typed here, and applied when typing pauses. */
function useTyped(applied: string, pauseMs: number, apply: (text: string) => void) {
  const [typed, setTyped] = useState(applied);
  const settled = useDebounced(typed.trim(), pauseMs);
  useEffect(() => {
    if (settled !== applied) apply(settled);
    // Only what is typed changes the address.
  }, [settled]);
  return [typed, setTyped] as const;
}
