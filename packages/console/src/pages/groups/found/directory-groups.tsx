// All groups of the directory, also those that the service does not govern, with what hinders that and a proposal.
import { Button } from '@fluentui/react-button';
import { ArrowDownloadRegular, ArrowUploadRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isolated } from '../../../../../service/src/ground/text.ts';
import { api } from '../../../api/client.ts';
import type { Query } from '../../../api/route-types.ts';
import { useIsLimited, useMay } from '../../../api/session.ts';
import type { DirectoryGroup, DirectoryGroupList, OrganisationItem } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import type { Column } from '../../../components/data-table.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { late } from '../../../components/late.tsx';
import { Page } from '../../../components/layout.tsx';
import { Breakable } from '../../../components/mail-text.tsx';
import { allPages } from '../../../components/page-after.ts';
import { PagedTable, usePaged } from '../../../components/paged-table.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { SelectedBar } from '../../../components/selected-bar.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { Day, Moment } from '../../../components/time.tsx';
import { type AddressFilters, useAddressFilters } from '../../../components/use-address-filters.ts';
import { useDebounced } from '../../../components/use-debounced.ts';
import { useOrganisations } from '../../../components/use-organisations.ts';
import { useSelection } from '../../../components/use-selection.ts';
import { useSending } from '../../../components/use-sending.ts';
import { directoryGroups as texts } from '../../../messages/directory-groups.ts';
import { groups as groupTexts } from '../../../messages/groups.ts';
import { momentOfDay } from '../../../messages/tenant-day.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, type Messages, useMessages } from '../../../messages/use-messages.ts';
import { downloadCsv } from '../../../components/download-csv.ts';
import { adoptionsCsv, isFree } from './adoption-request.ts';
import { NewGroupsRule } from './new-groups-rule.tsx';

type Texts = Messages<(typeof texts)['texts']['en']>;
type DirectoryGroupFilters = Query<'get', '/directory/groups'>;
type Obstacle = NonNullable<DirectoryGroupFilters['obstacle']>;

const AdoptGroup = late(async () => (await import('./adopt-group.tsx')).AdoptGroup);
const AdoptSelected = late(async () => (await import('./adopt-selected.tsx')).AdoptSelected);
const ImportGroups = late(async () => (await import('../import/import-groups.tsx')).ImportGroups);

/** More are adopted by several selections, or by the command line. */
const mostSelected = 10_000;
/** The service lists as many at a time. */
const largestPage = 200;

export function DirectoryGroupsPage() {
  const t = useMessages(texts);
  const mayAdopt = useMay('groups:manage');
  const isLimited = useIsLimited();
  const [filters, set] = useAddressFilters([
    'search',
    'obstacle',
    'kind',
    'owners',
    'guests',
    'before',
    'new',
  ]);
  const organisations = useOrganisations().data?.items ?? [];
  const search = useDebounced(filters.search.trim(), 200);
  const { obstacle, ...query } = queryOf({ ...filters, search });
  const counted = useQuery({
    queryKey: ['directory-groups', 'counts', query],
    queryFn: ({ signal }) => readDirectoryGroups({ query: { ...query, limit: 1 }, signal }),
    placeholderData: (before) => before,
  });
  const matching = { ...query, ...(obstacle !== undefined && { obstacle }) };
  const exporting = useSending({
    send: () => allMatching(matching),
    onSuccess: (groups) => downloadCsv(t('fileName'), adoptionsCsv(groups, organisations)),
  });
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <Button
            icon={<ArrowDownloadRegular />}
            disabledFocusable={exporting.isPending}
            onClick={() => exporting.submit()}
          >
            {t('download')}
          </Button>
          {mayAdopt ? (
            <Button icon={<ArrowUploadRegular />} onClick={() => set({ new: 'import' })}>
              {t('import')}
            </Button>
          ) : null}
        </>
      }
    >
      <FormNotice problem={formProblem(exporting.error, [])} />
      {isLimited ? null : <NewGroupsRule />}
      <Filters filters={filters} set={set} />
      <Counts
        data={counted.data}
        chosen={filters.obstacle}
        choose={(value) => set({ obstacle: value })}
      />
      <DirectoryGroupTable query={matching} organisations={organisations} />
      {mayAdopt && filters.new === 'import' ? (
        <ImportGroups kind="adoption" close={() => set({ new: '' })} />
      ) : null}
    </Page>
  );
}

type Filters = AddressFilters<'search' | 'obstacle' | 'kind' | 'owners' | 'guests' | 'before'>;

