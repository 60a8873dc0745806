import type { Command } from 'commander';
import type { Context } from './context.ts';

/** Makes a commander action of a function that wants the context, the options and the arguments. */
export type Run = (
  action: (context: Context, options: never, ...args: never[]) => Promise<void>,
) => (this: Command, ...given: unknown[]) => Promise<void>;

export function createRun(contextOf: (command: Command) => Context): Run {
  return (action) =>
    async function runAction(this: Command, ...given: unknown[]) {
      // Commander passes the arguments, lists where there may be several, then the options, then the command.
      const args = given.slice(0, -2) as never[];
      await action(contextOf(this), this.opts<never>(), ...args);
    };
}
