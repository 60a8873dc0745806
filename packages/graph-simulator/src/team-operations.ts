// Operations of teams: created by what takes long, and polled at most every 30 seconds.
import { Refusal, resourceNotFound, type Answer } from './response.ts';
import { guidPattern, type Call, type Route } from './route.ts';
import type { SimulatedGroup, SimulatedOperation } from './tenant.ts';

const oddStatuses = ['paused', 'unknownFutureValue', 'validating'] as const;

/** @param subject what the durations and faults are drawn for */
export function beginOperation(
  { random, profile, now }: Call,
  subject: string,
  options: { readonly mayFail: boolean },
): SimulatedOperation {
  const [least, most] = profile.teamMakingMs;
  const takesMs = least + Math.round(random.fraction(`making ${subject}`) * (most - least));
  return {
    operationId: random.guid(`operation ${subject}`),
    askedAt: now,
    readyAt: now + takesMs,
    fails: options.mayFail && random.fraction(`team fails ${subject}`) < profile.teamFailureChance,
    lastPolledAt: undefined,
    polls: 0,
  };
}

export function acceptedOperation(group: SimulatedGroup, operationId: string): Answer {
  return {
    status: 202,
    headers: {
      location: `/teams('${group.id}')/operations('${operationId}')`,
      'content-location': `/teams('${group.id}')`,
    },
  };
}

function operationsOf({ team, archiving = [] }: SimulatedGroup) {
  return [
    ...(team === undefined ? [] : [{ type: 'createTeam', operation: team }]),
    ...archiving.map((operation) => ({
      type: operation.archives ? 'archiveTeam' : 'unarchiveTeam',
      operation,
    })),
  ];
}

function readOperation(call: Call, [id = '', operationId = '']: readonly string[]): Answer {
  const { now, random, profile } = call;
  const group = call.tenant.groups.get(id.toLowerCase());
  const found = (group === undefined ? [] : operationsOf(group)).find(
    (one) => one.operation.operationId === operationId.toLowerCase(),
  );
  if (group === undefined || found === undefined) throw resourceNotFound(operationId);
  const { type, operation } = found;
  if (operation.lastPolledAt !== undefined && now - operation.lastPolledAt < 30_000) {
    call.violate('polled_too_early', `${now - operation.lastPolledAt} ms after the poll before`);
    throw new Refusal(429, 'TooManyRequests', 'Operations may be read every 30 seconds.', {
      headers: { 'retry-after': '30' },
    });
  }
  operation.lastPolledAt = now;
  operation.polls += 1;
  const odd = random.fraction(`odd ${operationId} ${operation.polls}`);
  const halfway = operation.askedAt + (operation.readyAt - operation.askedAt) / 2;
  let status: string = operation.fails ? 'failed' : 'succeeded';
  if (now < operation.readyAt) status = now < halfway ? 'notStarted' : 'inProgress';
  if (odd < profile.oddStatusChance) {
    status = oddStatuses[operation.polls % oddStatuses.length] ?? 'paused';
  }
  const failed = 'The team could not be provisioned.';
  return {
    status: 200,
    body: {
      id: operation.operationId,
      operationType: type,
      createdDateTime: new Date(operation.askedAt).toISOString(),
      lastActionDateTime: new Date(now).toISOString(),
      status,
      attemptsCount: 1,
      targetResourceId: group.id,
      targetResourceLocation: `/teams('${group.id}')`,
      error: status === 'failed' ? { code: 'InternalServerError', message: failed } : null,
    },
  };
}

const id = `(${guidPattern})`;

export const teamOperationRoutes: readonly Route[] = [
  {
    name: 'teams.operation',
    method: 'GET',
    pattern: new RegExp(`^/teams(?:/|\\(')${id}(?:'\\))?/operations(?:/|\\(')${id}(?:'\\))?$`),
    permissions: ['Team.Create', 'TeamSettings.ReadWrite.All', 'Group.ReadWrite.All'],
    costs: { onOneTeam: 1, otherReadsOnOneTeam: 1, otherTeamsReads: 1 },
    onTeam: true,
    handle: readOperation,
  },
];
