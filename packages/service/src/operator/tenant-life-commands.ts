// `operator tenant remove | reopen | export | import | open | move | release`: tenants leave an installation, and come to
// another one. A tenant is open in at most one installation: a release code, which only the former one gives out, opens it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { ChainHead } from '../audit/chain.ts';
import { counted } from '../ground/counted.ts';
import { addDuration, type Duration, parseDuration } from '../ground/duration.ts';
import { createEncryption, type Encryption } from '../ground/encryption/encryption.ts';
import { makeKeyFile } from '../ground/encryption/key-file.ts';
import { DomainError } from '../ground/errors.ts';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import type { Closing } from '../settings/tenants/closed-tenant.ts';
import { changeClosing, countRows, deleteRows, waitUntilQuiet } from './close-tenant.ts';
import { command, option, required } from './command.ts';
import { chooseTenant, type OperatorDeps, stateOf } from './operator-deps.ts';
import { readText } from './read-text.ts';
import { exportTenant } from './tenant-export.ts';
import { importTenant } from './tenant-import.ts';

const ofTenant = ['<tenant>', 'id of the tenant'] as const;
const toFile = required('--to <file>', 'the file of the export');
const withKey = (flags: string) =>
  option(
    flags,
    'file of the key that encrypts secrets on the way; an export makes it if it is absent',
  );
const confirmed = [
  option('--confirm <name>', 'the name of the tenant, which confirms the command'),
  option('--yes', 'confirms it without the name'),
];

interface Confirmation {
  readonly confirm?: string;
  readonly yes?: true;
}

