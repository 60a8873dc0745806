// `operator reencrypt`: the second step of a rotation of the encryption key.
import { replaceKeyProbe } from '../postgres/key-probe.postgres.ts';
import { counted } from '../ground/counted.ts';
import { DomainError } from '../ground/errors.ts';
import { command, option } from './command.ts';
import { reencrypt } from './reencrypt.ts';
import { readStoredSecrets } from './stored-secrets.postgres.ts';
import { print } from './terminal.ts';

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
