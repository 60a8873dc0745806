// The demo at a start: created if there is no tenant yet, and announced with its secret once. Later starts print a
// fresh sign-in link. If a start is killed in between, the next one continues.
import { randomBytes } from 'node:crypto';

import { systemClock } from '../../ground/clock.ts';
import { wireSignInLinks } from '../../access/wire.ts';
import type { Config } from '../../ground/config/config.ts';
import { addressOf } from '../../ground/config/read-values.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../../postgres/database.ts';
import {
  draftQuickstart,
  markStoryTold,
  readQuickstartDraft,
  readUntoldQuickstart,
  renewSignInUrl,
  welcome,
  writeQuickstart,
} from './quickstart.ts';
import type { Demo } from './set-up-demo.ts';

export interface DemoDeps {
  readonly config: Config;
  readonly database: Database;
  /** Has the service see what was set up. */
  readonly refresh: () => Promise<void>;
  /** To the terminal, and not to the log: it holds a secret. */
  readonly print: (text: string) => void;
  readonly log: Log;
}

export async function offerDemo(deps: DemoDeps): Promise<void> {
  const demo = (await setUpOnFirstStart(deps)) ?? (await findUnannounced(deps));
  if (demo !== undefined) {
    await deps.refresh();
    await welcomeNewcomer(deps, demo);
  } else if (deps.config.roles.includes('api')) await offerSignIn(deps);
  // Nobody waits for it: the service is ready before.
  void continueStory(deps);
}

async function continueStory({ config, database, refresh, log }: DemoDeps): Promise<void> {
  const quickstart = readUntoldQuickstart(config.dataDir);
  if (quickstart === undefined || !config.roles.includes('api')) return;
  const { tellStory } = await import('./tell-story.ts');
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const deps = { clock: systemClock, createId, randomBytes, database, refresh };
  try {
    await tellStory({ ...deps, address: addressOf(config.host, config.port) }, quickstart);
    markStoryTold(config.dataDir);
  } catch (error) {
    log.warn({ err: error }, 'the groups of the demo are not complete; the next start adds them');
  }
}

async function setUpOnFirstStart({ config, database }: DemoDeps): Promise<Demo | undefined> {
  const tenants = await database.query('select from tenants limit 1');
  if (tenants.length > 0) return undefined;
  // Only a first start needs what reads tenant files.
  const { setUpDemo } = await import('./set-up-demo.ts');
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  return setUpDemo(
    { clock: systemClock, createId, randomBytes, database, tenantId: createId() },
    (demo) => draftQuickstart(config.dataDir, demo),
  );
}

/** The demo of a start that was killed after it had created the demo and before it had printed the secret. */
async function findUnannounced({ config, database }: DemoDeps): Promise<Demo | undefined> {
  const demo = readQuickstartDraft(config.dataDir);
  if (demo === undefined) return undefined;
  const keys = await database.query('select from api_keys where tenant_id = $1 and key_id = $2', [
    demo.tenantId,
    demo.keyId,
  ]);
  return keys.length === 0 ? undefined : demo;
}

/** Anyone who can read quickstart.json may work in the demo's admin center. */
const administrator = 'admin@demo.example';

async function makeSignInUrl({ config, database }: DemoDeps, tenantId: string): Promise<string> {
  const newId = createIdGenerator({ clock: systemClock, randomBytes });
  const makeLink = wireSignInLinks({ config, database, clock: systemClock, newId, randomBytes });
  const { url } = await makeLink({ tenantId, email: administrator });
  return url;
}

async function welcomeNewcomer(deps: DemoDeps, demo: Demo): Promise<void> {
  const { baseUrl, adminUrl, dataDir } = deps.config;
  const adminSignInUrl = await makeSignInUrl(deps, demo.tenantId);
  const quickstart = { baseUrl, adminUrl, adminSignInUrl, ...demo, story: 'begun' as const };
  const path = writeQuickstart(dataDir, quickstart);
  deps.print(welcome(quickstart, path, process.stdout.isTTY && process.stdout.hasColors()));
}

/** The link of the last start has expired, so a new one takes its place. */
async function offerSignIn(deps: DemoDeps): Promise<void> {
  const { config, database, print } = deps;
  const url = await renewSignInUrl(config.dataDir, async (tenantId) => {
    const tenants = await database.query('select from tenants where tenant_id = $1', [tenantId]);
    return tenants.length === 0 ? undefined : makeSignInUrl(deps, tenantId);
  });
  if (url !== undefined) print(`\nAdmin center, once and within 15 minutes: ${url}\n`);
}
