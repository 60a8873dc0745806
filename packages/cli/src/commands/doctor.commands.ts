// doctor: checks what every other command needs, in order, and names the first thing that is wrong.
import { ConnectionError } from '@groupwright/client';
import type { Command } from 'commander';
import { counted } from '../output/counted.ts';
import { clientFor, version, type Context } from '../context/context.ts';
import { describeAccountSource, type Account } from '../context/credentials.ts';
import { exitCodes, type ExitCode } from '../context/exit-codes.ts';
import { CommandError, failureOf } from '../context/failure.ts';
import type { Run } from '../context/run.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

const reachTimeoutMs = 10_000;
/** The default tolerance of webhook signatures. */
const maxSkewMs = 5 * 60_000;

export function addDoctorCommand(program: Command, run: Run): void {
  program
    .command('doctor')
    .summary('check credentials, connection and access')
    .description(
      'Checks the credentials, the connection to the service, the clock and the access of the API key.',
    )
    .action(run(examine));
}

/** @throws CommandError if this Node is older than the package needs */
export function commandText(node: string): string {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return `${version} on Node ${node}`;
  const detail = `${version} needs Node 22.13 or later, and this is Node ${node}.`;
  throw new CommandError(exitCodes.usage, 'usage', detail);
}

async function examine(context: Context): Promise<void> {
  const { paint, signal, env } = context;
  const findings: Finding[] = [];
  let exitCode: ExitCode = exitCodes.done;

  /** Gives what it found; undefined if it failed. */
  async function check<Found>(
    name: string,
    work: () => Promise<readonly [Found, string]>,
  ): Promise<Found | undefined> {
    try {
      const [found, detail] = await work();
      findings.push({ check: name, ok: true, detail });
      return found;
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      ({ exitCode } = failure);
      findings.push({ check: name, ok: false, detail: failure.detail });
      return undefined;
    }
  }

  await check('command', async () => [true, commandText(process.versions.node)] as const);
  const account = await check('credentials', async () => {
    const found = await context.account();
    return [found, describeAccountSource(env)] as const;
  });
  if (account !== undefined) {
    const reached = await check('service', () => reach(account, signal));
    if (reached !== undefined) {
      await check('clock', async () => [true, skewText(reached)] as const);
      await check('access', () => readSome(account, signal));
    }
  }
  context.print(findings, () => {
    const width = Math.max(...findings.map(({ check: name }) => name.length));
    return findings
      .map(({ check: name, ok, detail }) => {
        const mark = ok ? paint.good('✔') : paint.bad('✖');
        return `${mark} ${name.padEnd(width)}  ${detail}`;
      })
      .join('\n');
  });
  context.endWith(exitCode);
}

/** The difference of the clocks, in milliseconds; undefined if the answer has no time. */
async function reach({ baseUrl }: Account, signal: AbortSignal) {
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    const detail = `${baseUrl} is not an absolute http or https address.`;
    throw new CommandError(exitCodes.usage, 'bad_base_url', detail);
  }
  const either = AbortSignal.any([signal, AbortSignal.timeout(reachTimeoutMs)]);
  let response: Response;
  try {
    response = await fetch(`${baseUrl.replace(/\/+$/, '')}/readyz`, {
      redirect: 'manual',
      signal: either,
    });
  } catch (error) {
    const { cause = error } = error as Error;
    const { message, code } = cause as NodeJS.ErrnoException;
    const detail = `${baseUrl} could not be reached: ${message || code || 'unknown'}.`;
    throw new ConnectionError(detail, { cause: error });
  }
  await response.body?.cancel();
  if (!response.ok) {
    const detail = `${baseUrl}/readyz answered with the status ${response.status}. Check the address, or see the log of the service.`;
    throw new CommandError(exitCodes.unavailable, 'not_ready', detail);
  }
  const time = Date.parse(response.headers.get('date') ?? '');
  return [{ skewMs: Date.now() - time }, `${baseUrl} is ready`] as const;
}

/** @throws CommandError when the clocks differ too much */
function skewText({ skewMs }: { readonly skewMs: number }): string {
  if (Number.isNaN(skewMs)) return 'the service does not say its time';
  if (Math.abs(skewMs) <= maxSkewMs) return "agrees with the service's clock";
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const detail = `The clock of this machine is ${counted(minutes, 'minute')} ${skewMs > 0 ? 'ahead of' : 'behind'} the service's clock. Webhooks would be refused.`;
  throw new CommandError(exitCodes.unexpected, 'clock_differs', detail);
}

async function readSome(account: Account, signal: AbortSignal) {
  const names: string[] = [];
  for await (const { identifier } of clientFor(account).listOrganisations({ signal })) {
    names.push(identifier);
  }
  const detail =
    names.length === 0 ? 'the key sees no organisation' : `organisations: ${names.join(', ')}`;
  return [true, detail] as const;
}
