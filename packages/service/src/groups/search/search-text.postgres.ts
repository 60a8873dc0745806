// Groups by a text: by ids and mail addresses, by the beginning of their names, and by words of all their fields. Each
// group that a text finds has one rank, so that pages in the order of relevance neither repeat nor skip a group.
import { isGuid } from '../../directory/person-reference.ts';
import { foldText } from '../../ground/folded-text.ts';
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
import type { Queryable } from '../../postgres/database.ts';
import { shortestId } from './match.ts';
import type { AnsweringPeople } from './team-query.ts';
import type { SoughtWord, TeamSearch } from './team-search.ts';

interface TextSearch extends Conditions, Pick<TeamSearch, 'text' | 'textPerson' | 'status'> {
  readonly words: readonly SoughtWord[];
}

/** Best first. Within a rank, names are in their order, and the other groups newest first. */
export const ranks = { exact: 0, alias: 1, name: 2, key: 3, words: 4 } as const;

export interface FoundByText {
  readonly parts: readonly Part[];
  /** The groups that an id or a whole name finds, as `keyed`, for `with`. */
  readonly keyed?: string;
}

interface Condition {
  /** It is over `team_search n`. */
  readonly indexed: string;
  /** They are over `teams t` and `provisionings p`. */
  readonly scanned: string;
}

const aliasOfDocument = String.raw`split_part(n.names, E'\n', 2)`;
/** No text that begins with another one is behind that with this sign. */
const last = '\u{10FFFF}';

/**
 * The index of names finds completed creations (`make_searchable` in 0001_schema.sql). Creations in progress, failed or cancelled are
 * few and have separate indexes by status: they are scanned.
 */
export function foundByText(
  search: TextSearch,
  parameter: Parameter,
  isRanked: boolean,
): FoundByText {
  const { words, status, ofStatus, ofGroup, ofChain, text, textPerson } = search;
  const ofTeam = [...search.ofTeam, ...ofChain];
  const ofLedger = [...ofStatus, ...ofGroup];
  const isScanned = status !== undefined && status !== 'succeeded';
  const documents = `from team_search n ${
    ofTeam.length + ofLedger.length === 0
      ? 'cross join lateral (select n.team_id) t'
      : 'join teams t on t.tenant_id = n.tenant_id and t.team_id = n.team_id'
  } ${ofLedger.length === 0 ? '' : ledger} where n.tenant_id = $1`;
  const inProgress = `from teams t ${ledger} where t.tenant_id = $1 and ${(status === undefined
    ? ["p.status in ('accepted', 'running')"]
    : ofStatus
  ).join(' and ')}`;

  /** Groups of a condition, each by what finds it. */
  function found(conditions: readonly Condition[], rank: number): Part[] {
    const indexed = (): Part => ({
      names: 'n.names',
      alias: aliasOfDocument,
      rank,
      sql: `${documents} ${and([...conditions.map((one) => one.indexed), ...ofTeam, ...ofLedger])}`,
    });
    const scanned: Part = {
      names: namesOfTeam,
      alias: aliasOfTeam,
      rank,
      sql: `${inProgress} ${and([...ofGroup, ...conditions.map((one) => one.scanned), ...ofTeam])}`,
    };
    return isScanned ? [scanned] : status === undefined ? [indexed(), scanned] : [indexed()];
  }

  const byWords = words.map((word) => hasWord(word, parameter));
  if (text === undefined) return { parts: found(byWords, ranks.words) };
  // Where the folding leaves nothing of a text, it finds nothing, instead of every name as one that begins with it.
  const folded = foldText(text).trim() || text;
  const start = `${parameter(folded)}::text`;
  const equalsName: Condition = within(`${start} || E'\\n'`, `${start} || E'\\n${last}'`, 'names');
  const keys = keysOf(text, parameter).map(
    ({ rank, sql }) =>
      `select t.team_id, ${rank} as rank from teams t ${ledger} where t.tenant_id = $1 ${and([sql, ...search.ofTeam, ...ofLedger])}`,
  );
  const wholeNames = [
    `select t.team_id, 0 from teams t ${ledger} where t.tenant_id = $1 ${and([hasAlias(start), ...ofTeam, ...ofLedger])}`,
    ...found([equalsName], ranks.exact).map(({ sql }) => `select t.team_id, 0 ${sql}`),
  ];
  const keyed = `keyed as materialized (select team_id, min(rank) as rank
    from (${[...keys, ...wholeNames].join(' union all ')}) found group by team_id)`;
  const ofPerson: Part[] =
    textPerson === undefined
      ? []
      : [
          {
            names: namesOfTeam,
            alias: aliasOfTeam,
            rank: ranks.words,
            sql: `from teams t ${ledger} where t.tenant_id = $1 ${and([hasPerson(textPerson, parameter), ...ofTeam, ...ofLedger])}`,
          },
        ];
  const ofKeys = (rank: number): Part => ({
    names: namesOfTeam,
    alias: aliasOfTeam,
    rank,
    sql: `from keyed join teams t on t.tenant_id = $1 and t.team_id = keyed.team_id where keyed.rank = ${rank}`,
  });
  if (!isRanked) {
    return {
      keyed,
      parts: [...found(byWords, ranks.words), ofKeys(ranks.exact), ofKeys(ranks.key), ...ofPerson],
    };
  }
  const end = `${parameter(folded + last)}::text`;
  const beginsName = within(start, end, 'names');
  const beginsAlias = within(start, end, 'alias');
  const notKeyed = 't.team_id not in (select team_id from keyed)';
  const others: Condition = { indexed: notKeyed, scanned: notKeyed };
  const better = [others, not(beginsAlias), not(beginsName)];
  return {
    keyed,
    parts: [
      ofKeys(ranks.exact),
      ...found([beginsAlias, others], ranks.alias),
      ...found([beginsName, others, not(beginsAlias)], ranks.name),
      ofKeys(ranks.key),
      ...found([...byWords, ...better], ranks.words),
      ...ofPerson.map((part) =>
        Object.assign({}, part, {
          sql: `${part.sql} ${and(better.map(({ scanned }) => scanned))}`,
        }),
      ),
    ],
  };
}

