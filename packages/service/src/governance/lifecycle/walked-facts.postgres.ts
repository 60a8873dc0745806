// What the walk of a life knows beside the lifecycle and the reviews of a group: who answers for it, its use by the last reports,
// and the differences that the last comparison saw.
import type { Queryable } from '../../postgres/database.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import { enforcementOf, type EnforcementFacts } from '../enforcement/enforcement.ts';
import { readEnforcementFacts } from '../enforcement/enforcement-rule.postgres.ts';
import type { GroupFacts } from '../group-facts.postgres.ts';
import { keyOf } from '../responsibility/responsibility-facts.ts';
import { readResponsibilityFacts } from '../responsibility/responsibility-rule.postgres.ts';
import { readUse } from './idle-groups.postgres.ts';
import type { TriedChange } from './tried-change.ts';
import type { LifeStep, WalkedMoment, WalkedUse } from './life-step.ts';
import { knownPeople } from './walk-responsibility.ts';

interface WalkedTemplate {
  readonly version: number;
  readonly policy: Pick<TemplatePolicy, 'responsibility' | 'adoption' | 'enforce'>;
}

/** The keys are their ids. */
export type WalkedTemplates = ReadonlyMap<string, WalkedTemplate>;

export async function readWalkedTemplates(
  database: Queryable,
  tenantId: string,
): Promise<WalkedTemplates> {
  const rows = await database.query<WalkedTemplate & { readonly templateId: string }>(
    'select template_id, version, policy from templates where tenant_id = $1 and deleted_at is null',
    [tenantId],
  );
  return new Map(rows.map((row) => [row.templateId, row]));
}

type WalkedFacts = Pick<LifeStep, 'responsibility' | 'use'>;

/** The keys are groups, all of one tenant. */
export async function readWalkedFacts(
  database: Queryable,
  groups: readonly GroupFacts[],
  templates: WalkedTemplates,
): Promise<ReadonlyMap<string, WalkedFacts>> {
  const tenantId = groups[0]?.tenantId ?? '';
  const templateOf = ({ templateId }: Pick<GroupFacts, 'templateId'>) => templates.get(templateId);
  const answering = await readResponsibilityFacts(database, tenantId, groups, templateOf, true);
  const uses = await database.query<WalkedUse & { readonly teamId: string }>(readUse, [
    groups.map((group) => group.tenantId),
    groups.map(({ teamId }) => teamId),
  ]);
  const useOf = new Map(uses.map((use) => [use.teamId, use]));
  return new Map(
    answering.map(({ group, ...facts }) => {
      const { responsibleId, deputyId, ownerIds } = group;
      const ids = [responsibleId, deputyId, ...ownerIds, ...facts.memberIds].map(keyOf);
      const people = knownPeople(facts.people, [...ids, keyOf(facts.stewardId ?? null)]);
      return [group.teamId, { responsibility: { ...facts, people }, use: useOf.get(group.teamId) }];
    }),
  );
}

interface Restores {
  readonly before: readonly WalkedMoment[];
  readonly after: readonly WalkedMoment[];
}

/** The restore of what differs now, by the present policy of its template and by the one that is tried. */
export async function readRestores(
  database: Queryable,
  steps: readonly { readonly group: GroupFacts }[],
  templates: WalkedTemplates,
  change: TriedChange,
): Promise<(group: GroupFacts) => Restores> {
  const groups = steps.map(({ group }) => group);
  const facts = await readEnforcementFacts(database, groups);
  return (group) => {
    const ofGroup = facts.get(group.teamId);
    if (ofGroup === undefined) return { before: [], after: [] };
    const present = templates.get(group.templateId)?.policy.enforce ?? null;
    const tried = change.kind === 'template' ? (change.policy.enforce ?? null) : present;
    const restoresBy = (policy: EnforcementFacts['policy']) =>
      restoreOf({ ...ofGroup, policy, state: group.state, now: group.now });
    return { before: restoresBy(present), after: restoresBy(tried) };
  };
}

function restoreOf(facts: EnforcementFacts): readonly WalkedMoment[] {
  const { dueAt } = enforcementOf(facts);
  const at = dueAt ?? facts.now;
  const { repair } = enforcementOf({ ...facts, now: at });
  return repair.length === 0 ? [] : [{ at, event: 'restored', asks: [], dueAt: null }];
}
