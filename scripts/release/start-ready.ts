// Starts an installed server as an operator would, for a test, and waits until it is ready.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../packages/service/testing/eventually.ts';
import { freePort } from '../../packages/service/testing/free-port.ts';

export interface ReadyServer {
  readonly address: string;
  /** What it has printed so far. */
  output(this: void): string;
  /** Stops it as a service manager does. @returns its exit code */
  stop(this: void): Promise<number | null>;
}

/** @param env the whole environment of the server, besides PORT */
export async function startReady(
  { program, args }: { readonly program: string; readonly args: readonly string[] },
  env: Readonly<Record<string, string>>,
): Promise<ReadyServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const server = spawn(program, args, { env: { ...env, PORT: `${port}` }, stdio: [...stdio] });
  const ended = once(server, 'exit');
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const stop = async () => {
    server.kill('SIGTERM');
    return (await ended)[0] as number | null;
  };
  try {
    await eventually(async () => {
      assert.equal(server.exitCode, null, 'it ended');
      const answer = await fetch(`${address}/readyz`).catch(() => undefined);
      return answer?.status === 200;
    }, 'it is ready');
  } catch (cause) {
    await stop();
    throw new Error(`${program} ${args.join(' ')} did not start:\n${output}`, { cause });
  }
  return { address, output: () => output, stop };
}
