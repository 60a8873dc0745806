// Groups that others make from now on are adopted by the rule of the tenant, with the template that their names propose. A
// group with an obstacle, one that no template or several alike fit, and one whose people declined before, is reported
// alone: `directory.group_found`.
import type { Organisation } from '../settings/organisations/organisation.ts';
import type { NewGroupsRule } from '../settings/tenants/tenant.ts';
import type { NewGroup, NewGroupStore } from './directory-groups.ts';
import { proposeAdoption } from './propose-adoption.ts';

export interface ProposedAdoption {
  readonly tenantId: string;
  readonly groupId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly rule: Exclude<NewGroupsRule, 'report'>;
  readonly signal: AbortSignal;
}

export interface NewGroupsDeps {
  readonly rule: NewGroupsRule;
  /** `later`: the brake of the template holds, or the directory is away. */
  readonly adopt: (proposed: ProposedAdoption) => Promise<'settled' | 'later'>;
}

const groupsPerLook = 1_000;

export function createAdoptNewGroups(
  deps: NewGroupsDeps & {
    readonly tenantId: string;
    readonly organisations: readonly Organisation[];
    readonly store: NewGroupStore;
    readonly clock: { now(): number };
  },
) {
  const { rule, adopt, tenantId, organisations, store, clock } = deps;

  return async function adoptNewGroups(signal: AbortSignal): Promise<void> {
    const settled: string[] = [];
    for (const group of await store.newGroups(tenantId, groupsPerLook)) {
      signal.throwIfAborted();
      if ((await settle(group, signal)) === 'settled') settled.push(group.groupId);
    }
    await store.settleNew(tenantId, settled);
  };

  async function settle(group: NewGroup, signal: AbortSignal): Promise<'settled' | 'later'> {
    const { groupId, isGoverned, hasObstacle, wasDeclined } = group;
    if (rule === 'report' || isGoverned || hasObstacle || wasDeclined) return 'settled';
    const proposal = proposeAdoption(organisations, group, clock.now());
    if (proposal === null) return 'settled';
    const { organisationId, templateId, properties } = proposal;
    return adopt({ tenantId, groupId, organisationId, templateId, properties, rule, signal });
  }
}
