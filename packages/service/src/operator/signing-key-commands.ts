// `operator signing-key`: the keys that sign access tokens.
import { createWithdrawalStore, listSigningKeys } from '../access/tokens/signing-keys.postgres.ts';
import { withdrawSigningKey } from '../access/tokens/withdraw-signing-key.ts';
import type { StoredSigningKey } from '../settings/configuration/configuration-copy.ts';
import { command, commandGroup, minuteOf, table } from './command.ts';

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