export const lifeOfTenants = [
  command({
    name: 'remove',
    summary:
      'close a tenant, and delete its rows in a second call once the time to take it back is over',
    argument: ofTenant,
    options: [
      option(
        '--grace <duration>',
        'time in which it can be taken back, such as P30D or PT0S',
        'P30D',
      ),
      ...confirmed,
    ],
    json: true,
    help: 'Groups in Microsoft 365 stay as they are. Without a confirmation, the command shows the plan and changes nothing.',
    read: ({ grace, ...confirmation }: { grace: string } & Confirmation, named) => ({
      named,
      grace: readGrace(grace),
      confirmation,
    }),
    async run(deps, { named, grace, confirmation }) {
      const tenant = await chooseTenant(deps, named, { mayBeClosed: true });
      const { tenantId, closed } = tenant;
      const isOver = closed?.kind === 'removed' && Date.parse(closed.until) <= deps.clock.now();
      if (closed?.kind === 'removed' && !isOver) {
        return {
          json: { tenantId, state: 'removed', until: closed.until },
          text: `The tenant is closed. \`tenant reopen ${tenantId}\` takes that back until ${closed.until}; after it, run the command again to delete the rows.`,
        };
      }
      const counts = await countRows(deps.database, tenantId);
      if (!isConfirmed(tenant, confirmation)) {
        const until = isOver ? undefined : addDuration(now(deps), grace);
        return {
          json: planJson(tenant, counts),
          text: planText(tenant, counts, until),
          exitCode: 3,
        };
      }
      const after = await changeClosing(deps.database, requestOf(deps, tenantId), (present) =>
        removalAfter(present, now(deps), grace),
      );
      const head = await quiet(deps, tenantId, after);
      if (Date.parse(untilOf(after)) > deps.clock.now()) {
        return {
          json: { tenantId, state: 'removed', until: untilOf(after) },
          text: `The tenant ${JSON.stringify(tenant.name)} is closed: its callers get tenant_removed, and no process works for it. \`tenant reopen ${tenantId}\` takes that back until ${untilOf(after)}. After it, run the command again to delete ${counted(total(counts.values()), 'row')}.`,
        };
      }
      const deleted = await deps.asOwner((owner) => deleteRows(owner, tenantId));
      return {
        json: { tenantId, state: 'deleted', rows: deleted, head: headText(head) },
        text: `${counted(deleted, 'row')} of the tenant ${JSON.stringify(tenant.name)} deleted. Its audit log ended at ${headText(head)}. Backups and archives that you made before have it still; its groups in the directory are as they were.`,
      };
    },
  }),
  command({
    name: 'reopen',
    summary: 'take back a removal, or a move that was not released',
    argument: ofTenant,
    read: (_options: object, named) => named,
    async run(deps, named) {
      const { tenantId } = await chooseTenant(deps, named, { mayBeClosed: true });
      await changeClosing(deps.database, requestOf(deps, tenantId), (present) => {
        const mayReopen =
          present === null ||
          present.kind === 'moving' ||
          (present.kind === 'removed' && present.isDeleted === undefined);
        if (mayReopen) return null;
        throw refused(present, 'It cannot be reopened here.');
      });
      return { text: `The tenant ${tenantId} is open.` };
    },
  }),
  command({
    name: 'export',
    summary: 'write all rows of a tenant to a file, with the seals of its audit log',
    argument: ofTenant,
    options: [toFile, withKey('--transfer-key <file>')],
    json: true,
    help: 'Without --transfer-key, the file has no secrets. Hashes of API keys are in it in any case.',
    read: readExportOptions,
    async run(deps, { named, ...files }) {
      const tenant = await chooseTenant(deps, named, { mayBeClosed: true });
      return await write(deps, tenant, { ...files, releaseHash: null, closing: undefined });
    },
  }),
  command({
    name: 'import',
    summary: 'bring a tenant from the file of an export into this installation; it stays closed',
    options: [
      required('--from <file>', 'the file of the export'),
      withKey('--transfer-key <file>'),
    ],
    json: true,
    help: 'Whole or not at all. A second call with the same file changes nothing.',
    read: (options: { from: string; transferKey?: string }) => ({
      file: resolve(options.from),
      transferKey: options.transferKey,
    }),
    async run(deps, { file, transferKey }) {
      const encryption =
        transferKey === undefined
          ? undefined
          : reencrypting(readTransferKey(transferKey, deps), deps.encryption());
      const request = { file, encryption, actor: deps.actor, now: () => now(deps) };
      const { head, isNew, rows } = await deps.asOwner((owner) => importTenant(owner, request));
      const { tenantId, name, releaseHash } = head;
      const next = `It is closed: \`tenant open ${tenantId}${releaseHash === null ? ' --yes' : ' --release <code>'}\` opens it.`;
      const done = isNew
        ? `${counted(rows, 'row')} of the tenant ${JSON.stringify(name)} imported.`
        : `The tenant ${JSON.stringify(name)} was imported from this file before.`;
      return { json: { tenantId, name, isNew, rows }, text: `${done} ${next}` };
    },
  }),
  command({
    name: 'open',
    summary: 'open a tenant that was imported',
    argument: ofTenant,
    options: [
      option(
        '--release <code>',
        'the code that `tenant release` printed where the tenant came from',
      ),
      ...confirmed,
    ],
    read: (options: { release?: string } & Confirmation, named) => ({ named, options }),
    async run(deps, { named, options }) {
      const tenant = await chooseTenant(deps, named, { mayBeClosed: true });
      const { tenantId } = tenant;
      await changeClosing(deps.database, requestOf(deps, tenantId), (present) => {
        if (present === null) return null;
        if (present.kind !== 'imported')
          throw refused(present, 'Only an imported tenant is opened.');
        const { releaseHash } = present;
        if (releaseHash === null && !isConfirmed(tenant, options)) {
          throw new DomainError(
            'validation_failed',
            'The tenant was open when it was exported. If both installations work for it, groups are made twice. Confirm with --confirm <name> or --yes that the other one does not.',
          );
        }
        if (releaseHash !== null && hashOf(options.release ?? '') !== releaseHash) {
          throw new DomainError(
            'validation_failed',
            'The release code is missing or not that of this export. `tenant release` prints it where the tenant came from.',
          );
        }
        return null;
      });
      return { text: `The tenant ${JSON.stringify(tenant.name)} is open.` };
    },
  }),
  command({
    name: 'move',
    summary:
      'close a tenant for a move, wait until nothing works for it, and export it with its secrets',
    argument: ofTenant,
    options: [
      toFile,
      required(
        '--transfer-key <file>',
        'file of the key that encrypts secrets on the way; made if it is absent',
      ),
    ],
    json: true,
    help: 'Callers get 503 with Retry-After until `tenant release` or `tenant reopen`. A second call makes the export again.',
    read: readExportOptions,
    async run(deps, { named, ...files }) {
      const tenant = await chooseTenant(deps, named, { mayBeClosed: true });
      const after = await changeClosing(
        deps.database,
        requestOf(deps, tenant.tenantId),
        (present) => {
          if (present?.kind === 'moving') return present;
          if (present !== null) throw refused(present, 'It cannot be moved.');
          const releaseCode = Buffer.from(deps.randomBytes(24)).toString('base64url');
          return { kind: 'moving', since: now(deps).toISOString(), releaseCode };
        },
      );
      if (after?.kind !== 'moving') throw new Error('The tenant is not moving.');
      const releaseHash = hashOf(after.releaseCode);
      return await write(deps, tenant, { ...files, releaseHash, closing: after });
    },
  }),
  command({
    name: 'release',
    summary:
      'give a tenant up after its export was imported elsewhere: print the code that opens it there',
    argument: ofTenant,
    options: [
      required('--to <address>', 'base address of the installation that the tenant moved to'),
    ],
    json: true,
    help: 'There is no way back: from then on, callers get tenant_moved with the address. A second call prints the same code.',
    read: ({ to }: { to: string }, named) => ({ named, to: readAddress(to) }),
    async run(deps, { named, to }) {
      const { tenantId } = await chooseTenant(deps, named, { mayBeClosed: true });
      const after = await changeClosing(deps.database, requestOf(deps, tenantId), (present) => {
        if (present?.kind === 'moved') return present.to === to ? present : { ...present, to };
        if (present?.kind !== 'moving') {
          throw refused(present, 'Only a tenant that moves is released: begin with `tenant move`.');
        }
        const { releaseCode } = present;
        return { kind: 'moved', since: now(deps).toISOString(), releaseCode, to };
      });
      if (after?.kind !== 'moved') throw new Error('The tenant has not moved.');
      const { releaseCode } = after;
      return {
        json: { tenantId, to, releaseCode },
        text: `The tenant has moved to ${to}. Open it there:\n\n  operator tenant open ${tenantId} --release ${releaseCode}\n\nCallers get tenant_moved with the address here until you remove the tenant.`,
      };
    },
  }),
];

