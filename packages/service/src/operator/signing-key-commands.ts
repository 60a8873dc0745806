// `operator signing-key`: the keys that sign access tokens.
import type { Command } from 'commander';
import { createWithdrawalStore, listSigningKeys } from '../access-tokens/signing-keys.postgres.ts';
import { withdrawSigningKey } from '../access-tokens/withdraw-signing-key.ts';
import type { StoredSigningKey } from '../configuration/configuration.ts';
import { formatTable } from './print-table.ts';
import type { WithDeps } from './tenant-commands.ts';

export function addSigningKeyCommands(program: Command, withDeps: WithDeps): void {
  const signingKey = program
    .command('signing-key')
    .description('the keys of the service that sign access tokens');

  signingKey
    .command('list')
    .description('list the signing keys, oldest first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      await withDeps(async ({ database, clock }) => {
        const shown = (await listSigningKeys(database)).map((key) => ({
          keyId: key.keyId,
          state: stateOf(key, clock.now()),
          signsFrom: key.signsFrom.toISOString(),
          signsUntil: key.signsUntil.toISOString(),
          withdrawnAt: key.withdrawnAt?.toISOString() ?? null,
        }));
        if (options.json) {
          console.log(JSON.stringify(shown));
          return;
        }
        const rows = shown.map((one) => [
          one.keyId,
          one.state,
          one.signsFrom.slice(0, 16),
          one.signsUntil.slice(0, 16),
        ]);
        console.log(formatTable(['KEY', 'STATE', 'FROM', 'UNTIL'], rows, process.stdout));
      });
    });

  signingKey
    .command('withdraw')
    .description(
      'replace a signing key; the tokens it signed are permanently refused within a second',
    )
    .argument('<keyId>', 'kid in the header of the tokens')
    .action(async (keyId: string) => {
      await withDeps(async ({ database, encryption, clock, createId, actor }) => {
        const successorId = await database.transaction((transaction) =>
          withdrawSigningKey(
            {
              store: createWithdrawalStore(transaction),
              encryption: encryption(),
              clock,
              newId: createId,
            },
            keyId.toLowerCase(),
            actor,
          ),
        );
        console.log(
          `The signing key ${keyId.toLowerCase()} is withdrawn: every token that it signed is refused. Callers request new ones.`,
        );
        console.log(`The signing key ${successorId} replaces it.`);
      });
    });
}

function stateOf(
  { signsFrom, signsUntil, withdrawnAt }: StoredSigningKey,
  now: number,
): 'withdrawn' | 'next' | 'signing' | 'retired' {
  if (withdrawnAt !== null) return 'withdrawn';
  if (now < signsFrom.getTime()) return 'next';
  return now < signsUntil.getTime() ? 'signing' : 'retired';
}
