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
import type { Demo } from './set-up-demo.ts';
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DemoDeps {
  readonly config: Config;
  readonly database: Database;
  /** Has the service see what was set up. */
  readonly refresh: () => Promise<void>;
  /** The text goes to the terminal, and not to the log: it holds a secret. */
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

// The output of a first start for newcomers: quickstart.json, readable by its owner alone, and lines to paste for the
// main job. The secret is printed this once.
export interface Quickstart extends Demo {
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** Signs in to the admin center once, within 15 minutes of the start that made it. */
  readonly adminSignInUrl: string;
  /** Whether the groups of tell-story.ts are there. */
  readonly story: 'begun' | 'told';
}

/** Answers the path of the file. */
function writeQuickstart(dataDirectory: string, quickstart: Quickstart): string {
  const path = join(dataDirectory, 'quickstart.json');
  writePrivately(path, quickstart);
  rmSync(draftIn(dataDirectory), { force: true });
  return path;
}

const draftIn = (dataDirectory: string) => join(dataDirectory, 'quickstart.draft.json');

/** Keeps the demo's secret from before its commit until quickstart.json is there. */
export function draftQuickstart(dataDirectory: string, demo: Demo): void {
  writePrivately(draftIn(dataDirectory), demo);
}

/** The draft of a start that was killed in between. */
function readQuickstartDraft(dataDirectory: string): Demo | undefined {
  return readIfThere(draftIn(dataDirectory)) as Demo | undefined;
}

function writePrivately(path: string, content: object): void {
  // A process that waits for the file finds it complete.
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  // The mode above is that of a new file only.
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, path);
}

function readIfThere(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The quickstart.json of an earlier start whose story was interrupted. */
function readUntoldQuickstart(dataDirectory: string): Quickstart | undefined {
  const quickstart = readIfThere(join(dataDirectory, 'quickstart.json')) as Quickstart | undefined;
  return quickstart?.story === 'begun' ? quickstart : undefined;
}

/** The story of the demo is complete: later starts leave its groups as they are. */
function markStoryTold(dataDirectory: string): void {
  const quickstart = readUntoldQuickstart(dataDirectory);
  if (quickstart !== undefined) writeQuickstart(dataDirectory, { ...quickstart, story: 'told' });
}

/**
 * Puts another sign-in link into the quickstart.json of an earlier start.
 * @param makeLink called with the demo tenant; returns undefined if it no longer exists
 * @returns the link, or undefined if there is no longer such a file
 */
async function renewSignInUrl(
  dataDirectory: string,
  makeLink: (tenantId: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const quickstart = readIfThere(join(dataDirectory, 'quickstart.json')) as Quickstart | undefined;
  if (quickstart === undefined) return undefined;
  const adminSignInUrl = await makeLink(quickstart.tenantId);
  if (adminSignInUrl === undefined) return undefined;
  writeQuickstart(dataDirectory, { ...quickstart, adminSignInUrl });
  return adminSignInUrl;
}

/**
 * @param path where quickstart.json is
 * @param inColour whether the terminal shows colours
 */
function welcome(quickstart: Quickstart, path: string, inColour: boolean): string {
  const { baseUrl, adminSignInUrl, tenantId, keyId, secret, organisation, templates, people } =
    quickstart;
  const style = (code: number) => (text: string) =>
    inColour ? `\u001B[${code}m${text}\u001B[0m` : text;
  const bold = style(1);
  const dim = style(2);
  const [responsible, deputy, member] = people;
  return `
${bold('Groupwright is running, with a demo tenant for you to try.')}

  API            ${baseUrl}
  Documentation  ${baseUrl}/docs
  Admin center   ${adminSignInUrl}
                 ${dim('signs you in once, within 15 minutes; each start creates a new one')}
  Organisation   ${organisation}
  Templates      ${templates.join(', ')}
  Sandbox        ${people.length} people, for example ${responsible}
  All of this    ${path}

${bold('To create your first group, paste this into another terminal:')}

${dim('# 1. Exchange the API key for a token. The secret is shown only once.')}
TOKEN=$(curl -s ${baseUrl}/token --user ${keyId}:${secret} \\
  -d grant_type=client_credentials -d tenant_id=${tenantId} | jq -r .access_token)

${dim('# 2. Read the organisation to find a template.')}
curl -s ${baseUrl}/organisations/${organisation} -H "Authorization: Bearer $TOKEN"

${dim('# 3. Create a group from it. The key prevents a second group if you repeat the request.')}
STATUS_URL=$(curl -s ${baseUrl}/teams \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: "project-4711"' \\
  -d '{"displayName": "Project 4711", "mailNickName": "prj-4711",
       "responsible": "${responsible}", "deputy": "${deputy}",
       "organisationIdOrIdentifier": "${organisation}", "templateIdOrIdentifier": "project",
       "owners": [], "members": ["${member}"]}' | jq -r .statusUrl)

${dim('# 4. Follow the creation: the service pushes every change, and ends the stream with the last one.')}
curl -sN "$STATUS_URL" -H "Authorization: Bearer $TOKEN" -H 'Accept: text/event-stream'

${dim('# 5. Read the group.')}
curl -s "\${STATUS_URL%/status}" -H "Authorization: Bearer $TOKEN"

${bold('The demo has groups that need someone: open the overview of the admin center.')}
Then advance the clock of the sandbox by a week, and see who took over, who was asked, and the messages:

npm run operator -- sandbox advance P7D

${dim('Press Ctrl-C to stop. The next start uses the same data.')}
`;
}
