import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import {
  describeOperationLane,
  type OperationLaneRig,
} from '../src/groups/change/operation-lane.suite.ts';
import type { Creation } from '../src/engine/creation.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import { createMemoryOperations } from './in-memory-operations.ts';

const startsAt = createVirtualClock().now();

function openLane(): OperationLaneRig {
  let now = startsAt;
  let count = 0;
  const clock = { now: () => now };
  const tenantId = '00000000-0000-4000-8000-000000000001';
  const memory = createMemoryLane({ tenantId, clock });
  const creations = new Map<string, Creation>();
  const operations = createMemoryOperations({ tenantId, clock, creations });
  const people = { responsible: 'mara@aare.example', deputy: null, owners: [], members: [] };
  return {
    ledger: operations.ledger,
    tenantId,
    now: () => now,
    pass(durationMs) {
      now += durationMs;
    },
    async beginCreation() {
      count += 1;
      const teamId = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
      memory.add({ teamId, mailNickname: teamId, people });
      const creation = memory.creations.get(teamId);
      if (creation !== undefined) creations.set(teamId, creation);
      return teamId;
    },
    async endCreation(teamId, status) {
      const creation = creations.get(teamId);
      if (creation !== undefined) creations.set(teamId, { ...creation, status });
    },
    async accept(teamId, description, { priority = 0, kind = 'change' } = {}) {
      const change = { description };
      operations.add({ operationId: description, teamId, kind, change, priority });
    },
    cancel: async (description) => operations.cancel(description),
    async takeOver() {
      const lease = memory.takeOver();
      operations.takeOver(lease);
      return lease;
    },
  };
}

describeOperationLane('the ledger of operations in memory', async () => ({
  openLane: async () => openLane(),
  close: async () => undefined,
}));
