// The conditions of a search for groups that are not about a text.
import {
  earlierAttemptsSql,
  existsSql,
  hasStatusSql,
  isDeclinedSql,
  isInStateSql,
  isMadeBeforeSql,
  isSupersededSql,
} from '../../engine/group-state.ts';
import { isFoundSql } from '../../engine/observed-state.ts';
import { type GroupLimit, noLimit } from '../../ground/group-limit.ts';
import { lowestIdFrom, mostAheadMs } from '../../ground/identifiers.ts';
import { durationMsSql } from '../read/teams.postgres.ts';
import { groupsToDoSql } from '../read/to-do.postgres.ts';
import type { ToDoSearch } from '../read/to-do.ts';
import type { SoughtPerson, TeamSearch } from './team-search.ts';

export interface Part {
  readonly sql: string;
  /** Display name, folded, and alias in lower case, a line each, where an index has them in order. */
  readonly names: string;
  /** The alias in lower case, likewise. */
  readonly alias: string;
  /** The date of the list that the search asks for. */
  readonly date?: string | undefined;
  /** A search by a text has one of `ranks`. */
  readonly rank?: number | undefined;
}

/** It belongs to a row with the names of a group. */
export function foldedNames(row: string): string {
  return `(coalesce(${row}.folded_name, lower(${row}.display_name)) || E'\\n' || lower(${row}.mail_nickname))`;
}

/** Adds a value to the statement and answers its place. */
export type Parameter = (value: unknown) => string;

/** Conditions by the tables that they need. */
export interface Conditions {
  /** They are over `teams t`. */
  readonly ofTeam: readonly string[];
  readonly ofStatus: readonly string[];
  /** They are over `teams t` and `provisionings p`. */
  readonly ofGroup: readonly string[];
  /** They are over `teams t`. An id or a mail address finds its group whether it fulfils them or not. */
  readonly ofChain: readonly string[];
}

export const ledger = 'join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id';
export const aliasOfTeam = 'lower(t.mail_nickname) collate "C"';
export const namesOfTeam = `${foldedNames('t')} collate "C"`;

export function conditionsOf(search: TeamSearch, parameter: Parameter): Conditions {
  const { organisationIds, templateIds, templateVersion, mailNickname, createdBy, from, until } =
    search;
  const { status, state, people = [], finding, responsibility, expiresBefore, error } = search;
  const { source, toDo, properties = [] } = search;
  const { durationFromMs, durationUntilMs, isSuperseded, isDeclined, isNewestAttempt } = search;
  return {
    ofTeam: [
      ...given(organisationIds, (ids) => isOneOf('t.organisation_id', ids, parameter)),
      ...given(templateIds, (ids) => isOneOf('t.template_id', ids, parameter)),
      ...given(templateVersion, (version) => `t.template_version = ${parameter(version)}`),
      ...given(mailNickname, (alias) => hasAlias(parameter(alias.toLowerCase()))),
      ...given(source, (one) => hasExternalId(one, search.externalId, parameter)),
      ...properties.map((one) => hasProperty(one, parameter)),
      ...given(search.changedSince, (at) => changedSinceSql(parameter(at))),
      ...given(createdBy, (id) => `t.created_by = ${parameter(id)}`),
      ...given(from, (at) => createdFromSql(at, parameter)),
      ...given(until, (at) => createdUntilSql(at, parameter)),
    ],
    ofStatus: given(status, (one) => hasStatusSql(one, parameter(one))),
    ofGroup: [
      ...given(state, (one) => isInStateSql(one, parameter(one))),
      ...people.map((one) => hasPerson(one, parameter)),
      ...given(finding, isFoundSql),
      ...given(toDo, (one) => isToDo(one, parameter)),
      ...(responsibility === 'held' ? [isHeldSql] : []),
      ...given(expiresBefore, (at) => expiresBeforeSql(parameter(at))),
      ...given(search.idleBefore, (day) => idleBeforeSql(parameter(day))),
      ...given(error, (code) => `p.status = 'failed' and p.error ->> 'code' = ${parameter(code)}`),
      ...given(durationFromMs, (ms) => `${durationMsSql} >= ${parameter(ms)}::float8`),
      ...given(durationUntilMs, (ms) => `${durationMsSql} < ${parameter(ms)}::float8`),
      ...given(isSuperseded, (is) => (is ? isSupersededSql : `not ${isSupersededSql}`)),
      ...given(isDeclined, (is) => (is ? isDeclinedSql : `not ${isDeclinedSql}`)),
    ],
    // No earlier attempt has succeeded.
    ofChain: given(
      status === 'succeeded' || state === 'existing' ? undefined : isNewestAttempt,
      // A set that is computed once. None of its ids is null.
      () => `t.team_id not in (${earlierAttemptsSql(withinSql(search.within, parameter))})`,
    ),
  };
}

