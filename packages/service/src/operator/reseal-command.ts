// `operator reseal`: the second step of a rotation of the encryption key.
import type { Command } from 'commander';
import { replaceKeyProbe } from '../encryption/key-probe.postgres.ts';
import { reseal } from './reseal.ts';
import { readStoredSecrets } from './stored-secrets.postgres.ts';
import { DomainError } from '../foundation/errors.ts';
import type { WithDeps } from './tenant-commands.ts';

export function addResealCommand(program: Command, withDeps: WithDeps): void {
  program
    .command('reseal')
    .description(
      'seal every stored secret with the first encryption key, so that the others can be taken away',
    )
    .option('--new-key', 'change to the present key although the one of the database is lost')
    .action(async ({ newKey = false }: { newKey?: boolean }) => {
      await withDeps(async (deps) => {
        const { database } = deps;
        const encryption = deps.encryption({ newKey });
        const { sealed, were, closed } = await reseal(readStoredSecrets(database), encryption);
        if (newKey || closed.length === 0) await replaceKeyProbe(database, encryption);
        console.log(
          `${sealed} stored ${sealed === 1 ? 'secret is' : 'secrets are'} sealed with the first key; ${were} of them had been before.`,
        );
        if (closed.length === 0) return;
        if (newKey) {
          console.log(['Give these again:', ...closed.map((name) => `- ${name}`)].join('\n'));
          return;
        }
        throw new DomainError(
          'in_use',
          ['None of the keys opens', ...closed.map((name) => `- ${name}`)].join('\n'),
        );
      });
    });
}
