// The parts of a statement that finds groups. Each part goes by an index; a group may be in several of them.
import { searchedWords } from '../../ground/folded-text.ts';
import { datedListsOf, type DatedList } from './dated-lists.postgres.ts';
import {
  aliasOfTeam,
  conditionsOf,
  ledger,
  namesOfTeam,
  type Parameter,
  type Part,
} from './search-conditions.postgres.ts';
import { foundByText, type FoundByText, ranks } from './search-text.postgres.ts';
import {
  datesOf,
  type FilterDate,
  isByDate,
  type Position,
  type SoughtWord,
  type TeamOrder,
  type TeamSearch,
} from './team-search.ts';

export interface Selection {
  /** Best rank first, in the order of relevance. */
  readonly parts: readonly Part[];
  /** A table that parts read, for `with`. */
  readonly keyed?: string | undefined;
  readonly values: readonly unknown[];
  /** Counted up to a limit only: every group that is meant would have to be read. */
  readonly isCapped: boolean;
}

/**
 * @param order undefined for counting
 * @param after groups behind this place in the order
 */
export function selectTeams(
  tenantId: string,
  search: TeamSearch,
  { order, after }: { order?: TeamOrder; after?: Position | undefined } = {},
): Selection {
  const values: unknown[] = [tenantId];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const { parts, ...others } = partsOf(search, order, parameter);
  if (order === undefined || after === undefined) return { parts, values, ...others };
  const behind = behindSql(order, after, parameter);
  const rest = parts.flatMap((part) => {
    const condition = behind(part);
    return condition === undefined
      ? []
      : [Object.assign({}, part, { sql: `${part.sql} and ${condition}` })];
  });
  return { parts: rest, values, ...others };
}

function partsOf(
  search: TeamSearch,
  order: TeamOrder | undefined,
  parameter: Parameter,
): FoundByText & Pick<Selection, 'isCapped'> {
  const { text, status, templateVersion, createdBy, from, until } = search;
  const lists = datedListsOf(search, parameter);
  const dates = datesOf(search);
  const sorted = Math.max(0, dates.indexOf(order?.by as FilterDate));
  const { ofStatus, ofGroup, ofChain, ...conditions } = conditionsOf(search, parameter);
  const inLists = (some: readonly DatedList[]) =>
    some.map(
      (list) =>
        `t.team_id in (select g.team_id from ${list.from} where g.tenant_id = $1 and ${list.where})`,
    );
  const [base] = lists.slice(sorted);
  if (text !== undefined || (base === undefined && isByName(search, order))) {
    const words = text === undefined ? [] : (search.words ?? searchedWords(text).map(unnamed));
    const ofTeam = [...conditions.ofTeam, ...inLists(lists)];
    const { parts: found, ...others } = foundByText(
      { ...search, words, ofTeam, ofStatus, ofGroup, ofChain },
      parameter,
      order?.by === 'relevance',
    );
    const date =
      base &&
      `(select ${base.at} from ${base.from} where g.tenant_id = $1 and g.team_id = t.team_id)`;
    return {
      ...others,
      parts: found.map((part) => Object.assign({}, part, { date })),
      isCapped: true,
    };
  }
  const ofLedger = [...ofStatus, ...ofGroup];
  const others = inLists(lists.filter((list) => list !== base));
  const ofTeam = [...conditions.ofTeam, ...ofChain, ...others];
  const isNarrow = order?.by !== 'displayName' && order?.by !== 'mailNickName';
  const sql = [
    base === undefined
      ? 'from teams t'
      : `from ${base.from} ${
          isNarrow && ofTeam.length + ofLedger.length === 0
            ? 'cross join lateral (select g.team_id) t'
            : 'join teams t on t.tenant_id = g.tenant_id and t.team_id = g.team_id'
        }`,
    ofLedger.length === 0 ? '' : ledger,
    `where ${base === undefined ? 't.tenant_id = $1' : `g.tenant_id = $1 and ${base.where}`}`,
    ...[...ofTeam, ...ofLedger].map((condition) => `and ${condition}`),
  ].join(' ');
  const isCapped =
    ofGroup.length > 0 ||
    [templateVersion, createdBy, from, until, search.changedSince].some(
      (one) => one !== undefined,
    ) ||
    (status !== undefined && ofTeam.length > 0);
  const part = { sql, names: namesOfTeam, alias: aliasOfTeam, date: base?.at };
  return { parts: [part], isCapped };
}

const unnamed = (word: string): SoughtWord => ({
  word,
  organisations: new Map(),
  templates: new Map(),
  people: [],
});

/** The search documents of groups that were created are in the order of both names. */
function isByName({ status }: TeamSearch, order: TeamOrder | undefined): boolean {
  return (
    (order?.by === 'displayName' || order?.by === 'mailNickName') &&
    (status === undefined || status === 'succeeded')
  );
}

/** The expression of a part by which the order sorts; undefined where the id alone does. */
export function sortedBy({ by }: TeamOrder, part: Part): string | undefined {
  const { names, alias, date, rank } = part;
  if (isByDate(by)) return date;
  if (by === 'relevance') return { [ranks.alias]: alias, [ranks.name]: names }[rank ?? ranks.words];
  return { createdAt: undefined, displayName: names, mailNickName: alias }[by];
}

/** Within a rank, groups without a name in order are newest first. */
export const isNewestFirst = ({ by, isDescending }: TeamOrder) =>
  by === 'relevance' || isDescending;

/** The date of a found row, as the place of a group has it: in microseconds, which it is exact to; or its rank. */
export function placeSql({ by }: TeamOrder, page: string): string {
  if (by === 'relevance') return `${page}.rank::text`;
  return isByDate(by) ? `(extract(epoch from ${page}.position) * 1000000)::bigint::text` : 'null';
}

/** Answers undefined for a part of which no group is behind the place. */
function behindSql(
  order: TeamOrder,
  after: Position,
  parameter: Parameter,
): (part: Part) => string | undefined {
  const sign = order.isDescending ? '<' : '>';
  const [first, teamId = first] = after;
  const id = `${parameter(teamId)}::uuid`;
  const nameOf = (position: string | undefined) => `(select ${position} from teams t
        where t.tenant_id = $1 and t.team_id = ${id})`;
  const ofTeam = { sql: '', names: namesOfTeam, alias: aliasOfTeam };
  if (order.by === 'relevance') {
    const rank = Number(first);
    return (part) => {
      const ofPart = part.rank ?? ranks.words;
      if (ofPart !== rank) return ofPart > rank ? 'true' : undefined;
      const position = sortedBy(order, part);
      if (position === undefined) return `t.team_id < ${id}`;
      const place = nameOf(sortedBy(order, { ...ofTeam, rank }));
      return `${position} >= ${place} and (${position} > ${place} or t.team_id < ${id})`;
    };
  }
  const place =
    after.length === 2
      ? `timestamptz 'epoch' + ${parameter(first)}::bigint * interval '1 microsecond'`
      : nameOf(sortedBy(order, ofTeam));
  return (part) => {
    const position = sortedBy(order, part);
    return position === undefined
      ? `t.team_id ${sign} ${id}`
      : `(${position}, t.team_id) ${sign} (${place}, ${id})`;
  };
}