/** Ids tell the day of a group, so that a list in their order looks at no others. */
function createdFromSql(from: Date, parameter: Parameter): string {
  const lowest = parameter(lowestIdFrom(from.getTime() - mostAheadMs));
  return `t.created_at >= ${parameter(from)}::timestamptz and t.team_id >= ${lowest}::uuid`;
}

function createdUntilSql(until: Date, parameter: Parameter): string {
  const beyond = parameter(lowestIdFrom(until.getTime() + mostAheadMs + 1));
  return `t.created_at < ${parameter(until)}::timestamptz and t.team_id < ${beyond}::uuid`;
}

/** One id has an index in the order of the list. */
function isOneOf(column: string, ids: readonly string[], parameter: Parameter): string {
  return ids.length === 1
    ? `${column} = ${parameter(ids[0])}::uuid`
    : `${column} = any (${parameter(ids)}::uuid[])`;
}

function isToDo({ area, cause }: ToDoSearch, parameter: Parameter): string {
  const isOfCause =
    cause === undefined
      ? ''
      : `where d.cause = ${parameter(cause.kind)} and d.id is not distinct from ${parameter(cause.id)}::text`;
  return `t.team_id in (select d.team_id from (${groupsToDoSql(area)}) d ${isOfCause})`;
}

function hasExternalId(source: string, externalId: string | undefined, parameter: Parameter) {
  const isIt = externalId === undefined ? '' : `and e.external_id = ${parameter(externalId)}`;
  return `t.team_id in (
    select e.team_id from external_ids e
    where e.tenant_id = $1 and e.source = ${parameter(source)} and e.is_held ${isIt}
  )`;
}

/** An array is found once, whatever the planner knows of the tables. */
function hasProperty(
  { name, value }: NonNullable<TeamSearch['properties']>[number],
  parameter: Parameter,
) {
  const property = `jsonb_build_object(${parameter(name)}::text, ${parameter(value)}::text)`;
  return `t.team_id = any (array(
    select g.team_id from teams g
    where g.tenant_id = $1 and g.properties <> '{}'
      and jsonb_set('{}', array[g.tenant_id::text], g.properties) @> jsonb_build_object($1::uuid::text, ${property})
  ))`;
}

/** Two conditions, each with an index: groups that hold their alias, and those that gave it back. */
export const hasAlias = (alias: string) =>
  `(t.alias_key = ${alias} or (t.alias_key is null and lower(t.mail_nickname) = ${alias}))`;

/** Only groups whose responsibility is not held have a row. */
const isHeldSql = `${existsSql} and not exists (
    select from group_responsibility r where r.tenant_id = t.tenant_id and r.team_id = t.team_id
  )`;

const expiresBeforeSql = (parameter: string) => `t.team_id in (
    select team_id from group_lifecycles where tenant_id = $1 and expires_at < ${parameter}::timestamptz
  ) and ${existsSql}`;

