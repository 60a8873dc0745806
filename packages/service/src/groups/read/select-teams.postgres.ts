// The parts of a statement that finds groups. Each part goes by an index; a group may be in several of them.
import type { TeamOrder, TeamSearch } from './browse-teams.ts';
import {
  aliasOfTeam,
  conditionsOf,
  ledger,
  namesOfTeam,
  type Parameter,
  type Part,
} from '../search/search-conditions.postgres.ts';
import { foundByText } from '../search/search-text.postgres.ts';
import { searchedWords } from '../../ground/folded-text.ts';

export interface Selection {
  readonly parts: readonly Part[];
  readonly values: readonly unknown[];
  /** Counted up to a limit only: every group that is meant would have to be read. */
  readonly isCapped: boolean;
}

/**
 * @param order undefined for counting
 * @param afterTeamId groups after it, newest first
 */
export function selectTeams(
  tenantId: string,
  search: TeamSearch,
  { order, afterTeamId }: { order?: TeamOrder; afterTeamId?: string | undefined } = {},
): Selection {
  const values: unknown[] = [tenantId];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const { ofStatus, ofGroup, ofChain, ...conditions } = conditionsOf(search, parameter);
  const ofTeam =
    afterTeamId === undefined
      ? conditions.ofTeam
      : [...conditions.ofTeam, `t.team_id < ${parameter(afterTeamId)}::uuid`];
  const { text, status } = search;
  // The search documents are in the order of both names.
  const isByName =
    order !== undefined &&
    order.by !== 'createdAt' &&
    (status === undefined || status === 'succeeded');
  if (text !== undefined || isByName) {
    const words = text === undefined ? [] : searchedWords(text);
    const parts = foundByText({ ...search, words, ofTeam, ofStatus, ofGroup, ofChain }, parameter);
    return { parts, values, isCapped: true };
  }
  const ofLedger = [...ofStatus, ...ofGroup];
  const where = ['t.tenant_id = $1', ...ofTeam, ...ofChain, ...ofLedger].join(' and ');
  const part = `from teams t ${ofLedger.length === 0 ? '' : ledger} where ${where}`;
  const { templateVersion, createdBy, from, until } = search;
  const isCapped =
    ofGroup.length > 0 ||
    [templateVersion, createdBy, from, until].some((one) => one !== undefined) ||
    (status !== undefined && ofTeam.length > 0);
  return { parts: [{ sql: part, names: namesOfTeam, alias: aliasOfTeam }], values, isCapped };
}