function now({ clock }: OperatorDeps): Date {
  return new Date(clock.now());
}

function requestOf(deps: OperatorDeps, tenantId: string) {
  return { tenantId, actor: deps.actor, now: now(deps) };
}

function refused(closing: Closing | null, detail: string): DomainError {
  return new DomainError('in_use', `The tenant is ${stateOf(closing)}. ${detail}`);
}

function readGrace(text: string): Duration {
  const grace = parseDuration(text);
  if (grace !== undefined) return grace;
  if (text === 'P0D' || text === 'PT0S') return { months: 0, days: 0 };
  throw new DomainError('validation_failed', '--grace must be a duration such as P30D or PT0S.');
}

function readAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href.replace(/\/$/, '');
  throw new DomainError('validation_failed', '--to must be the base address of an installation.');
}

function isConfirmed({ name }: TenantRecord, { confirm, yes }: Confirmation): boolean {
  if (confirm === undefined || confirm === name) return yes === true || confirm === name;
  const detail = `--confirm must be the name of the tenant: ${JSON.stringify(name)}.`;
  throw new DomainError('validation_failed', detail);
}

/** A tenant that moved keeps its state until it is deleted. */
function removalAfter(present: Closing | null, at: Date, grace: Duration): Closing {
  if (present?.kind === 'removed') return { ...present, isDeleted: true };
  if (present?.kind === 'moving') throw refused(present, 'Reopen or release it first.');
  const isGone = present !== null;
  const until = isGone ? at : addDuration(at, grace);
  const isNow = until <= at;
  return {
    kind: 'removed',
    since: at.toISOString(),
    until: until.toISOString(),
    ...(isNow && { isDeleted: true }),
  };
}

function untilOf(closing: Closing | null): string {
  if (closing?.kind !== 'removed') throw new Error('The tenant was not removed.');
  return closing.until;
}

async function quiet(deps: OperatorDeps, tenantId: string, closing: Closing | null) {
  const { database, clock } = deps;
  const since = closing?.since ?? now(deps).toISOString();
  return await waitUntilQuiet(database, tenantId, { since, now: () => clock.now(), sleep });
}

