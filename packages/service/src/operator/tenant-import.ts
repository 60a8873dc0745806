// Brings a tenant from its file into this installation, in one transaction: whole or not at all. It stays closed, so that
// nothing works for it before the installation that it comes from has given it up.
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import { recordActivity } from '../audit/activity.postgres.ts';
import type { Actor } from '../audit/activity.ts';
import { createVerifyChain } from '../audit/verify-chain.ts';
import type { Encryption } from '../ground/encryption/encryption.ts';
import { DomainError } from '../ground/errors.ts';
import { withoutRest } from '../ground/turns.ts';
import { type Database, type Queryable, withoutTimeLimits } from '../postgres/database.ts';
import type { Closing } from '../settings/tenants/closed-tenant.ts';
import { reencrypt } from './reencrypt.ts';
import { readTenantSecrets } from './stored-secrets.postgres.ts';
import { type ExportHead, type ExportPart, readExport } from './tenant-export.ts';
import {
  isExported,
  readTenantTables,
  stampRevision,
  type TenantTable,
  withoutRevision,
} from './tenant-tables.postgres.ts';

const rowsAtOnce = 1_000;

export interface ImportRequest {
  readonly file: string;
  /** Encrypts with the key of the installation, and has the transfer key; undefined: the operator gave none. */
  readonly encryption: Encryption | undefined;
  readonly actor: Actor;
  readonly now: () => Date;
}

export interface Imported {
  readonly head: ExportHead;
  /** False: the same file was imported before. */
  readonly isNew: boolean;
  readonly rows: number;
}

/** @throws DomainError if the file is not whole, is of another release, or the tenant exists */
export async function importTenant(owner: Database, request: ImportRequest): Promise<Imported> {
  const { file, encryption } = request;
  // Numbers of rows are given out beyond those of the file, whatever comes of the import.
  const head = await readExport(file, async (read, parts) => {
    if (read.hasSecrets && encryption === undefined) {
      const detail = `${file} has secrets: name the file of its key with --transfer-key.`;
      throw new DomainError('validation_failed', detail);
    }
    await passNumbers(owner, parts);
    return read;
  });
  return await owner.transaction((transaction) =>
    readExport(file, (_head, parts) => write(transaction, head, parts, request)),
  );
}

async function write(
  transaction: Queryable,
  head: ExportHead,
  parts: AsyncIterable<ExportPart>,
  { encryption, actor, now }: ImportRequest,
): Promise<Imported> {
  const { tenantId, exportId, releaseHash } = head;
  await withoutTimeLimits(transaction);
  await withoutRevision(transaction);
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [tenantId]);
  const [present] = await transaction.query<{ closed: Closing | null }>(
    'select closed from tenants where tenant_id = $1',
    [tenantId],
  );
  if (present?.closed?.kind === 'imported' && present.closed.exportId === exportId) {
    return { head, isNew: false, rows: 0 };
  }
  if (present !== undefined) {
    const detail = `The tenant ${tenantId} exists in this installation. An import needs an installation without it.`;
    throw new DomainError('in_use', detail);
  }
  const rows = await insertAll(transaction, await readTenantTables(transaction), parts);
  const closing: Closing = { kind: 'imported', since: now().toISOString(), exportId, releaseHash };
  await transaction.query('update tenants set closed = $2 where tenant_id = $1', [
    tenantId,
    JSON.stringify(closing),
  ]);
  await transaction.query(
    'update lanes set groups_listed = $2, groups_unlisted = $3 where tenant_id = $1',
    [tenantId, head.lane.listed, head.lane.unlisted],
  );
  // Triggers noted all groups, because their records come after their observations.
  await transaction.query(
    `delete from uncompared_groups u where u.tenant_id = $1 and exists (
      select from team_observations o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
      where o.tenant_id = u.tenant_id and o.team_id = u.team_id and o.record_version = t.version
    )`,
    [tenantId],
  );
  // Nearly all entries have their seals.
  await transaction.query(
    `delete from activity_unsealed where tenant_id = $1 and activity_id in (
      select unnest(entry_ids) from activity_seals where tenant_id = $1
    )`,
    [tenantId],
  );
  if (encryption !== undefined) await openSecrets(transaction, tenantId, encryption);
  await requireWholeChain(transaction, head);
  await recordActivity(transaction, [
    {
      tenantId,
      occurredAt: now().getTime(),
      actor,
      action: 'tenant.changed',
      subject: { kind: 'tenant', id: tenantId },
      data: { closed: { before: null, after: { kind: 'imported', exportId } } },
    },
  ]);
  await stampRevision(transaction, tenantId);
  return { head, isNew: true, rows };
}

