// `npm run check`: every check that needs no running service, in the order that fails fastest.
// Each check has been seen to fail on a planted fault; see CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const checks: readonly { name: string; command: readonly [string, ...string[]] }[] = [
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
  // The types of both projects are read once: `tsc` would read them twice more, for a quarter of the time of all checks.
  {
    name: 'types and lint',
    command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  },
];

for (const { name, command } of checks) {
  const startedAt = performance.now();
  const [program, ...args] = command;
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Neither reports to its maker nor asks it for news.
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      PATH: `${root}node_modules/.bin:${process.env['PATH'] ?? ''}`,
    },
  });
  if (error) throw error;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (status !== 0) {
    console.error(`check ${name}: failed after ${seconds} s`);
    process.exit(1);
  }
  console.log(`check ${name}: passed in ${seconds} s`);
}