function queryOf({
  search,
  obstacle,
  kind,
  owners,
  guests,
  before,
}: Filters): DirectoryGroupFilters {
  return {
    governed: false,
    ...(search !== '' && { search }),
    ...(obstacle !== '' && { obstacle: obstacle as Obstacle }),
    ...(kind !== '' && { kind: kind as NonNullable<DirectoryGroupFilters['kind']> }),
    ...(owners !== '' && { ownerless: owners === 'none' }),
    ...(guests !== '' && { guests: guests === 'some' }),
    ...(before !== '' && { createdBefore: momentOfDay(before) }),
  };
}

function Filters({ filters, set }: { filters: Filters; set: (change: Partial<Filters>) => void }) {
  const t = useMessages(texts);
  const g = useMessages(groupTexts);
  const any = ['', g('any')] as const;
  return (
    <div className="filters">
      <SearchField
        value={filters.search}
        placeholder={t('search')}
        onChange={(search) => set({ search })}
      />
      <SelectField
        label={t('kind')}
        value={filters.kind}
        onChange={(kind) => set({ kind })}
        options={[any, ['team', t('kinds.team')], ['group', t('kinds.group')]]}
      />
      <SelectField
        label={t('owners')}
        value={filters.owners}
        onChange={(owners) => set({ owners })}
        options={[any, ['none', t('ownerFilter.none')], ['some', t('ownerFilter.some')]]}
      />
      <SelectField
        label={t('guestFilter.label')}
        value={filters.guests}
        onChange={(guests) => set({ guests })}
        options={[any, ['some', t('guestFilter.some')], ['none', t('guestFilter.none')]]}
      />
      <TextField
        label={t('createdBefore')}
        type="date"
        value={filters.before}
        onChange={(before) => set({ before })}
        fault={undefined}
      />
    </div>
  );
}

/** How many groups there are, and how many of them have which obstacle. */
function Counts({
  data,
  chosen,
  choose,
}: {
  data: DirectoryGroupList | undefined;
  chosen: string;
  choose: (obstacle: string) => void;
}) {
  const t = useMessages(texts);
  const format = useFormat();
  if (data?.counts === undefined) return null;
  const { total = 0, counts, seenAt } = data;
  const { withoutObstacles, ownerless, ownersUnknown, withGuests, obstacles } = counts;
  return (
    <>
      <p className="muted">
        {seenAt === null ? t('notSeen') : t('seen', { time: format.relative(seenAt, Date.now()) })}{' '}
        {t('counts', { total, ownerless, unknown: ownersUnknown, guests: withGuests })}
      </p>
      <Tabs
        label={t('obstacle.label')}
        tabs={[
          ['', t('obstacle.any'), total],
          ['none', t('obstacle.none'), withoutObstacles],
          ...Object.entries(obstacles).map(
            ([code, count]) => [code, labelOf(t, `obstacles.${code}`, code), count] as const,
          ),
        ]}
        chosen={chosen}
        choose={choose}
      />
    </>
  );
}

function DirectoryGroupTable({
  query: filter,
  organisations,
}: {
  query: DirectoryGroupFilters;
  organisations: readonly OrganisationItem[];
}) {
  const t = useMessages(texts);
  const columns = useColumns(t, organisations);
  const mayAdopt = useMay('groups:manage');
  const [adopted, setAdopted] = useState<DirectoryGroup>();
  const [isPlanning, setIsPlanning] = useState(false);
  const settled = useInvalidation(['directory-groups'], ['groups']);
  const paged = usePaged(['directory-groups', 'wild', filter], ({ query, signal }) =>
    readDirectoryGroups({ query: { ...filter, ...query }, signal }),
  );
  const selection = useSelection<DirectoryGroup>(JSON.stringify(filter), {
    most: mostSelected,
    keyOf: ({ groupId }) => groupId,
    nameOf: ({ displayName }) => displayName,
  });
  const withTemplates = organisations.filter(({ templates }) => templates.length > 0);
  const actions: Column<DirectoryGroup> = {
    title: t('actions'),
    as: 'actions',
    cell: (group) =>
      mayAdopt && isFree(group) ? (
        <RowButton
          action={t('adopt.submit')}
          of={group.displayName}
          onClick={() => setAdopted(group)}
        />
      ) : null,
  };
  const total = paged.query.data?.total ?? 0;
  return (
    <>
      <SelectedBar
        selection={selection}
        all={{ total, most: mostSelected, load: async () => allMatching(filter) }}
      >
        <Button size="small" appearance="primary" onClick={() => setIsPlanning(true)}>
          {t('bulk.plan')}
        </Button>
        <Button
          size="small"
          onClick={() => downloadCsv(t('fileName'), adoptionsCsv(selection.items, organisations))}
        >
          {t('download')}
        </Button>
      </SelectedBar>
      <PagedTable
        paged={paged}
        empty={{ title: t(Object.keys(filter).length > 1 ? 'noneMatch' : 'none') }}
        keyOf={({ groupId }) => groupId}
        columns={[...columns, actions]}
        selection={mayAdopt ? selection : undefined}
      />
      {adopted === undefined ? null : (
        <AdoptGroup
          group={adopted}
          organisations={withTemplates}
          close={() => setAdopted(undefined)}
          settled={settled}
        />
      )}
      {isPlanning ? (
        <AdoptSelected
          groups={selection.items}
          organisations={withTemplates}
          close={() => setIsPlanning(false)}
          done={() => {
            setIsPlanning(false);
            selection.clear();
          }}
          settled={settled}
        />
      ) : null}
    </>
  );
}

