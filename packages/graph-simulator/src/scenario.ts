// Plays the scenarios of groups. The state of the suite is seen by requests alone, so that each plays them first.
import type { Tenant } from './tenant.ts';
import { changeGroup } from './wild-groups.ts';

/** Carries out all that the tools of the tenant have done by now. */
export function playScenarios(tenant: Tenant, now: number): void {
  for (const [groupId, scenario] of tenant.scenarios) {
    const { tool, nextAt } = scenario;
    const group = tenant.groups.get(groupId);
    if (tool === undefined || group === undefined || nextAt > now) continue;
    const at = nextAt + Math.floor((now - nextAt) / tool.everyMs) * tool.everyMs;
    scenario.nextAt = at + tool.everyMs;
    const isAsWanted = Object.entries(tool.values).every(
      ([name, value]) => group[name as keyof typeof tool.values] === value,
    );
    if (!isAsWanted && group.deletedAt === undefined) changeGroup(tenant, groupId, tool.values, at);
  }
}
