// A reconciliation after a run against the Graph simulator: it finds nothing to change, and believes no forged marker.
import assert from 'node:assert/strict';
import type { Tenant } from '@groupwright/graph-simulator/tenant.ts';
import type { Directory } from '../src/directory/directory.ts';
import type { Organisation } from '../src/settings/organisations/organisation.ts';
import { everyChange } from '../src/settings/organisations/allowed-changes.ts';
import { defaultNaming } from '../src/settings/naming/naming.ts';
import { defaultTemplatePolicy } from '../src/settings/organisations/template.ts';
import type { Creation } from '../src/engine/creation.ts';
import { createRetry } from '../src/engine/retry.ts';
import { createDetection, type DetectionStore } from '../src/reconciliation/detect.ts';
import type { SimulatedGraph } from './simulated-graph.ts';

const organisationId = '00000000-0000-4000-8000-000000000001';

/** The names of every drawn creation, and of each forgery, conform to its one template. */
function organisationOf(tenantId: string): Organisation {
  const common = { tenantId, organisationId, name: 'Works', identifier: 'works', version: 1 };
  const template = {
    ...common,
    templateId: '00000000-0000-4000-8000-000000000002',
    mailNicknamePattern: '{{name}}',
    displayNamePattern: 'Group {{name}}',
    naming: defaultNaming,
    changes: everyChange,
    policy: defaultTemplatePolicy,
  };
  return { ...common, steward: null, templates: [template] };
}

function storeOf(creations: ReadonlyMap<string, Creation>): DetectionStore {
  return {
    async recordsOf(_, markers) {
      const records = markers.flatMap((marker) => creations.get(marker) ?? []);
      return new Map(
        records.map(({ teamId, status, steps, facts }) => {
          const wasAttempted = steps.some(
            ({ name, attempts }) => name === 'create_group' && attempts > 0,
          );
          const beganGroup = status === 'failed' && wasAttempted;
          const { groupId = null } = facts;
          return [
            teamId,
            {
              teamId,
              status,
              beganGroup,
              isMissing: false,
              deletedAt: null,
              isChanging: false,
              isAdoption: false,
              isEnded: false,
              groupId,
            },
          ];
        }),
      );
    },
    async provisionedGroups(_tenantId, _before, afterTeamId = '') {
      return [...creations.values()]
        .filter(({ status, teamId }) => status === 'succeeded' && teamId > afterTeamId)
        .sort((a, b) => (a.teamId < b.teamId ? -1 : 1))
        .map(({ teamId, mailNickname, facts }) => {
          assert.ok(facts.groupId);
          return { teamId, mailNickname, groupId: facts.groupId };
        });
    },
  };
}

export async function assertDriftIsOnlyForgeries(
  graph: SimulatedGraph,
  directory: Directory,
  tenant: Tenant,
  creations: ReadonlyMap<string, Creation>,
): Promise<void> {
  const { clock } = graph;
  // By now, everything is visible everywhere.
  clock.advanceTo(clock.now() + 30 * 60_000);
  const detect = createDetection({
    tenantId: tenant.tenantId,
    directory,
    store: storeOf(creations),
    organisations: [organisationOf(tenant.tenantId)],
    fallback: undefined,
    clock,
    retry: createRetry(clock),
    yieldToCallers: async () => undefined,
  });
  const found = await clock.run(
    detect({ signal: new AbortController().signal, teamId: 'reconciliation' }),
  );
  const others = found.filter(({ kind }) => kind !== 'unresolved');
  assert.deepEqual(others, [], 'the reconciliation would change something');
  assert.equal(found.length, tenant.forgedGroupIds.size);
  const [forger] = tenant.users;
  for (const id of tenant.forgedGroupIds) {
    const group = tenant.groups.get(id);
    assert.ok(group && group.deletedAt === undefined && group.team === undefined);
    assert.deepEqual([...group.owners, ...group.members], [forger?.id, forger?.id]);
  }
}
