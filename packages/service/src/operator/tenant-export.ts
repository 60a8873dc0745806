// The file of a tenant: all its rows as one database had them at one moment, line by line, compressed. Its last line proves
// that it is whole. Secrets are in it only under a transfer key that the operator carries apart.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { renameSync } from 'node:fs';
import { type ChainHead, emptyChain } from '../audit/chain.ts';
import type { Encryption } from '../ground/encryption/encryption.ts';
import { DomainError } from '../ground/errors.ts';
import { type Database, type Queryable, withoutTimeLimits } from '../postgres/database.ts';
import { readHead } from './close-tenant.ts';
import { reencrypt } from './reencrypt.ts';
import { readTenantSecrets } from './stored-secrets.postgres.ts';
import {
  isExported,
  readTenantTables,
  type TenantTable,
  withoutRevision,
} from './tenant-tables.postgres.ts';

const format = 'groupwright tenant 1';
const rowsAtOnce = 1_000;

export interface ExportHead {
  readonly format: typeof format;
  readonly exportId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly exportedAt: string;
  /** SHA-256 of the code that opens the tenant elsewhere; null: the tenant was open when it was exported. */
  readonly releaseHash: string | null;
  readonly hasSecrets: boolean;
  /** The numbers of the list of groups. */
  readonly lane: { readonly listed: number; readonly unlisted: number };
  readonly chain: { readonly position: number; readonly hash: string };
}

/** A line of the file after its head: the beginning of a table, or one of its rows. */
export type ExportPart =
  | { readonly table: string; readonly rowType: string; readonly columns: readonly string[] }
  | { readonly row: string };

interface Ended {
  readonly end: string;
  readonly rows: Readonly<Record<string, number>>;
}

export interface ExportRequest {
  readonly head: Omit<ExportHead, 'format' | 'hasSecrets' | 'lane' | 'chain' | 'exportedAt'>;
  /** Has the keys of the installation and encrypts with the transfer key; undefined: without secrets. */
  readonly encryption: Encryption | undefined;
  readonly now: Date;
  readonly file: string;
}

class Exported extends Error {}

/** @returns the rows by table, and the end of the chain that the file has */
export async function exportTenant(
  owner: Database,
  request: ExportRequest,
): Promise<{ readonly rows: Readonly<Record<string, number>>; readonly chain: ChainHead }> {
  const draft = `${request.file}.partial`;
  const rows: Record<string, number> = {};
  let chain = emptyChain;
  try {
    await owner.transaction(async (transaction) => {
      await transaction.query('set transaction isolation level repeatable read');
      await withoutTimeLimits(transaction);
      await withoutRevision(transaction);
      chain = await readHead(transaction, request.head.tenantId);
      await pipeline(
        withEnd(linesOf(transaction, { ...request, chain }, rows), rows),
        createGzip(),
        createWriteStream(draft, { mode: 0o600, flush: true }),
      );
      // Secrets were encrypted for the file only.
      throw new Exported();
    });
  } catch (error) {
    if (!(error instanceof Exported)) throw error;
  }
  renameSync(draft, request.file);
  return { rows, chain };
}

async function* linesOf(
  transaction: Queryable,
  { head, chain, encryption, now }: ExportRequest & { readonly chain: ChainHead },
  rows: Record<string, number>,
): AsyncGenerator<object> {
  const { tenantId } = head;
  if (encryption === undefined) await removeSecrets(transaction, tenantId);
  else {
    const { unreadable } = await reencrypt(readTenantSecrets(transaction, tenantId), encryption);
    if (unreadable.length > 0) {
      const detail = `No key of this installation opens ${unreadable.join(', ')}.`;
      throw new DomainError('in_use', detail);
    }
  }
  const [lane] = await transaction.query<ExportHead['lane']>(
    'select groups_listed as listed, groups_unlisted as unlisted from lanes where tenant_id = $1',
    [tenantId],
  );
  yield {
    format,
    ...head,
    exportedAt: now.toISOString(),
    hasSecrets: encryption !== undefined,
    lane: lane ?? { listed: 0, unlisted: 0 },
    chain: { position: chain.position, hash: chain.hash.toString('hex') },
  } satisfies ExportHead;
  for (const table of await readTenantTables(transaction)) {
    if (!isExported(table)) continue;
    const { name, rowType, columns } = table;
    yield { table: name, rowType, columns };
    rows[name] = 0;
    for await (const row of rowsOf(transaction, table, tenantId)) {
      rows[name] += 1;
      yield { row };
    }
  }
}