const shownTables: Readonly<Record<string, readonly [string, string?]>> = {
  teams: ['request for a group', 'requests for groups'],
  organisation_groups: ['group in the directory', 'groups in the directory'],
  api_keys: ['API key'],
  administrators: ['administrator'],
  webhook_endpoints: ['webhook endpoint'],
  activity: ['entry of the audit log', 'entries of the audit log'],
};

function total(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}

function planJson({ tenantId, name }: TenantRecord, counts: ReadonlyMap<string, number>) {
  return { tenantId, name, rows: Object.fromEntries(counts) };
}

function planText(
  { tenantId, name }: TenantRecord,
  counts: ReadonlyMap<string, number>,
  until: Date | undefined,
): (stream: NodeJS.WritableStream) => string {
  const rows = Object.entries(shownTables).map(
    ([table, [one, many]]) => `  ${counted(counts.get(table) ?? 0, one, many)}`,
  );
  const steps =
    until === undefined
      ? ['Now its rows are deleted. There is no way back.']
      : [
          `First it is closed: its callers get tenant_removed, and no process works for it. Until ${until.toISOString()}, \`tenant reopen\` takes that back.`,
          'After it, the same command deletes the rows. There is no way back then.',
        ];
  return (stream) =>
    [
      styleText('bold', `The tenant ${JSON.stringify(name)} (${tenantId}) would be removed:`, {
        stream,
      }),
      ...rows,
      `  ${counted(total(counts.values()), 'row')} in all`,
      ...steps,
      'Its groups in the directory stay as they are. Backups and archives that you made keep what they have.',
      `Nothing was changed. To remove it, add --confirm ${JSON.stringify(name)} or --yes.`,
    ].join('\n');
}

function headText({ position, hash }: ChainHead): string {
  return `${position}:${hash.toString('hex')}`;
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

function readExportOptions(options: { to: string; transferKey?: string }, named: string) {
  return { named, file: resolve(options.to), transferKey: options.transferKey };
}

async function write(
  deps: OperatorDeps,
  { tenantId, name }: TenantRecord,
  request: {
    readonly file: string;
    readonly transferKey: string | undefined;
    readonly releaseHash: string | null;
    /** Undefined: the tenant stays as it is. */
    readonly closing: Closing | undefined;
  },
) {
  const { file, transferKey, releaseHash, closing } = request;
  if (closing !== undefined) await quiet(deps, tenantId, closing);
  const encryption =
    transferKey === undefined
      ? undefined
      : reencrypting(deps.encryption(), makeTransferKey(transferKey, deps));
  const exportId = deps.createId();
  const head = { exportId, tenantId, name, releaseHash };
  const { rows, chain } = await deps.asOwner((owner) =>
    exportTenant(owner, { head, encryption, now: now(deps), file }),
  );
  const secrets =
    transferKey === undefined
      ? 'It has no secrets.'
      : `Its secrets are encrypted with the key in ${transferKey}: carry that apart.`;
  return {
    json: { tenantId, exportId, file, rows, head: headText(chain) },
    text: `${counted(total(Object.values(rows)), 'row')} of the tenant ${JSON.stringify(name)} written to ${file}. ${secrets} Its audit log ends at ${headText(chain)}.`,
  };
}

/** Opens what either has encrypted, and encrypts with the second one. */
function reencrypting(from: Encryption, to: Encryption): Encryption {
  return {
    ...to,
    decrypt: (ciphertext, purpose) =>
      (to.hasKeyOf(ciphertext) ? to : from).decrypt(ciphertext, purpose),
    hasKeyOf: (ciphertext) => to.hasKeyOf(ciphertext) || from.hasKeyOf(ciphertext),
  };
}

function readTransferKey(path: string, { randomBytes }: OperatorDeps): Encryption {
  const key = Buffer.from(readText(path).trim(), 'base64');
  if (key.length === 32) return createEncryption([key], (size) => Buffer.from(randomBytes(size)));
  throw new DomainError('validation_failed', `${path} must contain 32 bytes in base64.`);
}

/** Whole or not at all: an existing key is never replaced. */
function makeTransferKey(path: string, deps: OperatorDeps): Encryption {
  if (!existsSync(path)) makeKeyFile(path, (size) => Buffer.from(deps.randomBytes(size)));
  return readTransferKey(path, deps);
}
