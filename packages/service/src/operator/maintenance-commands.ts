// Commands for those who run the service: lanes, migrations, the encryption of secrets, and signing keys.
import { type HeldLane, listHeldLanes } from '../engine/lanes.postgres.ts';
import { command, commandGroup, table, option, minuteOf } from './command.ts';
import { replaceKeyProbe } from '../postgres/key-probe.postgres.ts';
import { counted } from '../ground/counted.ts';
import { DomainError } from '../ground/errors.ts';
import { reencrypt } from './reencrypt.ts';
import { readStoredSecrets } from './stored-secrets.postgres.ts';
import { print } from './terminal.ts';
import { createWithdrawalStore, listSigningKeys } from '../access/tokens/signing-keys.postgres.ts';
import { withdrawSigningKey } from '../access/tokens/withdraw-signing-key.ts';
import type { StoredSigningKey } from '../settings/configuration/configuration-copy.ts';

export const laneCommands = commandGroup('lane', 'lanes: the queue of work of each tenant', [
  command({
    name: 'list',
    summary: 'list the tenants with work in progress, and the worker that holds their lane',
    json: true,
    help: 'A lane without work has no holder and is not listed.',
    async run({ database }) {
      return table(await listHeldLanes(database), {
        WORKER: placeOf,
        SINCE: ({ takenAt }) => (takenAt === null ? 'unknown' : secondOf(takenAt)),
        UNTIL: ({ heldUntil, isOver }) => `${secondOf(heldUntil)}${isOver ? ' (over)' : ''}`,
        TENANT: ({ tenantId }) => tenantId,
        NAME: ({ tenantName }) => tenantName,
      });
    },
  }),
]);

function placeOf({ worker, workerId }: HeldLane): string {
  if (worker === null) return workerId;
  const { host, process, processId } = worker;
  return `${host} ${process === undefined ? '' : `${process} `}(process id ${processId})`;
}

function secondOf(time: Date): string {
  return time.toISOString().slice(0, 19);
}

// `operator migrate`: migrates the database before the processes of a new release start, as a step of a deployment.
export const migrateCommand = command({
  name: 'migrate',
  summary:
    'bring the schema of the database up to this release; the previous one works beside it, and each start does the same',
  // Every command finds a migrated database.
  run: async () => ({ text: 'The schema of the database is that of this release.' }),
});

// `operator reencrypt`: the second step of a rotation of the encryption key.
export const reencryptCommand = command({
  name: 'reencrypt',
  alias: 'reseal',
  summary:
    'encrypt every stored secret with the first encryption key, so that you can remove the others',
  options: [option('--new-key', 'switch to the present key if the one of the database is lost')],
  async run({ database, encryption: open, terminal }, { newKey = false }: { newKey?: boolean }) {
    const encryption = open({ newKey });
    const { encrypted, unchanged, unreadable } = await reencrypt(
      readStoredSecrets(database),
      encryption,
    );
    if (newKey || unreadable.length === 0) await replaceKeyProbe(database, encryption);
    const done = `${counted(encrypted, 'stored secret is', 'stored secrets are')} encrypted with the first key; ${unchanged} of them were before.`;
    if (unreadable.length === 0) return { text: done };
    const names = unreadable.map((name) => `- ${name}`);
    if (newKey) return { text: [done, 'Enter these again:', ...names].join('\n') };
    print(terminal.stdout, done);
    throw new DomainError('in_use', ['No key decrypts', ...names].join('\n'));
  },
});

// `operator signing-key`: the keys that sign access tokens.
export const signingKeyCommands = commandGroup(
  'signing-key',
  'the keys of the service that sign access tokens',
  [
    command({
      name: 'list',
      summary: 'list the signing keys, oldest first',
      json: true,
      async run({ database, clock }) {
        const rows = (await listSigningKeys(database)).map((key) => ({
          keyId: key.keyId,
          state: stateOf(key, clock.now()),
          signsFrom: key.signsFrom,
          signsUntil: key.signsUntil,
          withdrawnAt: key.withdrawnAt,
        }));
        return table(rows, {
          KEY: ({ keyId }) => keyId,
          STATE: ({ state }) => state,
          FROM: ({ signsFrom }) => minuteOf(signsFrom),
          UNTIL: ({ signsUntil }) => minuteOf(signsUntil),
        });
      },
    }),
    command({
      name: 'withdraw',
      summary:
        'replace a signing key; the tokens it signed are permanently refused within a second',
      argument: ['<keyId>', 'kid in the header of the tokens'],
      read: (_options, keyId) => keyId.toLowerCase(),
      async run({ database, encryption, clock, createId, actor }, keyId) {
        const successorId = await database.transaction((transaction) => {
          const store = createWithdrawalStore(transaction);
          const deps = { store, encryption: encryption(), clock, newId: createId };
          return withdrawSigningKey(deps, keyId, actor);
        });
        const text = [
          `The signing key ${keyId} is withdrawn: every token that it signed is refused. Callers request new ones.`,
          `The signing key ${successorId} replaces it.`,
        ];
        return { text: text.join('\n') };
      },
    }),
  ],
);

function stateOf(
  { signsFrom, signsUntil, withdrawnAt }: StoredSigningKey,
  now: number,
): 'withdrawn' | 'next' | 'signing' | 'retired' {
  if (withdrawnAt !== null) return 'withdrawn';
  if (now < signsFrom.getTime()) return 'next';
  return now < signsUntil.getTime() ? 'signing' : 'retired';
}
