// `operator doctor`: the whole installation in one table. It changes nothing in a directory.
import { statfs } from 'node:fs/promises';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import { createCredentialExpiry } from '../settings/tenants/credential-expiry.ts';
import { command, table } from './command.ts';
import { openDirectory } from './open-directory.ts';
import type { OperatorDeps } from './operator-deps.ts';

interface Finding {
  readonly part: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

const lateMinutes = 10;
const leastFreeBytes = 2e9;
const soonMs = 30 * 86_400_000;
const connectionWithinMs = 30_000;

export const doctorCommand = command({
  name: 'doctor',
  summary:
    'check the whole installation: settings, database, key, work, and the connection of each tenant',
  json: true,
  help: 'Exit code 3 if a check failed.',
  async run(deps) {
    const key = keyOf(deps);
    const findings = [
      ...settingsOf(deps),
      await databaseOf(deps),
      key,
      ...(await diskOf(deps)),
      ...(await workOf(deps)),
      ...(await tenantsOf(deps, key.state === 'ok')),
    ];
    const hasFailed = findings.some(({ state }) => state === 'failed');
    return {
      ...table(findings, {
        STATE: ({ state }) => state,
        PART: ({ part }) => part,
        DETAIL: ({ detail }) => detail,
      }),
      exitCode: hasFailed ? 3 : 0,
    };
  },
});

function settingsOf({ config }: OperatorDeps): Finding[] {
  const part = 'settings';
  if (config.warnings.length === 0)
    return [{ part, state: 'ok', detail: 'No setting looks wrong.' }];
  return config.warnings.map((detail) => ({ part, state: 'warning', detail }));
}

async function databaseOf({ database, config }: OperatorDeps): Promise<Finding> {
  const [row] = await database.query<{ version: string; bytes: string }>(
    `select current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as bytes`,
  );
  const kind = config.databaseUrl === undefined ? 'Embedded PostgreSQL' : 'PostgreSQL';
  const detail = `${kind} ${row?.version}, ${row?.bytes}, at the schema of this release.`;
  return { part: 'database', state: 'ok', detail };
}

function keyOf({ encryption }: OperatorDeps): Finding {
  const part = 'encryption key';
  try {
    encryption();
    return { part, state: 'ok', detail: 'It decrypts the secrets of the database.' };
  } catch (error) {
    return { part, state: 'failed', detail: (error as Error).message };
  }
}

async function diskOf({ config }: OperatorDeps): Promise<Finding[]> {
  if (config.databaseUrl !== undefined) return [];
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const state = free === 0 ? 'failed' : free < leastFreeBytes ? 'warning' : 'ok';
  const detail = `${(free / 1e9).toFixed(1)} GB are free in ${config.dataDir}.`;
  return [{ part: 'disk', state, detail }];
}

/** Work that nobody does is a sign that no worker runs. */
const lateWork: readonly (readonly [part: string, what: string, rows: string])[] = [
  [
    'groups',
    'accepted groups wait for a worker',
    `provisionings p join teams t using (tenant_id, team_id)
      where p.status = 'accepted' and (p.approval is null or p.waiting) and t.created_at`,
  ],
  ['operations', 'accepted operations wait', `operations where status = 'accepted' and created_at`],
  [
    'webhooks',
    'events wait for an endpoint',
    `webhook_deliveries where state = 'pending' and queued_at`,
  ],
  ['messages', 'mails are overdue', `notice_messages where state = 'pending' and due_at`],
];

async function workOf({ database }: OperatorDeps): Promise<Finding[]> {
  return Promise.all(
    lateWork.map(async ([part, what, rows]): Promise<Finding> => {
      const [row] = await database.query<{ count: number }>(
        `select count(*)::integer as count from (
          select from ${rows} < now() - interval '${lateMinutes} minutes' limit 100000
        ) as late`,
      );
      const count = row?.count ?? 0;
      return count === 0
        ? { part, state: 'ok', detail: `None waits for more than ${lateMinutes} minutes.` }
        : {
            part,
            state: 'warning',
            detail: `${count} ${what} for more than ${lateMinutes} minutes.`,
          };
    }),
  );
}

async function tenantsOf(deps: OperatorDeps, hasKey: boolean): Promise<Finding[]> {
  const tenants = await deps.change(({ stores }) => stores.tenants.list());
  if (tenants.length === 0) {
    return [{ part: 'tenants', state: 'warning', detail: 'There is no tenant yet.' }];
  }
  const findings: Finding[] = [];
  // One after the other: the sign-in of many at once would be throttled.
  for (const tenant of tenants) {
    const part = `tenant ${tenant.name}`;
    findings.push({ part, ...(await connectionOf(deps, tenant)) });
    const end = hasKey ? endOf(deps, tenant) : undefined;
    if (end !== undefined) findings.push({ part, ...end });
  }
  return findings;
}

async function connectionOf(
  deps: OperatorDeps,
  tenant: TenantRecord,
): Promise<Pick<Finding, 'state' | 'detail'>> {
  try {
    const directory = openDirectory(deps, tenant);
    try {
      const signal = AbortSignal.timeout(connectionWithinMs);
      const { ok, detail, missing } = await directory.testConnection({ signal, teamId: 'doctor' });
      const others = missing.filter((line) => line !== detail);
      return { state: ok ? 'ok' : 'failed', detail: [detail, ...others].join(' ') };
    } finally {
      await directory.close();
    }
  } catch (error) {
    return { state: 'failed', detail: (error as Error).message };
  }
}

/** A credential that ends soon, or has ended. */
function endOf(
  { encryption, clock }: OperatorDeps,
  tenant: TenantRecord,
): Pick<Finding, 'state' | 'detail'> | undefined {
  if (tenant.directory.kind === 'sandbox') return undefined;
  const endsAt = createCredentialExpiry({ encryption: encryption() })(tenant);
  const leftMs = endsAt === null ? Infinity : endsAt.getTime() - clock.now();
  if (endsAt === null || leftMs > soonMs) return undefined;
  const day = endsAt.toISOString().slice(0, 10);
  return leftMs > 0
    ? { state: 'warning', detail: `The credential of its connection ends on ${day}.` }
    : { state: 'failed', detail: `The credential of its connection ended on ${day}.` };
}
