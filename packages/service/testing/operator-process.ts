// The operator command as a separate process, run as an operator would.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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
