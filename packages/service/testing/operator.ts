// The operator command in the process of the test; `operator-process.ts` runs it as an operator would.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runOperator as run } from '../src/operator/run-operator.ts';
import { childEnvironment } from './child-environment.ts';

/** @param env the whole environment of the command, besides `childEnvironment` */
export async function runOperator(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; out: string; err: string }> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const printed = Promise.all([text(stdout), text(stderr)]);
  const { signal } = new AbortController();
  const code = await run(args, { env: { ...childEnvironment, ...env }, stdout, stderr, signal });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, out, err };
}
