// The clock of the sandbox, which an administrator may advance.
import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import type { Actor } from '../audit/activity.ts';
import { notFound } from '../audit/changes/change.ts';
import { type Duration, durationOf, durationPattern } from '../ground/duration.ts';
import type { Server } from '../http/server.ts';
import type { SandboxClock } from '../governance/time-machine.postgres.ts';
import { declareOperations } from './declare-operations.ts';
import { resourceOf } from './request.ts';

export interface SandboxClockDeps {
  readonly sandboxClock: {
    /** Undefined unless the tenant has a sandbox. */
    read(this: void, tenantId: string): Promise<SandboxClock | undefined>;
    advance(
      this: void,
      request: { readonly tenantId: string; readonly by: Duration; readonly actor: Actor },
    ): Promise<SandboxClock>;
  };
}

const ClockResponse = Type.Object(
  {
    now: moment('Time of the clock that expiry, reminders and tasks go by.'),
    target: nullable(moment('Target of the advance in progress. Null: none.')),
  },
  { ...exact, $id: 'SandboxClock' },
);

const declared = declareOperations('Directory', {
  getSandboxClock: {
    summary: 'Read the clock of the sandbox.',
    answer: 'The clock.',
    problems: ['not_found'],
    response: { 200: ClockResponse },
  },
  advanceSandboxClock: {
    summary: 'Advance the clock of the sandbox.',
    description:
      'The service goes from date to date, and does all that is due on the way: reminders, handovers, expiries and messages.',
    answer: 'The clock, with its target.',
    problems: ['in_use', 'validation_failed'],
    body: Type.Object(
      {
        advance: Type.String({
          pattern: durationPattern,
          'x-fault': 'must be a duration such as P90D or P1Y',
          description: 'Years, months, weeks and days in ISO 8601.',
        }),
      },
      exact,
    ),
    response: { 200: ClockResponse },
  },
});

export function registerSandboxClockRoutes(
  server: Server,
  { sandboxClock }: SandboxClockDeps,
): void {
  const path = '/:tenantId/directory/clock';
  server.get(path, declared.getSandboxClock, async (request) => {
    const clock = await sandboxClock.read(resourceOf(request).tenantId);
    if (clock === undefined) throw notFound('sandbox');
    return clock;
  });
  server.post(path, declared.advanceSandboxClock, (request) => {
    const { tenantId, actor } = resourceOf(request);
    return sandboxClock.advance({ tenantId, actor, by: durationOf(request.body.advance) });
  });
}
