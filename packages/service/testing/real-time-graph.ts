// The Graph simulator in a separate thread, by the machine's clock and over sockets: as with Microsoft 365, a pause of
// one side does not stop the other.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { realClock, type VirtualClock } from '@groupwright/graph-simulator/clock.ts';
import type { Journal } from '@groupwright/graph-simulator/graph.ts';
import type { SimulatorOptions } from '@groupwright/graph-simulator/simulator.ts';
import type { SimulatedUser } from '@groupwright/graph-simulator/tenant.ts';
import type { Directory } from '../src/directory/directory.ts';
import { createTransport } from '../src/microsoft-graph/transport.ts';
import { systemClock } from '../src/ground/clock.ts';
import { connectDirectory, connectionOf } from './simulated-graph.ts';

export interface ThreadTenant {
  readonly tenantId: string;
  readonly clientId: string;
  readonly users: readonly SimulatedUser[];
  /** A bearer token, good for an hour. */
  readonly token: string;
}

/** The first message of the thread. It answers each message to it with its journal. */
export interface ThreadStarted {
  readonly graphBaseUrl: string;
  readonly tenants: readonly ThreadTenant[];
}

export type ThreadJournal = Pick<Journal, 'violations' | 'calls' | 'throttled'>;
export type ThreadOptions = Omit<SimulatorOptions, 'clock'>;

export interface RealTimeGraph {
  readonly tenants: readonly ThreadTenant[];
  readonly clock: VirtualClock;
  connect(tenantNumber: number): Directory;
  journal(): Promise<ThreadJournal>;
  close(): Promise<void>;
}

/** The machine's clock, with the members of a virtual one. */
const clock: VirtualClock = {
  ...realClock,
  after: (milliseconds, callback) => systemClock.after(milliseconds, callback),
  advanceTo: () => undefined,
  nextDueAt: () => undefined,
  track: (work) => work,
  run: (work) => work,
};

export async function openRealTimeGraph(options: ThreadOptions): Promise<RealTimeGraph> {
  const thread = new Worker(new URL('real-time-graph-thread.ts', import.meta.url), {
    workerData: options,
  });
  const answer = async () => (await once(thread, 'message'))[0] as unknown;
  const { graphBaseUrl, tenants } = (await answer()) as ThreadStarted;
  const directories: Directory[] = [];
  return {
    tenants,
    clock,
    connect(tenantNumber) {
      const tenant = tenants[tenantNumber];
      if (tenant === undefined) throw new Error(`The simulator has no tenant ${tenantNumber}.`);
      const directory = connectDirectory({
        clock,
        connection: connectionOf(tenant, graphBaseUrl),
        wire: createTransport(),
        signIn: () => tenant.token,
      });
      directories.push(directory);
      return directory;
    },
    async journal() {
      thread.postMessage('journal', []);
      return (await answer()) as ThreadJournal;
    },
    async close() {
      await Promise.all(directories.map((directory) => directory.close()));
      await thread.terminate();
    },
  };
}
