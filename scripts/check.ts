// `npm run check`: every check that needs no running service, beside types and lint in the order that fails fastest.
// Each check has been seen to fail on a planted fault; see CONTRIBUTING.md.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const quickChecks: readonly Check[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'texts of the page', command: ['node', 'packages/console/check-literals.ts'] },
  { name: 'floors', command: ['node', 'scripts/floors.ts'] },
  { name: 'plain English', command: ['node', 'scripts/plain-english.ts'] },
  { name: 'OpenAPI drift', command: ['node', 'scripts/openapi.ts', '--check'] },
  { name: 'drift of the API’s types', command: ['node', 'scripts/client-types.ts', '--check'] },
  { name: 'reference of the SDK', command: ['node', 'scripts/sdk-reference.ts', '--check'] },
  {
    name: 'OpenAPI lint',
    command: [
      'redocly',
      'lint',
      'docs/api/openapi.json',
      '--extends',
      'recommended-strict',
      // It takes a teamId for any text. Its pattern keeps it apart from words such as external.
      '--skip-rule',
      'no-ambiguous-paths',
    ],
  },
  { name: 'dead code', command: ['knip', '--no-progress'] },
];

/**
 * The types of both projects are read once: `tsc` would read them twice more, for a quarter of the time of all checks.
 * This check takes longest and keeps one processor busy, so the others run beside it.
 */
const typesAndLint: Check = {
  name: 'types and lint',
  command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
};

interface Ended {
  readonly status: number | null;
  readonly printed: string;
}

const running = new Set<ChildProcess>();

/** @returns how it ended, and what it printed */
async function runCheck({ command: [program, ...args] }: Check): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Neither reports to its maker nor asks it for news.
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      // The check of types collects its garbage less often, for an eighth less processor time.
      GOGC: '400',
      PATH: `${root}node_modules/.bin:${process.env['PATH'] ?? ''}`,
    },
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  return { status, printed };
}

/** One check after the other. The first that fails ends those that run beside it. */
async function runAll(lane: readonly Check[]): Promise<void> {
  for (const check of lane) {
    const startedAt = performance.now();
    const { status, printed } = await runCheck(check);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(printed);
    if (status !== 0) {
      console.error(`check ${check.name}: failed after ${seconds} s`);
      for (const child of running) child.kill();
      process.exit(1);
    }
    console.log(`check ${check.name}: passed in ${seconds} s`);
  }
}

await Promise.all([runAll(quickChecks), runAll([typesAndLint])]);