async function insertAll(
  transaction: Queryable,
  tables: readonly TenantTable[],
  parts: AsyncIterable<ExportPart>,
): Promise<number> {
  const missing = new Map(tables.filter(isExported).map((table) => [table.name, table]));
  let count = 0;
  let insert = '';
  let rows: string[] = [];
  const flush = async () => {
    if (rows.length > 0) await transaction.query(insert, [rows]);
    count += rows.length;
    rows = [];
  };
  for await (const part of parts) {
    if ('row' in part) {
      rows.push(part.row);
      if (rows.length === rowsAtOnce) await flush();
      continue;
    }
    await flush();
    const table = missing.get(part.table);
    if (table === undefined || sorted(table.rowType) !== sorted(part.rowType)) {
      throw otherRelease(part.table);
    }
    missing.delete(part.table);
    const columns = part.columns.map((column) => `"${column}"`);
    await transaction.query('drop type if exists pg_temp.exported_row');
    await transaction.query(`create type pg_temp.exported_row as (${part.rowType})`);
    // The row is parsed once, not once for each column, with the columns in the order of the file.
    insert = `insert into "${table.name}" (${columns.join(', ')}) overriding system value
      select ${columns.map((column) => `(made.parsed).${column}`).join(', ')}
      from (select text::pg_temp.exported_row as parsed from unnest($1::text[]) as text offset 0) made`;
  }
  await flush();
  const [other] = missing.keys();
  if (other !== undefined) throw otherRelease(other);
  await transaction.query('drop type pg_temp.exported_row');
  return count;
}

function sorted(rowType: string): string {
  return rowType.split(', ').sort().join(', ');
}

function otherRelease(table: string): DomainError {
  return new DomainError(
    'validation_failed',
    `The table ${table} differs between the file and this installation. Bring both installations to the same release, and export again.`,
  );
}

/**
 * Rows of the tenant that come later get higher numbers than those of the file. Tables are locked for a moment, because a
 * sequence that is set while another process takes a number could go back.
 */
async function passNumbers(owner: Database, parts: AsyncIterable<ExportPart>): Promise<void> {
  const tables = new Map((await readTenantTables(owner)).map((table) => [table.name, table]));
  const highest = new Map<TenantTable, bigint>();
  let table: TenantTable | undefined;
  let place = -1;
  for await (const part of parts) {
    if ('table' in part) {
      table = tables.get(part.table);
      const column = table?.identity?.column;
      place = part.rowType.split(', ').findIndex((one) => one.startsWith(`${column} `));
    } else if (table !== undefined && place >= 0) {
      const number = BigInt(memberOf(part.row, place));
      const before = highest.get(table) ?? 0n;
      if (number > before) highest.set(table, number);
    }
  }
  for (const [{ name, identity }, number] of highest) {
    if (identity === null) continue;
    await owner.transaction(async (transaction) => {
      await transaction.query(`lock table "${name}" in share row exclusive mode`);
      await transaction.query(
        `select setval($1::regclass, $2::bigint) from ${identity.sequence} where last_value < $2::bigint`,
        [identity.sequence, String(number)],
      );
    });
  }
}

/** A number in a row as PostgreSQL writes it; members before it may be quoted. */
function memberOf(row: string, place: number): string {
  let at = 1;
  for (let passed = 0; passed < place; passed += 1) {
    if (row[at] === '"') {
      for (at += 1; row[at] !== '"' || row[at + 1] === '"'; at += 1) {
        if (row[at] === '"' || row[at] === '\\') at += 1;
      }
      at += 1;
    } else while (row[at] !== ',') at += 1;
    at += 1;
  }
  return /^\d+/.exec(row.slice(at, at + 20))?.[0] ?? '0';
}

async function openSecrets(
  transaction: Queryable,
  tenantId: string,
  encryption: Encryption,
): Promise<void> {
  const { unreadable } = await reencrypt(readTenantSecrets(transaction, tenantId), encryption);
  if (unreadable.length === 0) return;
  const detail = `The transfer key does not open ${unreadable.join(', ')}.`;
  throw new DomainError('validation_failed', detail);
}

async function requireWholeChain(
  transaction: Queryable,
  { tenantId, chain }: ExportHead,
): Promise<void> {
  const reader = createChainReader({ database: transaction });
  const verify = createVerifyChain({ reader, rest: withoutRest });
  const { broken } = await verify(tenantId, chain.position === 0 ? undefined : chain);
  if (broken === undefined) return;
  const detail = `The audit log in the file is broken. ${broken.detail}`;
  throw new DomainError('validation_failed', detail);
}
