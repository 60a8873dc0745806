// `operator reencrypt`: the second step of a rotation of the encryption key.
import type { Command } from 'commander';
import { replaceKeyProbe } from '../encryption/key-probe.postgres.ts';
import { reencrypt } from './reencrypt.ts';
import { readStoredSecrets } from './stored-secrets.postgres.ts';
import { DomainError } from '../foundation/errors.ts';
import type { WithDeps } from './tenant-commands.ts';

export function addReencryptCommand(program: Command, withDeps: WithDeps): void {
  program
    .command('reencrypt')
    .alias('reseal')
    .description(
      'encrypt every stored secret with the first encryption key, so that you can remove the others',
    )
    .option('--new-key', 'switch to the present key if the one of the database is lost')
    .action(async ({ newKey = false }: { newKey?: boolean }) => {
      await withDeps(async (deps) => {
        const { database } = deps;
        const encryption = deps.encryption({ newKey });
        const { encrypted, unchanged, unreadable } = await reencrypt(
          readStoredSecrets(database),
          encryption,
        );
        if (newKey || unreadable.length === 0) await replaceKeyProbe(database, encryption);
        console.log(
          `${encrypted} stored ${encrypted === 1 ? 'secret is' : 'secrets are'} encrypted with the first key; ${unchanged} of them were before.`,
        );
        if (unreadable.length === 0) return;
        if (newKey) {
          console.log(['Enter these again:', ...unreadable.map((name) => `- ${name}`)].join('\n'));
          return;
        }
        throw new DomainError(
          'in_use',
          ['No key decrypts', ...unreadable.map((name) => `- ${name}`)].join('\n'),
        );
      });
    });
}
