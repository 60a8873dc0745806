// `operator sandbox`: the clock of a sandbox.
import { setTimeout as pause } from 'node:timers/promises';
import { parseDuration } from '../ground/duration.ts';
import { DomainError } from '../ground/errors.ts';
import { advanceSandboxClock, readSandboxClock } from '../governance/time-machine.postgres.ts';
import { commandGroup, minuteOf, tenantCommand } from './command.ts';

const pollMs = 250;
/** The clock did not move for this time: no worker of the service runs. */
const stillMs = 60_000;

const advance = tenantCommand({
  name: 'advance',
  summary: 'advance the clock of the sandbox, and do all that is due on the way',
  argument: ['<duration>', 'years, months, weeks and days in ISO 8601, such as P90D or P1Y'],
  help:
    'Reminders, handovers, expiries and digests of that time happen within seconds, in the running\n' +
    'service. Messages are in the outbox of the sandbox. The clock of a real directory never moves.',
  read(_: object, text: string) {
    const by = parseDuration(text);
    if (by !== undefined) return by;
    throw new DomainError('validation_failed', `${text} is no duration such as P90D or P1Y.`);
  },
  async run({ database, tenantId, actor, clock }, by) {
    const { target } = await database.transaction((transaction) =>
      advanceSandboxClock(transaction, { tenantId, by, actor, at: clock.now() }),
    );
    let seen = 0;
    let movedAt = clock.now();
    for (;;) {
      const present = await readSandboxClock(database, tenantId);
      if (present === undefined || present.target === null) break;
      if (present.now.getTime() - seen > stillMs) {
        seen = present.now.getTime();
        movedAt = clock.now();
      } else if (clock.now() - movedAt > stillMs) {
        throw new DomainError(
          'unavailable',
          'The clock does not move. The service advances it as soon as one of its workers runs.',
        );
      }
      await pause(pollMs);
    }
    return {
      text: `The clock of the sandbox is at ${minuteOf(target)} UTC.`,
      json: { now: target },
    };
  },
});

export const sandboxCommands = commandGroup('sandbox', 'the built-in sandbox of a tenant', [
  advance,
]);
