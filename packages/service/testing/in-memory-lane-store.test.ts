import { randomUUID } from 'node:crypto';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { describeLaneStore, type LaneRig } from '../src/engine/lane-store.suite.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';

async function openLane(): Promise<LaneRig> {
  const clock = createVirtualClock();
  const tenantId = randomUUID();
  const memory = createMemoryLane({ tenantId, clock });
  return {
    store: memory.store,
    tenantId,
    now: () => clock.now(),
    pass: (durationMs) => clock.advanceTo(clock.now() + durationMs),
    async accept(mailNickname, aheadMs = 0) {
      const people = { responsible: 'mara@aare.example', deputy: null, owners: [], members: [] };
      memory.add({ teamId: randomUUID(), mailNickname, people, aheadMs });
    },
    takeOver: async () => memory.takeOver(),
  };
}

describeLaneStore('the lane store in memory', async () => ({
  openLane,
  close: async () => undefined,
}));
