// Pages of the inventory of a directory's groups, by name. A page is found by an index, also among 100,000 groups.
import type { GroupObstacle } from '../directory/group-facts.ts';
import { isGuid } from '../directory/person-reference.ts';
import type { CreationStatus } from '../engine/creation.ts';
import { creationStatusSql } from '../engine/group-state.ts';
import { searchedWords } from '../ground/folded-text.ts';
import type { Database } from '../postgres/database.ts';
import { joinByKey } from '../postgres/found-row.ts';
import type { DirectoryOwner } from './directory-groups.ts';

export interface DirectoryGroupFilter {
  readonly governed?: boolean | undefined;
  readonly kind?: 'team' | 'group' | undefined;
  readonly ownerless?: boolean | undefined;
  readonly guests?: boolean | undefined;
  readonly createdBefore?: Date | undefined;
  readonly obstacle?: GroupObstacle | 'none' | undefined;
  readonly text?: string | undefined;
}

/** An adoption that has not ended; it holds the alias of its group. */
interface AdoptionInProgress {
  readonly teamId: string;
  readonly status: CreationStatus;
}

export interface FoundDirectoryGroup {
  readonly groupId: string;
  readonly teamId: string | null;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly names: string;
  readonly mail: string | null;
  readonly visibility: 'private' | 'public';
  readonly hasTeam: boolean;
  readonly createdAt: Date | null;
  readonly label: string | null;
  readonly suiteExpiresAt: Date | null;
  readonly obstacles: readonly GroupObstacle[];
  readonly owners: readonly DirectoryOwner[] | null;
  readonly memberCount: number | null;
  readonly guestCount: number | null;
  readonly lastActivityOn: string | null;
  readonly adoption: AdoptionInProgress | null;
}

export interface DirectoryGroupCounts {
  readonly total: number;
  readonly ownerless: number;
  readonly ownersUnknown: number;
  readonly withGuests: number;
  readonly withoutObstacles: number;
  readonly obstacles: Readonly<Record<string, number>>;
}

export type DirectoryGroupBrowser = ReturnType<typeof createDirectoryGroupBrowser>;

/** The group that was adopted since the last list has a record, too. */
const governing = `(
      select s.team_id from team_search s
      join teams t on t.tenant_id = s.tenant_id and t.team_id = s.team_id and t.deleted_at is null and t.ended_at is null
      where s.tenant_id = d.tenant_id and s.group_id = d.group_id limit 1
    )`;

const adopting = `(
      select jsonb_build_object('teamId', p.team_id, 'status', ${creationStatusSql})
      from teams t
      join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
      where t.tenant_id = d.tenant_id and t.alias_key = lower(d.mail_nickname)
        and p.directory_group_id = d.group_id and p.status in ('accepted', 'running') and p.facts ? 'adoption'
    )`;

export function createDirectoryGroupBrowser(database: Database) {
  return {
    async list(
      tenantId: string,
      filter: DirectoryGroupFilter,
      page: {
        readonly after: readonly [names: string, groupId: string] | undefined;
        readonly offset: number;
        readonly limit: number;
      },
    ): Promise<readonly FoundDirectoryGroup[]> {
      const { conditions, values, parameter } = conditionsOf(tenantId, filter);
      if (page.after !== undefined) {
        const [names, groupId] = page.after;
        conditions.push(`(d.names, d.group_id) > (${parameter(names)}, ${parameter(groupId)})`);
      }
      return await database.query<FoundDirectoryGroup>(
        `select d.group_id, coalesce(d.team_id, ${governing}) as team_id, d.display_name, d.mail_nickname, d.names, d.mail,
           d.visibility, d.has_team, d.created_at, d.label, d.suite_expires_at, d.obstacles, d.owners, d.member_count,
           d.guest_count, u.last_on::text as last_activity_on, ${adopting} as adoption
         from directory_groups d
         ${joinByKey('group_usage u', 'u.tenant_id = d.tenant_id and u.group_id = lower(d.group_id)')}
         where ${conditions.join(' and ')}
         order by d.names, d.group_id offset ${parameter(page.offset)} limit ${parameter(page.limit)}`,
        values,
      );
    },

    async count(tenantId: string, filter: DirectoryGroupFilter): Promise<DirectoryGroupCounts> {
      const { conditions, values } = conditionsOf(tenantId, filter);
      const [row] = await database.query<DirectoryGroupCounts>(
        `with found as materialized (
           select d.obstacles, d.is_ownerless, d.owners is null as is_unknown, d.guest_count
           from directory_groups d where ${conditions.join(' and ')}
         )
         select count(*)::integer as total,
           count(*) filter (where is_ownerless)::integer as ownerless,
           count(*) filter (where is_unknown)::integer as owners_unknown,
           count(*) filter (where guest_count > 0)::integer as with_guests,
           count(*) filter (where obstacles = '{}')::integer as without_obstacles,
           coalesce((
             select jsonb_object_agg(obstacle, n)
             from (
               select obstacle, count(*) as n from found cross join lateral unnest(obstacles) obstacle group by obstacle
             ) one
           ), '{}') as obstacles
         from found`,
        values,
      );
      if (row === undefined) throw new Error('A count has one row.');
      return row;
    },

    /** When all groups were last listed; null: not yet. */
    async listedAt(tenantId: string): Promise<Date | null> {
      const [row] = await database.query<{ listedAt: Date | null }>(
        'select listed_at from reconciliations where tenant_id = $1',
        [tenantId],
      );
      return row?.listedAt ?? null;
    },
  };
}

function conditionsOf(tenantId: string, filter: DirectoryGroupFilter) {
  const values: unknown[] = [tenantId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const { governed, kind, ownerless, guests, createdBefore, obstacle, text } = filter;
  const conditions = ['d.tenant_id = $1'];
  if (governed === false) conditions.push(`d.team_id is null and ${governing} is null`);
  if (governed === true) conditions.push(`(d.team_id is not null or ${governing} is not null)`);
  if (kind !== undefined) conditions.push(kind === 'team' ? 'd.has_team' : 'not d.has_team');
  if (ownerless !== undefined) conditions.push(ownerless ? 'd.is_ownerless' : 'not d.is_ownerless');
  if (guests !== undefined) conditions.push(`d.guest_count ${guests ? '>' : '='} 0`);
  if (createdBefore !== undefined) {
    conditions.push(`d.created_at < ${parameter(createdBefore)}::timestamptz`);
  }
  if (obstacle === 'none') conditions.push(`d.obstacles = '{}'`);
  else if (obstacle !== undefined) conditions.push(`${parameter(obstacle)} = any (d.obstacles)`);
  if (text !== undefined) conditions.push(...textConditions(text, parameter));
  return { conditions, values, parameter };
}

/** An id, an e-mail address, or words of the names. */
function textConditions(text: string, parameter: (value: unknown) => string): readonly string[] {
  if (isGuid(text)) return [`d.group_id = ${parameter(text.toLowerCase())}`];
  if (text.includes('@')) return [`lower(d.mail) = ${parameter(text.toLowerCase())}`];
  return searchedWords(text).map((word) => {
    const place = `${parameter(word)}::text`;
    const isPart = `position(${place} in d.names) > 0`;
    // Shorter words have no three characters by which they could be found.
    return /^.{0,2}$/su.test(word)
      ? isPart
      : `d.terms @> search_terms($1::uuid, ${place}) and ${isPart}`;
  });
}
