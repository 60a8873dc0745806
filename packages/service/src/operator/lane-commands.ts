// `operator lane`: which worker runs the work of which tenants.
import { type HeldLane, listHeldLanes } from '../engine/lane-holders.postgres.ts';
import { command, commandGroup, table } from './command.ts';

export const laneCommands = commandGroup('lane', 'lanes: the queue of work of each tenant', [
  command({
    name: 'list',
    summary: 'list the tenants with work in progress, and the worker that holds their lane',
    json: true,
    help: 'A lane without work has no holder and is not listed.',
    async run({ database }) {
      return table(await listHeldLanes(database), {
        WORKER: placeOf,
        SINCE: ({ takenAt }) => (takenAt === null ? 'unknown' : secondOf(takenAt)),
        UNTIL: ({ heldUntil, isOver }) => `${secondOf(heldUntil)}${isOver ? ' (over)' : ''}`,
        TENANT: ({ tenantId }) => tenantId,
        NAME: ({ tenantName }) => tenantName,
      });
    },
  }),
]);

function placeOf({ worker, workerId }: HeldLane): string {
  if (worker === null) return workerId;
  const { host, process, processId } = worker;
  return `${host} ${process === undefined ? '' : `${process} `}(process id ${processId})`;
}

function secondOf(time: Date): string {
  return time.toISOString().slice(0, 19);
}
