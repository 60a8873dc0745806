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
import { foundByText } from './search-text.postgres.ts';
import {
  datesOf,
  type FilterDate,
  isByDate,
  type Position,
  type TeamOrder,
  type TeamSearch,
} from './team-search.ts';

export interface Selection {
  readonly parts: readonly Part[];
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
  const { parts, isCapped } = partsOf(search, order, parameter);
  if (order === undefined || after === undefined) return { parts, values, isCapped };
  const behind = behindSql(order, after, parameter);
  const rest = parts.map((part) =>
    Object.assign({}, part, { sql: `${part.sql} and ${behind(part)}` }),
  );
  return { parts: rest, values, isCapped };
}

function partsOf(
  search: TeamSearch,
  order: TeamOrder | undefined,
  parameter: Parameter,
): Pick<Selection, 'parts' | 'isCapped'> {
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
    const words = text === undefined ? [] : searchedWords(text);
    const ofTeam = [...conditions.ofTeam, ...inLists(lists)];
    const found = foundByText({ ...search, words, ofTeam, ofStatus, ofGroup, ofChain }, parameter);
    const date =
      base &&
      `(select ${base.at} from ${base.from} where g.tenant_id = $1 and g.team_id = t.team_id)`;
    return { parts: found.map((part) => Object.assign({}, part, { date })), isCapped: true };
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
    [templateVersion, createdBy, from, until].some((one) => one !== undefined) ||
    (status !== undefined && ofTeam.length > 0);
  const part = { sql, names: namesOfTeam, alias: aliasOfTeam, date: base?.at };
  return { parts: [part], isCapped };
}

/** The search documents of groups that were created are in the order of both names. */
function isByName({ status }: TeamSearch, order: TeamOrder | undefined): boolean {
  return (
    (order?.by === 'displayName' || order?.by === 'mailNickName') &&
    (status === undefined || status === 'succeeded')
  );
}

/** The expression of a part by which the order sorts; undefined where the id alone does. */
export function sortedBy({ by }: TeamOrder, { names, alias, date }: Part): string | undefined {
  if (isByDate(by)) return date;
  return { createdAt: undefined, displayName: names, mailNickName: alias }[by];
}

/** The date of a found row, as the place of a group has it: in microseconds, which it is exact to. */
export const placeSql = ({ by }: TeamOrder, position: string) =>
  isByDate(by) ? `(extract(epoch from ${position}) * 1000000)::bigint::text` : 'null';

function behindSql(order: TeamOrder, after: Position, parameter: Parameter) {
  const sign = order.isDescending ? '<' : '>';
  const [date, teamId = date] = after;
  const id = `${parameter(teamId)}::uuid`;
  const place =
    after.length === 2
      ? `timestamptz 'epoch' + ${parameter(date)}::bigint * interval '1 microsecond'`
      : `(select ${String(sortedBy(order, { sql: '', names: namesOfTeam, alias: aliasOfTeam }))} from teams t
        where t.tenant_id = $1 and t.team_id = ${id})`;
  return (part: Part) => {
    const position = sortedBy(order, part);
    return position === undefined
      ? `t.team_id ${sign} ${id}`
      : `(${position}, t.team_id) ${sign} (${place}, ${id})`;
  };
}
