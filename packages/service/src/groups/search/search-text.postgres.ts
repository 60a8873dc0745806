// Groups by a text: by words of their names or of the people who answer for them, and by ids and mail addresses.
import { isGuid } from '../../directory/person-reference.ts';
import {
  aliasOfTeam,
  type Conditions,
  hasAlias,
  hasPerson,
  ledger,
  namesOfTeam,
  type Parameter,
  type Part,
} from './search-conditions.postgres.ts';
import type { TeamSearch } from './team-search.ts';

interface TextSearch extends Conditions, Pick<TeamSearch, 'text' | 'textPerson' | 'status'> {
  readonly words: readonly string[];
}

/**
 * The index of names finds completed creations (`make_searchable` in 0001_schema.sql). Creations in progress, failed or cancelled are
 * few and have separate indexes by status: they are scanned.
 */
export function foundByText(search: TextSearch, parameter: Parameter): Part[] {
  const { words, status, ofStatus, ofGroup, ofChain, text } = search;
  const ofTeam = [...search.ofTeam, ...ofChain];
  const ofLedger = [...ofStatus, ...ofGroup];
  const patterns = words.map((word) => `'%' || ${parameter(escapeLike(word))}::text || '%'`);
  const withNames = (names: string) => patterns.map((pattern) => `${names} like ${pattern}`);
  const isScanned = status !== undefined && status !== 'succeeded';
  const scanned: Part = {
    names: namesOfTeam,
    alias: aliasOfTeam,
    sql: `from teams t ${ledger} where ${[
      't.tenant_id = $1',
      ...(status === undefined ? ["p.status in ('accepted', 'running')"] : ofStatus),
      ...ofGroup,
      ...withNames(namesOfTeam),
      ...ofTeam,
    ].join(' and ')}`,
  };
  const indexed = (): Part => ({
    names: 'n.names',
    alias: String.raw`split_part(n.names, E'\n', 2)`,
    sql: [
      'from team_search n',
      search.ofTeam.length + ofLedger.length === 0
        ? 'cross join lateral (select n.team_id) t'
        : 'join teams t on t.tenant_id = n.tenant_id and t.team_id = n.team_id',
      ofLedger.length === 0 ? '' : ledger,
      `where ${[
        'n.tenant_id = $1',
        // Shorter words have no three characters by which they could be found.
        ...words
          .filter((word) => !/^.{0,2}$/su.test(word))
          .map((word) => `n.terms @> search_terms($1::uuid, ${parameter(word)}::text)`),
        ...withNames('n.names'),
        ...ofTeam,
        ...ofLedger,
      ].join(' and ')}`,
    ].join(' '),
  });
  const byNames = isScanned ? [scanned] : status === undefined ? [indexed(), scanned] : [indexed()];
  if (text === undefined) return byNames;
  const found = (conditions: readonly string[]): Part => ({
    names: namesOfTeam,
    alias: aliasOfTeam,
    sql: `from teams t ${ledger} where t.tenant_id = $1 and ${[...conditions, ...ofLedger].join(' and ')}`,
  });
  const { textPerson } = search;
  // The id of a person finds all groups that the words of the name or the address would.
  const isKnown = isGuid(text) || (textPerson !== undefined && textPerson.references.length > 1);
  const byOthers = [
    ...(isKnown ? [] : [byAnsweringPerson(patterns)]),
    ...(textPerson === undefined ? [] : [hasPerson(textPerson, parameter)]),
  ];
  return [
    ...byNames,
    ...byKey(text, parameter).map((key) => found([key, ...search.ofTeam])),
    ...byOthers.map((others) => found([others, ...ofTeam])),
  ];
}

/** By an id of the group, by the id of its request, or by its mail address. */
function byKey(text: string, parameter: Parameter): readonly string[] {
  if (isGuid(text)) {
    const id = parameter(text.toLowerCase());
    return [
      `t.team_id = ${id}::uuid`,
      `t.team_id = any (array(select team_id from team_search where tenant_id = $1 and group_id = ${id}::text))`,
    ];
  }
  const [alias = '', domain] = text.toLowerCase().split('@');
  if (domain !== undefined) {
    const mail = parameter(text.toLowerCase());
    return [`${hasAlias(parameter(alias))} and lower(p.facts ->> 'mail') = ${mail}`];
  }
  return /^[\w-]{12,64}$/.test(text) ? [`t.request_id = ${parameter(text)}`] : [];
}

/** All words are in the name and the address of the responsible or of the deputy. */
function byAnsweringPerson(patterns: readonly string[]): string {
  const isNamed = patterns
    .map(
      (pattern) =>
        `coalesce(w.folded_name, lower(coalesce(w.display_name, '') || E'\\n' || coalesce(w.email, ''))) like ${pattern}`,
    )
    .join(' and ');
  const of = (role: 'responsible' | 'deputy') => `
    select s.team_id from watched_people w
    join team_search s on s.tenant_id = w.tenant_id and s.${role}_id = w.person_id
    where w.tenant_id = $1 and ${isNamed}`;
  return `t.team_id = any (array(${of('responsible')} union all ${of('deputy')}))`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