async function* rowsOf(
  transaction: Queryable,
  { name, columns }: TenantTable,
  tenantId: string,
): AsyncGenerator<string> {
  await transaction.query(
    `declare exported no scroll cursor for
    select row(${columns.map((column) => `"${column}"`).join(', ')})::text as text
    from "${name}" where tenant_id = '${tenantId}'`,
  );
  for (;;) {
    const found = await transaction.query<{ text: string }>(`fetch ${rowsAtOnce} from exported`);
    yield* found.map(({ text }) => text);
    if (found.length < rowsAtOnce) break;
  }
  await transaction.query('close exported');
}

async function* withEnd(
  lines: AsyncIterable<object>,
  rows: Readonly<Record<string, number>>,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    digest.update(text);
    yield text;
  }
  yield `${JSON.stringify({ end: digest.digest('hex'), rows } satisfies Ended)}\n`;
}

/** Hashes of API keys are no secrets. */
async function removeSecrets(transaction: Queryable, tenantId: string): Promise<void> {
  const statements = [
    `update tenants set directory_secret = null, share_point_secret = null, notices_secret = null where tenant_id = $1`,
    `update admin_sign_in_providers set client_secret_sealed = null where tenant_id = $1`,
    `update webhook_endpoints set signing_keys = '[]', disabled_at = coalesce(disabled_at, now()),
      disabled_reason = coalesce(disabled_reason, 'The tenant was imported without the keys that sign.'),
      disabled_by = coalesce(disabled_by, 'operator:import') where tenant_id = $1`,
    `delete from marking_keys where tenant_id = $1`,
    `delete from decision_keys where tenant_id = $1`,
    `delete from idempotency_keys where tenant_id = $1 and answer_sealed is not null`,
  ];
  for (const statement of statements) await transaction.query(statement, [tenantId]);
}

/** @throws DomainError if it is no whole export, at the latest in place of the end of its parts */
export async function readExport<T>(
  file: string,
  take: (head: ExportHead, parts: AsyncIterable<ExportPart>) => Promise<T>,
): Promise<T> {
  const wrong = (detail: string) => new DomainError('validation_failed', `${file} ${detail}`);
  const source = createReadStream(file);
  const lines = createInterface({ input: source.pipe(createGunzip()), crlfDelay: Infinity });
  const digest = createHash('sha256');
  const rows: Record<string, number> = {};
  let table = '';
  async function* read(): AsyncGenerator<string> {
    try {
      yield* lines;
    } catch (error) {
      if (error instanceof Error && /^Z_|^ERR_/.test((error as NodeJS.ErrnoException).code ?? '')) {
        throw wrong(`is not a whole export (${error.message}).`);
      }
      throw error;
    }
  }
  const all = read();
  const first = await all.next();
  if (first.done === true) throw wrong('is empty.');
  const head = parsed(first.value) as Partial<ExportHead> | undefined;
  if (head?.format !== format) throw wrong('is not an export of a tenant of this release.');
  digest.update(`${first.value}\n`);
  async function* parts(): AsyncGenerator<ExportPart> {
    for await (const line of all) {
      const part = parsed(line) as ExportPart | Ended | undefined;
      if (part === undefined) throw wrong('is damaged.');
      if ('end' in part) {
        const isSame = JSON.stringify(part.rows) === JSON.stringify(rows);
        if (part.end === digest.digest('hex') && isSame) return;
        throw wrong('is damaged: a line was changed.');
      }
      digest.update(`${line}\n`);
      if ('table' in part) rows[(table = part.table)] = 0;
      else rows[table] = (rows[table] ?? 0) + 1;
      yield part;
    }
    throw wrong('is not whole: its end is missing.');
  }
  try {
    return await take(head as ExportHead, parts());
  } finally {
    source.destroy();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
