// The filters above the list of groups. Those that are rarely needed are behind a button.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { DismissRegular } from '@fluentui/react-icons';
import { Input } from '@fluentui/react-input';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getAll } from '../../../api/client.ts';
import { useIsLimited } from '../../../api/session.ts';
import { PersonField } from '../../../components/people-field.tsx';
import { problemLabel } from '../../../components/problems.ts';
import { propertyPrefix } from '../../../components/property-name.ts';
import { SearchField } from '../../../components/search-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { statusLabel } from '../../../components/status.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { isReversed } from '../../../components/use-address-filters.ts';
import { useDebounced } from '../../../components/use-debounced.ts';
import { groups } from '../../../messages/groups.ts';
import type { Format } from '../../../messages/format.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import {
  daysBetween,
  type FilterName,
  isFiltered,
  isMoment,
  noFilters,
  propertyFilters,
} from './group-filters.ts';
import { useProperties } from './group-columns.tsx';
import { declined, failureReasons, openFailures } from '../../../components/request-states.ts';
import { useOrganisations } from '../../../components/use-organisations.ts';

const statuses = [
  'accepted',
  'awaiting_approval',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const;
const states = [
  'existing',
  'being_created',
  'active',
  'archived',
  'deleted',
  'gone',
  'ended',
  'failed',
] as const;
const roles = ['responsible', 'deputy', 'owner', 'member'] as const;
const further: readonly FilterName[] = [
  'person',
  'role',
  'error',
  'createdBy',
  'from',
  'until',
  'idleBefore',
  'attempts',
  'source',
  'externalId',
];

export function GroupFilterBar({
  query,
  change,
}: {
  query: URLSearchParams;
  change: (changes: Readonly<Record<string, string>>) => void;
}) {
  const t = useMessages(groups);
  const format = useFormat();
  const of = (name: FilterName) => query.get(name) ?? '';
  const count = further.filter((name) => of(name) !== '').length + propertyFilters(query).length;
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useTyped(of('search'), 200, (text) => change({ search: text }));
  const organisations = useOrganisations();
  const all = organisations.data?.items ?? [];
  const templates = all
    .filter(({ organisationId }) => ['', organisationId].includes(of('organisation')))
    .flatMap((one) => one.templates);
  const any = ['', t('any')] as const;
  return (
    <div className="filters in-one-row" role="search">
      <SearchField value={search} onChange={setSearch} placeholder={t('searchHint')} />
      <SelectField
        label={t('creation')}
        value={of('status')}
        onChange={(status) => change({ status })}
        options={[
          any,
          [openFailures, t('openFailures')],
          [declined, t('declined')],
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
        onChange={(organisation) => change({ organisation, template: '', templateVersion: '' })}
        options={[any, ...all.map((one) => [one.organisationId, one.name] as const)]}
      />
      <SelectField
        label={t('template')}
        value={of('template')}
        onChange={(template) => change({ template, templateVersion: '' })}
        options={[any, ...templates.map((one) => [one.templateId, one.name] as const)]}
      />
      {of('template') === '' || of('templateVersion') === '' ? null : (
        <TextField
          label={t('templateVersion')}
          type="number"
          value={of('templateVersion')}
          onChange={(templateVersion) => change({ templateVersion })}
          fault={undefined}
        />
      )}
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {count === 0 ? t('moreFilters') : t('moreFiltersCount', { count })}
      </Button>
      {/* Its place is kept, so that it moves nothing when it appears. */}
      <Button
        appearance="subtle"
        className={isFiltered(query) ? undefined : 'kept-place'}
        icon={<DismissRegular />}
        onClick={() => change(noFilters(query))}
      >
        {t('clearFilters')}
      </Button>
      {isMoment(of('from')) || isMoment(of('until')) ? (
        <p className="row">
          {t('requestedIn', { range: momentsText(of('from'), of('until'), format) })}
          <Button size="small" onClick={() => change({ from: '', until: '' })}>
            {t('removeRange')}
          </Button>
        </p>
      ) : null}
      {of('durationFromMs') === '' && of('durationUntilMs') === '' ? null : (
        <p className="row">
          {t('took', {
            range: durationsText(of('durationFromMs'), of('durationUntilMs'), format),
          })}
          <Button size="small" onClick={() => change({ durationFromMs: '', durationUntilMs: '' })}>
            {t('removeDuration')}
          </Button>
        </p>
      )}
      <FurtherFilters of={of} change={change} any={any} isOpen={isOpen} />
      <PropertyFilters query={query} change={change} isOpen={isOpen} />
    </div>
  );
}

interface FilterProps {
  readonly of: (name: FilterName) => string;
  readonly change: (changes: Readonly<Record<string, string>>) => void;
  readonly any: readonly ['', string];
}

/** While it is closed, those that are in use. */
function FurtherFilters({ of, change, any, isOpen }: FilterProps & { isOpen: boolean }) {
  const t = useMessages(groups);
  const [person, setPerson] = useTyped(of('person'), 400, (text) => change({ person: text }));
  const isLimited = useIsLimited();
  const createdBy = of('createdBy');
  const keys = useQuery({
    queryKey: ['api-keys', 'all'],
    queryFn: ({ signal }) => getAll('/api-keys', signal),
    enabled: !isLimited && (isOpen || createdBy !== ''),
  });
  const creators = (keys.data?.items ?? []).map(({ keyId, name }) => [keyId, name] as const);
  const isKnown = createdBy === '' || creators.some(([keyId]) => keyId === createdBy);
  // A field that was in use stays: it may be empty for a moment, while another value is typed.
  const [used] = useState(() => new Set<FilterName>());
  for (const name of further) if (of(name) !== '') used.add(name);
  const isShown = (...names: readonly FilterName[]) =>
    isOpen || names.some((name) => used.has(name));
  const isRange = isMoment(of('from')) || isMoment(of('until'));
  return (
    <>
      {isShown('person', 'role') ? (
        <>
          <div className="search">
            <PersonField
              label={t('person')}
              value={person}
              onChange={setPerson}
              fault={undefined}
            />
          </div>
          <SelectField
            label={t('role')}
            value={of('role')}
            onChange={(role) => change({ role })}
            options={[any, ...roles.map((role) => [role, t(`roles.${role}`)] as const)]}
          />
        </>
      ) : null}
      {isShown('error') ? (
        <SelectField
          label={t('error')}
          value={of('error')}
          onChange={(error) => change({ error })}
          options={[any, ...failureReasons.map((code) => [code, problemLabel(code)] as const)]}
        />
      ) : null}
      {isShown('createdBy') ? (
        <SelectField
          label={t('createdBy')}
          value={createdBy}
          onChange={(creator) => change({ createdBy: creator })}
          options={[
            any,
            ...(isKnown ? [] : [[createdBy, nameOf(createdBy)] as const]),
            ...creators,
          ]}
        />
      ) : null}
      {isShown('from', 'until') && !isRange ? <DayFields of={of} change={change} /> : null}
      {isShown('idleBefore') ? (
        <Field label={t('idleBefore')}>
          <Input
            type="date"
            value={of('idleBefore')}
            onChange={(_event, { value }) => change({ idleBefore: value })}
          />
        </Field>
      ) : null}
      {isShown('source') ? (
        <TypedField
          label={t('source')}
          value={of('source')}
          apply={(source) => change({ source })}
        />
      ) : null}
      {isShown('externalId') ? (
        <TypedField
          label={t('externalId')}
          value={of('externalId')}
          apply={(externalId) => change({ externalId })}
        />
      ) : null}
      {isShown('attempts') ? (
        <SelectField
          label={t('attempts.label')}
          value={of('attempts')}
          onChange={(attempts) => change({ attempts })}
          options={[
            ['', t('attempts.newest')],
            ['all', t('attempts.all')],
          ]}
        />
      ) : null}
    </>
  );
}

/** A field for each property that is filtered by or was chosen, and the choice of another one. */
function PropertyFilters({
  query,
  change,
  isOpen,
}: Pick<FilterProps, 'change'> & { query: URLSearchParams; isOpen: boolean }) {
  const t = useMessages(groups);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const known = useProperties();
  const filtered = propertyFilters(query);
  const shown = [...new Set([...filtered.map(([name]) => name), ...chosen])];
  const left = known.filter((name) => !shown.includes(name));
  return (
    <>
      {shown.map((name) => (
        <TypedField
          key={name}
          label={name}
          value={query.get(propertyPrefix + name) ?? ''}
          apply={(value) => change({ [propertyPrefix + name]: value })}
        />
      ))}
      {left.length === 0 || !isOpen ? null : (
        <SelectField
          label={t('property')}
          value=""
          onChange={(name) => setChosen([...chosen, name])}
          options={[
            ['', t('chooseProperty')] as const,
            ...left.map((name) => [name, name] as const),
          ]}
        />
      )}
    </>
  );
}

function TypedField({
  label,
  value,
  apply,
}: {
  label: string;
  value: string;
  apply: (value: string) => void;
}) {
  const [text, setText] = useTyped(value, 400, apply);
  return <TextField label={label} value={text} onChange={setText} fault={undefined} />;
}

function DayFields({ of, change }: Pick<FilterProps, 'of' | 'change'>) {
  const t = useMessages(groups);
  const isBackward = isReversed({ from: of('from'), until: of('until') });
  return (
    <>
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

/** Whole days are named as reports do, in UTC; other moments in the time zone of the page. */
function momentsText(from: string, until: string, format: Format): string {
  const days = daysBetween(from, until);
  const ends =
    days === undefined
      ? [from, until].map((one) => (isMoment(one) ? format.dateTime(one) : one))
      : [...new Set([days.from, days.until])].map((day) => format.date(day));
  return `${ends.filter((one) => one !== '').join(' – ')}${days === undefined ? '' : ' (UTC)'}`;
}

function durationsText(from: string, until: string, format: Format): string {
  const ends = [from, until].map((one) => (one === '' ? '' : format.duration(Number(one))));
  return until === '' ? `≥ ${ends[0]}` : ends.filter((one) => one !== '').join(' – ');
}

const nameOf = (createdBy: string) => createdBy.replace(/^administrator:/, '');

/** A text that is typed here and applied when typing pauses. It follows a change that is applied elsewhere. */
function useTyped(applied: string, pauseMs: number, apply: (text: string) => void) {
  const [typed, setTyped] = useState(applied);
  const known = useRef(applied);
  const settled = useDebounced(typed.trim(), pauseMs);
  useEffect(() => {
    if (settled === applied) return;
    known.current = settled;
    apply(settled);
    // Only what is typed changes the address.
  }, [settled]);
  useEffect(() => {
    // Typing may have gone on since this change was applied.
    if (applied !== known.current) setTyped(applied);
    known.current = applied;
  }, [applied]);
  return [typed, setTyped] as const;
}
