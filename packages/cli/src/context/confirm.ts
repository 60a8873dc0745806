// Asks before something that is easier done than undone.
import { createInterface } from 'node:readline/promises';
import type { Context } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { CommandError } from './failure.ts';

export interface Confirmation {
  /** For example `Delete the group prj-4711?` */
  readonly question: string;
  /** The way out where nobody can answer. */
  readonly withoutTerminal: string;
  readonly declined: string;
}

export async function confirm(
  { stdin, stderr, signal }: Context,
  { question, withoutTerminal, declined }: Confirmation,
): Promise<void> {
  if (!stdin.isTTY) {
    const detail = `There is no terminal for the confirmation. ${withoutTerminal}`;
    throw new CommandError(exitCodes.usage, 'not_confirmed', detail);
  }
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
    throw new CommandError(exitCodes.interrupted, 'not_confirmed', declined);
  } finally {
    lines.close();
  }
}