/** An array is found once, whatever the planner knows of the tables. */
const changedSinceSql = (parameter: string) => `t.team_id = any (array(
    select distinct a.subject_id::uuid from activity a
    where a.tenant_id = $1 and a.subject_kind = 'group' and a.occurred_at >= ${parameter}::timestamptz
  ))`;

const createdInDirectory = `(
    select d.created_at from directory_groups d where d.tenant_id = $1 and d.group_id = p.directory_group_id
  )`;

/** A team that only the report about groups has may be used in its channels. */
const idleBeforeSql = (parameter: string) => `exists (
    select from group_usage u
    where u.tenant_id = $1 and u.group_id = lower(p.directory_group_id) and greatest(u.last_on, u.group_since) < ${parameter}::date
      and (u.teams_since < ${parameter}::date or t.policy ->> 'kind' = 'group')
  ) and ${isMadeBeforeSql(createdInDirectory, `${parameter}::date::timestamptz`)} and ${existsSql}`;

/** Whether a row of `teams` is within a limit; undefined: there is none. */
function withinSql(limit: GroupLimit | undefined, parameter: Parameter) {
  const { organisationIds, templateIds } = limit ?? noLimit;
  if (organisationIds === null && templateIds === null) return undefined;
  const limits = [
    ['organisation_id', organisationIds],
    ['template_id', templateIds],
  ] as const;
  const parts = limits.flatMap(([column, ids]) =>
    ids === null ? [] : [{ column, ids: `${parameter(ids)}::uuid[]` }],
  );
  return (row: string) =>
    parts.map(({ column, ids }) => `${row}.${column} = any (${ids})`).join(' and ');
}

function given<T>(value: T | undefined, condition: (value: T) => string): readonly string[] {
  return value === undefined ? [] : [condition(value)];
}

/**
 * Groups by the people of their record; creations that are not complete, which are few, by the people requested. An array
 * is found once, whatever the planner knows of the tables.
 */
export function hasPerson({ id, references, role }: SoughtPerson, parameter: Parameter): string {
  const one = parameter(id);
  const recorded = recordedPerson(one, role);
  if (references.length === 0) return `t.team_id = any (array(${recorded}))`;
  const names = parameter([...references]);
  const listed = { owner: 'owners', member: 'members' } as const;
  const named = (field: string) => `lower(t.people ->> '${field}') = any (${names}::text[])`;
  const isListed = (field: string) =>
    `exists (select from jsonb_array_elements_text(t.people -> '${field}') as one
      where lower(one) = any (${names}::text[]))`;
  const requested = {
    responsible: [named('responsible')],
    deputy: [named('deputy')],
    owner: [named('responsible'), named('deputy'), isListed(listed.owner)],
    member: [isListed(listed.member)],
    any: [named('responsible'), named('deputy'), isListed(listed.owner), isListed(listed.member)],
  }[role ?? 'any'];
  return `t.team_id = any (array(
    ${recorded}
    union all
    select t.team_id from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
    where p.tenant_id = $1 and (p.status in ('accepted', 'running') or p.status in ('failed', 'cancelled'))
      and (${requested.join(' or ')})
  ))`;
}

/** The teams of a person as the directory knows the person. The hashes find candidates by their index. */
function recordedPerson(id: string, role: SoughtPerson['role']): string {
  if (role === 'responsible' || role === 'deputy') {
    return `select team_id from team_search where tenant_id = $1 and ${role}_id = ${id}`;
  }
  const lists = { owner: ['ownerIds'], member: ['memberIds'] } as const;
  const wanted: readonly string[] = role === undefined ? ['ownerIds', 'memberIds'] : lists[role];
  const isThere = wanted.map((list) => `r.resolved_people -> '${list}' ? ${id}`).join(' or ');
  return `select s.team_id from team_search s
    join provisionings r on r.tenant_id = s.tenant_id and r.team_id = s.team_id
    where s.tenant_id = $1 and s.people @> array[hashtext($1::text || ${id}::text)] and (${isThere})`;
}
