// operator: the operator command of the service, for those who run the service on the same machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import type { Run } from '../context/run.ts';
import type { CommandLine } from '../context/terminal.ts';

export function addOperatorCommand(program: Command, run: Run): void {
  program
    .command('operator')
    .summary('manage tenants and keys where the service runs')
    .description(
      `Runs the operator command of the service with these arguments: groupwright operator tenant list
It works on the database of the service, not with an API key. It needs the service beside this command: a clone of the repository, or the package @groupwright/server.`,
    )
    .argument('[arguments...]', 'of the operator command; --help lists them')
    // `main.ts` runs it before the options of this command are read: they are those of the other one.
    .action(run((context) => operate(context, [])));
}

/** @param args of the operator command */
export async function operate(
  { env, directory, signal, endWith }: CommandLine,
  args: readonly string[],
): Promise<void> {
  const command = operatorCommand(directory);
  if (command === undefined) {
    const detail =
      'The operator command is a part of the service, which is not here. Run it in the clone that the service was started from, or where @groupwright/server is installed.';
    throw new CommandError(exitCodes.usage, 'no_service', detail);
  }
  const child = spawn(process.execPath, [...command, ...args], {
    stdio: 'inherit',
    cwd: directory,
    env,
  });
  signal.addEventListener('abort', () => child.kill('SIGINT'));
  const [code] = (await once(child, 'exit')) as [number | null];
  endWith(code ?? exitCodes.unexpected);
}

/** The arguments of Node that run it: in a clone its source, otherwise the server package in or above the directory. */
function operatorCommand(directory: string): readonly string[] | undefined {
  const source = new URL('../../../service/src/operator/operator.ts', import.meta.url);
  if (existsSync(source)) return [fileURLToPath(source)];
  try {
    const { resolve } = createRequire(join(directory, 'package.json'));
    const server = dirname(resolve('@groupwright/server/package.json'));
    return [join(server, 'bin/groupwright-server.js'), 'operator'];
  } catch {
    return undefined;
  }
}
