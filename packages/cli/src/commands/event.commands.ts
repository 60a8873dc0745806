// events tail: the feed of events, as they happen.
import type { EventType } from '@groupwright/client';
import type { Command } from 'commander';
import { whileRead } from '../context/closed-output.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { collect, readWholeNumber } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { eventLine } from '../output/event-text.ts';

interface TailOptions {
  readonly type: readonly string[];
  readonly after?: string;
  readonly all?: boolean;
  readonly follow: boolean;
  readonly count?: string;
}

export function addEventCommands(program: Command, run: Run): void {
  program
    .command('events')
    .alias('event')
    .summary('show events as they happen')
    .description('The feed of events.')
    .command('tail')
    .summary('print new events until you stop it')
    .description('Prints each new event on one line, until you press Ctrl-C.')
    .option('--type <type>', 'only events of this type; repeatable', collect, [])
    .option('--after <id>', 'begin after this event instead of at the end of the feed')
    .option('--all', 'begin with the oldest event')
    .option('--count <count>', 'end after this many events')
    .option('--no-follow', 'end after the last event')
    .action(
      run((context: Context, options: TailOptions) =>
        whileRead(context.stdout, () => tail(context, options)),
      ),
    );
}

async function tail(context: Context, options: TailOptions): Promise<void> {
  const { after, all, type: types, follow } = options;
  if (after !== undefined && all === true) {
    throw new CommandError(exitCodes.usage, 'usage', 'Use either --after or --all.');
  }
  const count =
    options.count === undefined ? Infinity : readWholeNumber('--count', options.count, 1);
  const { signal, paint } = context;
  const client = await context.client();
  const begin = all === true ? undefined : (after ?? 'latest');
  const events = client.events({
    ...(begin !== undefined && { after: begin }),
    // The service refuses unknown types, and names those it knows.
    ...(types.length > 0 && { types: types as readonly EventType[] }),
    follow,
    signal,
  });
  try {
    let printed = 0;
    for await (const event of events) {
      context.print(event, () => eventLine(paint, event));
      printed += 1;
      if (printed === count) break;
    }
  } catch (error) {
    // Ctrl-C is the way to end it.
    if (!signal.aborted) throw error;
  }
}
