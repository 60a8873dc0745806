// The output of a first start for newcomers: quickstart.json, readable by its owner alone, and lines to paste for the
// main job. The secret is printed this once.
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Demo } from './set-up-demo.ts';

export interface Quickstart extends Demo {
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** Signs in to the admin center once, within 15 minutes of the start that made it. */
  readonly adminSignInUrl: string;
  /** Whether the groups of tell-story.ts are there. */
  readonly story: 'begun' | 'told';
}

/** Answers the path of the file. */
export function writeQuickstart(dataDirectory: string, quickstart: Quickstart): string {
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
export function readQuickstartDraft(dataDirectory: string): Demo | undefined {
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
export function readUntoldQuickstart(dataDirectory: string): Quickstart | undefined {
  const quickstart = readIfThere(join(dataDirectory, 'quickstart.json')) as Quickstart | undefined;
  return quickstart?.story === 'begun' ? quickstart : undefined;
}

/** The story of the demo is complete: later starts leave its groups as they are. */
export function markStoryTold(dataDirectory: string): void {
  const quickstart = readUntoldQuickstart(dataDirectory);
  if (quickstart !== undefined) writeQuickstart(dataDirectory, { ...quickstart, story: 'told' });
}

/**
 * Puts another sign-in link into the quickstart.json of an earlier start.
 * @param makeLink called with the demo tenant; returns undefined if it no longer exists
 * @returns the link, or undefined if there is no longer such a file
 */
export async function renewSignInUrl(
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
export function welcome(quickstart: Quickstart, path: string, inColour: boolean): string {
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
