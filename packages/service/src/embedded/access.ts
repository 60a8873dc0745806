// The files that configure the server, written at each start. Its settings are on its command line, so the files say
// nothing: data from elsewhere, such as a restored backup, do not decide what the server loads or runs. The access rules
// allow connections through the socket alone. Its directory only admits the account of PostgreSQL, which is our own unless
// root started us. Then it is the account `nobody`, which other services may share, and PostgreSQL checks with the
// operating system that root connects.
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { applicationRole } from '../postgres/connection-settings.ts';
import { ownerRole } from './cluster.ts';
import type { Location } from './cluster.ts';

/** They make a server wait for another one, or run a command for each file of its log. */
const signals = ['recovery.signal', 'standby.signal'] as const;

export async function writeAccess({ directory, account }: Location): Promise<void> {
  const written = '# Written by Groupwright at each start.\n';
  const method = account === undefined ? 'trust' : 'peer map=groupwright';
  const user = JSON.stringify(userInfo().username);
  const map =
    account === undefined
      ? ''
      : [ownerRole, applicationRole].map((role) => `groupwright ${user} ${role}\n`).join('');
  await write(join(directory, 'pg_ident.conf'), `${written}${map}`);
  await write(join(directory, 'pg_hba.conf'), `${written}local all all ${method}\n`);

  for (const name of ['postgresql.conf', 'postgresql.auto.conf']) {
    await write(join(directory, name), written);
  }
  for (const name of signals) await rm(join(directory, name), { force: true });

  /** Whole or not at all; through no link that the account may have put there. */
  async function write(path: string, text: string): Promise<void> {
    if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
    const made = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(made, text, { flag: 'wx', mode: 0o600 });
      if (account !== undefined) await chown(made, account.uid, account.gid);
      await rename(made, path);
    } catch (error) {
      await rm(made, { force: true });
      throw error;
    }
  }
}
