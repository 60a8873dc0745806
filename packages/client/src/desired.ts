// Groups by the ids of the caller's own system, as they should be.
import { bodyOf, type Answer } from './answer.ts';
import { readOptions, type CallOptions, type PlanOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type {
  AppliedGroup,
  ApplyAnswer,
  ApplyPlan,
  DesiredGroup,
  DesiredGroupAnswer,
  DesiredGroupPlan,
} from './types.ts';

export interface ApplyOptions extends CallOptions {
  /** The groups of the source that are not among those that you send: `report`, by default, or `archive`. */
  readonly missing?: 'report' | 'archive';
  /** The number of missing groups that you agree to archive. */
  readonly confirm?: number;
}

export interface DesiredGroups {
  /**
   * Makes the group of an external id what it should be: creates it, changes what differs by one operation, or does
   * nothing. It can be repeated at any time.
   *
   * @param source the system whose id it is, such as `erp`
   * @throws ProblemError with the codes `validation_failed`, `source_not_allowed`, `group_not_active`
   */
  putTeam(
    source: string,
    externalId: string,
    group: DesiredGroup,
    options?: PlanOptions,
  ): Answer<DesiredGroupAnswer>;
  /** Predicts the result of `putTeam`, with every fault. Changes nothing. */
  planPutTeam(
    source: string,
    externalId: string,
    group: DesiredGroup,
    options?: PlanOptions,
  ): Answer<DesiredGroupPlan>;
  /** `putTeam` for 1 to 1,000 groups of a source, in any order, each with its own result. It can be repeated at any time. */
  applyTeams(
    source: string,
    groups: readonly AppliedGroup[],
    options?: ApplyOptions,
  ): Answer<ApplyAnswer>;
  /** Predicts the result of `applyTeams`. Changes nothing. */
  planApplyTeams(
    source: string,
    groups: readonly AppliedGroup[],
    options?: ApplyOptions,
  ): Answer<ApplyPlan>;
}

export function createDesiredGroups(transport: Transport): DesiredGroups {
  const pathOf = (...parts: readonly string[]) =>
    `/teams/external/${parts.map(encodeURIComponent).join('/')}`;
  // The address has the key of the group, so a request needs no Idempotency-Key.
  const one = <Body>(
    method: 'PUT' | 'POST',
    path: string,
    body: DesiredGroup,
    given: PlanOptions = {},
  ): Answer<Body> =>
    bodyOf(transport, () => {
      const { ifMatch, ...options } = readOptions(given, 'ifMatch');
      return { method, path, body, headers: { 'if-match': ifMatch }, options };
    });
  const many = <Body>(
    path: string,
    body: readonly AppliedGroup[],
    given: ApplyOptions = {},
  ): Answer<Body> =>
    bodyOf(transport, () => {
      const { missing, confirm, ...options } = readOptions(given, 'missing', 'confirm');
      return { method: 'POST', path, query: { missing, confirm }, body, options };
    });
  return {
    putTeam: (source, id, body, given) => one('PUT', pathOf(source, id), body, given),
    planPutTeam: (source, id, body, given) => one('POST', pathOf(source, id, 'plan'), body, given),
    applyTeams: (source, body, given) => many(pathOf(source, 'apply'), body, given),
    planApplyTeams: (source, body, given) => many(pathOf(source, 'apply', 'plan'), body, given),
  };
}
