// The operator command as a separate process, run as an operator would.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.ts';
import { childEnvironment } from './child-environment.ts';

const program = fileURLToPath(new URL('../src/operator/operator.ts', import.meta.url));

/** @param env the whole environment of the command, besides `childEnvironment` */
export function startOperator(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...childEnvironment, ...env } };
    execFile(process.execPath, [program, ...args], options, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });
}

/** Starts the command, and kills it once `isReached` says so, or it ends before. @returns whether it was killed */
export async function killOperator(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  isReached: () => boolean,
): Promise<boolean> {
  const options = { env: { ...childEnvironment, ...env }, stdio: 'ignore' } as const;
  const child = spawn(process.execPath, [program, ...args], options);
  const ended = once(child, 'exit');
  await eventually(() => isReached() || child.exitCode !== null, 'the command has come so far');
  child.kill('SIGKILL');
  const [, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  return signal === 'SIGKILL';
}

/** Starts the command and sends it a signal once `isReached` says so. */
export async function signalOperator(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: NodeJS.Signals,
  isReached: () => boolean,
): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...childEnvironment, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [ended, err] = [once(child, 'exit'), text(child.stderr)];
  await eventually(() => isReached() || child.exitCode !== null, 'the command has come so far');
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return { code, err: await err };
}
