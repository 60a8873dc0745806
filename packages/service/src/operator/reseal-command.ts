// `operator reseal`: the second step of a rotation of the encryption key.
import type { Command } from 'commander';
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
    .action(async () => {
      await withDeps(async ({ database, encryption }) => {
        const { sealed, were, closed } = await reseal(readStoredSecrets(database), encryption());
        console.log(
          `${sealed} stored ${sealed === 1 ? 'secret is' : 'secrets are'} sealed with the first key; ${were} of them had been before.`,
        );
        if (closed.length === 0) return;
        throw new DomainError(
          'in_use',
          ['None of the keys opens', ...closed.map((name) => `- ${name}`)].join('\n'),
        );
      });
    });
}