export function createAnsweringPeople(database: Queryable): AnsweringPeople {
  return async (tenantId, words) => {
    const rows = await database.query<{ people: string[] }>(
      `select array(
        select w.person_id from watched_people w
        where w.tenant_id = $1 and strpos(
          coalesce(w.folded_name, lower(coalesce(w.display_name, '') || E'\\n' || coalesce(w.email, ''))), sought.word
        ) > 0
      ) as people
      from unnest($2::text[]) with ordinality as sought (word, n) order by n`,
      [tenantId, words],
    );
    return rows.map(({ people }) => people);
  };
}

const and = (conditions: readonly string[]) => conditions.map((one) => `and ${one}`).join(' ');

const not = ({ indexed, scanned }: Condition): Condition => ({
  indexed: `not (${indexed})`,
  scanned: `not (${scanned})`,
});

/** Texts between two others, in an index that has them in order. */
function within(start: string, end: string, of: 'names' | 'alias'): Condition {
  const between = (text: string) => `(${text} >= ${start} and ${text} < ${end})`;
  return of === 'names'
    ? { indexed: between('n.names'), scanned: between(namesOfTeam) }
    : { indexed: between(aliasOfDocument), scanned: between(aliasOfTeam) };
}

/** Whether the word is in a text of the group, or in the name of something that the group has. */
function hasWord(
  { word, organisations, templates, people }: SoughtWord,
  parameter: Parameter,
): Condition {
  const pattern = `'%' || ${parameter(escapeLike(word))}::text || '%'`;
  const ids = [...organisations.keys(), ...templates.keys()];
  const named = ids.length === 0 ? undefined : `${parameter(ids)}::uuid[]`;
  const isNamed = (row: string) =>
    named === undefined
      ? []
      : [`(${row}.organisation_id = any (${named}) or ${row}.template_id = any (${named}))`];
  return {
    // Its values are parameters of the statement only where it is used.
    get indexed() {
      const isIn = `(n.names like ${pattern} or n.details like ${pattern})`;
      // Shorter words have no three characters by which they could be found.
      const byTerms = /^.{0,2}$/su.test(word)
        ? isIn
        : `(n.terms @> search_terms($1::uuid, ${parameter(word)}::text) and ${isIn})`;
      const answering = people.length === 0 ? undefined : `${parameter(people)}::text[]`;
      return any([
        byTerms,
        ...(answering === undefined
          ? []
          : [`n.responsible_id = any (${answering})`, `n.deputy_id = any (${answering})`]),
        // The hashes find candidates by the same index.
        ...isNamed('o').map(
          (
            isOfName,
          ) => `(n.terms && array[${ids.map((id) => `hashtext($1::uuid::text || ${parameter(id)}::text)`).join(', ')}] and (
            select ${isOfName} from teams o where o.tenant_id = n.tenant_id and o.team_id = n.team_id
          ))`,
        ),
      ]);
    },
    scanned: any([
      `${namesOfTeam} like ${pattern}`,
      `team_details(t.folded_details, t.description, t.properties) like ${pattern}`,
      ...isNamed('t'),
    ]),
  };
}

const any = (conditions: readonly string[]) =>
  conditions.length === 1 ? conditions.join('') : `(${conditions.join(' or ')})`;

interface Key {
  readonly rank: number;
  readonly sql: string;
}

/** Ids of the group and of its request, its mail address, and what these begin with. */
function keysOf(text: string, parameter: Parameter): readonly Key[] {
  const lower = text.toLowerCase();
  const start = `${parameter(lower)}::text`;
  const end = `${parameter(lower + last)}::text`;
  const ofExternalIds = (condition: string) => `t.team_id = any (array(
    select team_id from external_ids where tenant_id = $1 and lower(external_id) collate "C" ${condition}
  ))`;
  const keys: Key[] = [
    { rank: ranks.exact, sql: ofExternalIds(`= ${start}`) },
    {
      rank: ranks.key,
      sql: ofExternalIds(`> ${start} and lower(external_id) collate "C" < ${end}`),
    },
  ];
  const [alias = '', domain] = lower.split('@');
  if (domain !== undefined && alias !== '') {
    const mail = "lower(p.facts ->> 'mail')";
    const ofAlias = hasAlias(parameter(alias));
    keys.push(
      { rank: ranks.exact, sql: `${ofAlias} and ${mail} = ${start}` },
      { rank: ranks.key, sql: `${ofAlias} and starts_with(${mail}, ${start})` },
    );
  }
  if (/^[\w-]{12,64}$/.test(text)) {
    keys.push({ rank: ranks.exact, sql: `t.request_id = ${parameter(text)}` });
  }
  const least = lower + '00000000-0000-0000-0000-000000000000'.slice(lower.length);
  if (lower.length >= shortestId && isGuid(least)) {
    const most = lower + 'ffffffff-ffff-ffff-ffff-ffffffffffff'.slice(lower.length);
    const rank = isGuid(lower) ? ranks.exact : ranks.key;
    keys.push(
      {
        rank,
        sql: `t.team_id between ${parameter(least)}::uuid and ${parameter(most)}::uuid`,
      },
      {
        rank,
        sql: `t.team_id = any (array(select team_id from team_search
          where tenant_id = $1 and group_id >= ${start} and group_id < ${end}))`,
      },
    );
  }
  return keys;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
