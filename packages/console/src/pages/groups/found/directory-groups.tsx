// All groups of the directory, also those that the service does not govern, with what hinders that and a proposal.
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import type { Query } from '../../../api/route-types.ts';
import { useMay } from '../../../api/session.ts';
import type { DirectoryGroup, DirectoryGroupList, OrganisationItem } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import type { Column } from '../../../components/data-table.tsx';
import { late } from '../../../components/late.tsx';
import { Page } from '../../../components/layout.tsx';
import { Breakable } from '../../../components/mail-text.tsx';
import { PagedTable, usePaged } from '../../../components/paged-table.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Moment } from '../../../components/time.tsx';
import { useAddressFilters } from '../../../components/use-address-filters.ts';
import { useDebounced } from '../../../components/use-debounced.ts';
import { useOrganisations } from '../../../components/use-organisations.ts';
import { directoryGroups as texts } from '../../../messages/directory-groups.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, type Messages, useMessages } from '../../../messages/use-messages.ts';

type Texts = Messages<(typeof texts)['texts']['en']>;
type DirectoryGroupFilters = Query<'get', '/directory/groups'>;
type Obstacle = NonNullable<DirectoryGroupFilters['obstacle']>;

const AdoptGroup = late(async () => (await import('./adopt-group.tsx')).AdoptGroup);

export function DirectoryGroupsPage() {
  const t = useMessages(texts);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <DirectoryGroupTable />
    </Page>
  );
}

function DirectoryGroupTable() {
  const t = useMessages(texts);
  const format = useFormat();
  const [filters, set] = useAddressFilters(['search', 'obstacle']);
  const sought = useDebounced(filters.search.trim(), 200);
  const paged = usePaged(
    ['directory-groups', 'wild', sought, filters.obstacle],
    ({ query, signal }) =>
      readDirectoryGroups({
        query: {
          ...query,
          governed: false,
          ...(sought !== '' && { search: sought }),
          ...(filters.obstacle !== '' && { obstacle: filters.obstacle as Obstacle }),
        },
        signal,
      }),
  );
  // The choice of the obstacle has them while other groups are loaded.
  const [shown, setShown] = useState<DirectoryGroupList>();
  const { data } = paged.query;
  if (data !== undefined && filters.obstacle === '' && data !== shown) setShown(data);
  const organisations = useOrganisations().data?.items ?? [];
  const columns = useColumns(t, organisations);
  const mayAdopt = useMay('groups:manage');
  const [adopted, setAdopted] = useState<DirectoryGroup>();
  const settled = useInvalidation(['directory-groups'], ['groups']);
  const actions: Column<DirectoryGroup> = {
    title: t('actions'),
    as: 'actions',
    cell: (group) =>
      mayAdopt && group.teamId === null && group.obstacles.length === 0 ? (
        <RowButton
          action={t('adopt.submit')}
          of={group.displayName}
          onClick={() => setAdopted(group)}
        />
      ) : null,
  };
  return (
    <>
      <div className="filters">
        <SearchField
          value={filters.search}
          placeholder={t('search')}
          onChange={(search) => set({ search })}
        />
        <SelectField
          label={t('show')}
          value={filters.obstacle}
          onChange={(obstacle) => set({ obstacle })}
          options={optionsOf(shown, t)}
          fault={undefined}
        />
      </div>
      {data === undefined ? null : (
        <p className="muted">
          {data.seenAt === null
            ? t('notSeen')
            : t('seen', { time: format.relative(data.seenAt, Date.now()) })}{' '}
          {data.counts === undefined ? null : t('counts', countsOf(data.total, data.counts))}
        </p>
      )}
      <PagedTable
        paged={paged}
        empty={{ title: t(sought === '' ? 'none' : 'noneMatch') }}
        keyOf={({ groupId }) => groupId}
        columns={[...columns, actions]}
      />
      {adopted === undefined ? null : (
        <AdoptGroup
          group={adopted}
          organisations={organisations.filter(({ templates }) => templates.length > 0)}
          close={() => setAdopted(undefined)}
          settled={settled}
        />
      )}
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

function countsOf(total: number, counts: NonNullable<DirectoryGroupList['counts']>) {
  return {
    total,
    without: counts.withoutObstacles,
    ownerless: counts.ownerless,
    unknown: counts.ownersUnknown,
    guests: counts.withGuests,
  };
}

/** The obstacles that there are, with the number of their groups. */
function optionsOf(shown: DirectoryGroupList | undefined, t: Texts): [string, string][] {
  const { withoutObstacles = 0, obstacles = {} } = shown?.counts ?? {};
  const counted = (name: string, count: number) => t('obstacleCount', { name, count });
  return [
    ['', t('obstacle.any')],
    ['none', counted(t('obstacle.none'), withoutObstacles)],
    ...Object.entries(obstacles).map(([code, count]): [string, string] => [
      code,
      counted(labelOf(t, `obstacles.${code}`, code), count),
    ]),
  ];
}

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
    {
      title: t('state'),
      cell: (group) => <Breakable text={stateText(group, templates, t)} />,
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
      return available ? name : t('cannotSignIn', { name });
    })
    .join(', ');
}

function stateText(
  { teamId, obstacles, proposal }: DirectoryGroup,
  templates: ReadonlyMap<string, string>,
  t: Texts,
): string {
  if (teamId !== null) return t('governed');
  if (obstacles.length > 0) {
    return obstacles.map((code) => labelOf(t, `obstacles.${code}`, code)).join(', ');
  }
  if (proposal === null) return t('noProposal');
  const template = templates.get(proposal.templateId) ?? proposal.templateId;
  return proposal.responsible === null
    ? t('proposedWithout', { template })
    : t('proposed', { template, person: proposal.responsible });
}
