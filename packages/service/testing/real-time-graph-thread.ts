// The other side of real-time-graph.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { createGraphSimulator } from '@groupwright/graph-simulator/simulator.ts';
import type { ThreadJournal, ThreadOptions, ThreadStarted } from './real-time-graph.ts';

const simulator = createGraphSimulator(workerData as ThreadOptions);
const { graphBaseUrl } = await simulator.listen();
const started: ThreadStarted = {
  graphBaseUrl,
  tenants: simulator.tenants.map(({ tenantId, clientId, users }) => ({
    tenantId,
    clientId,
    users,
    token: simulator.issueToken(tenantId),
  })),
};
parentPort?.on('message', () => {
  const { violations, calls, throttled } = simulator.journal;
  const journal: ThreadJournal = { violations, calls, throttled };
  parentPort?.postMessage(journal, []);
});
parentPort?.postMessage(started, []);