export async function readDirectoryGroups({
  query,
  signal,
}: {
  query: DirectoryGroupFilters;
  signal: AbortSignal;
}) {
  const { total = 0, ...page } = await api.get('/directory/groups', {
    query: { ...query, total: true },
    signal,
  });
  return { ...page, total };
}

/** The groups that match, as far as they can be selected, read page by page. */
const allMatching = (query: DirectoryGroupFilters) =>
  allPages(
    (cursor) => api.get('/directory/groups', { query: { ...query, limit: largestPage, cursor } }),
    mostSelected,
  );

function useColumns(
  t: Texts,
  organisations: readonly OrganisationItem[],
): readonly Column<DirectoryGroup>[] {
  const format = useFormat();
  const templates = new Map(
    organisations.flatMap(({ name: organisation, templates: all }) =>
      all.map(({ templateId, name }) => [templateId, `${organisation} / ${name}`] as const),
    ),
  );
  return [
    { title: t('group'), cell: (group) => <GroupName group={group} /> },
    { title: t('kind'), cell: ({ kind }) => labelOf(t, `kinds.${kind}`, kind) },
    { title: t('owners'), cell: ({ owners }) => ownersText(owners, t) },
    {
      title: t('people'),
      cell: ({ memberCount, guestCount }) =>
        memberCount === null
          ? '–'
          : guestCount === null || guestCount === 0
            ? format.number(memberCount)
            : t('guests', { members: memberCount, guests: guestCount }),
    },
    { title: t('created'), cell: ({ createdAt }) => <Moment iso={createdAt} /> },
    { title: t('lastUsed'), cell: ({ lastActivityOn }) => <Day day={lastActivityOn} /> },
    {
      title: t('state'),
      cell: (group) => <StateCell group={group} templates={templates} />,
    },
  ];
}

/** The name, which leads to the record of a governed group, above the alias. */
export function GroupName({
  group: { teamId, displayName, mailNickName },
}: {
  group: DirectoryGroup;
}) {
  return (
    <>
      {teamId === null ? (
        <span className="name">
          <bdi>{displayName}</bdi>
        </span>
      ) : (
        <Link className="name" to={`/groups/${teamId}`}>
          <bdi>{displayName}</bdi>
        </Link>
      )}
      <div className="mono muted">{mailNickName}</div>
    </>
  );
}

function ownersText(owners: DirectoryGroup['owners'], t: Texts): string {
  if (owners === null) return t('ownersUnknown');
  if (owners.length === 0) return t('noOwner');
  return owners
    .map(({ id, displayName, available }) => {
      const name = displayName === '' ? id : displayName;
      return available ? isolated(name) : t('cannotSignIn', { name });
    })
    .join(', ');
}

/** The obstacles of the group, its adoption in progress, or the template and the person of its proposal. */
function StateCell({
  group: { obstacles, adoption, proposal },
  templates,
}: {
  group: DirectoryGroup;
  templates: ReadonlyMap<string, string>;
}) {
  const t = useMessages(texts);
  if (obstacles.length > 0) {
    return obstacles.map((code) => labelOf(t, `obstacles.${code}`, code)).join(', ');
  }
  if (adoption !== null) {
    const { teamId, status } = adoption;
    return <Link to={`/groups/${teamId}`}>{labelOf(t, `adopting.${status}`, status)}</Link>;
  }
  if (proposal === null) return t('noProposal');
  const { templateId, responsible } = proposal;
  return (
    <>
      <bdi>{templates.get(templateId) ?? templateId}</bdi>
      <div className="muted small">
        {responsible === null ? (
          t('proposedNobody')
        ) : (
          <Breakable text={t('proposedPerson', { person: responsible })} />
        )}
      </div>
    </>
  );
}
