// What the demo shows of governance from its first minute on: groups whose people leave, one that expires soon, and one
// that waits for an approval. They are created through the API, as a caller would. Whatever was done already is not done
// again, so an interrupted story continues at the next start.
import { randomUUID } from 'node:crypto';
import { createChanges, type ChangesDeps } from '../../settings/configuration/changes.postgres.ts';
import type { Actor } from '../../audit/activity.ts';
import { type Duration, addDuration, durationOf } from '../../ground/duration.ts';
import type { Database } from '../../postgres/database.ts';
import { createChangesInSuite } from '../../sandbox/change-in-suite.postgres.ts';
import type { Demo } from './set-up-demo.ts';
import { wildGroups } from './wild-groups.ts';

export interface StoryDeps extends ChangesDeps {
  readonly database: Database;
  /** Where the API listens. */
  readonly address: string;
  /** Has the service see changed people. */
  readonly refresh: () => Promise<void>;
}

const actor: Actor = { kind: 'service', id: 'demo' };
/** They come with the story, and leave in it. */
export const leavers = [
  { email: 'erika.lund@nordlicht.example', name: 'Erika Lund' },
  { email: 'paulo.reis@nordlicht.example', name: 'Paulo Reis' },
] as const;
const [erika, paulo] = leavers;
const organisation = 'nordlicht-foundation';
/** The template whose public groups wait for an approval. */
const needsApproval = 'event';
const soon: Duration = durationOf('P12D');
const waitSeconds = 30;
/** Answers to a request that was accepted at an earlier start: its times differ, or its key is forgotten. */
const wasCreated: ReadonlySet<string> = new Set(['idempotency_key_reused', 'mail_nickname_taken']);

/** A request for a group, without what all of them have in common. */
interface StoryGroup {
  readonly mailNickName: string;
  readonly displayName: string;
  readonly templateIdOrIdentifier: string;
  readonly organisationIdOrIdentifier?: string;
  readonly responsible: string;
  readonly deputy: string | null;
  readonly owners?: readonly string[];
  readonly expiresAt?: string;
}

function groupsOf(now: Date): readonly StoryGroup[] {
  const year = now.getUTCFullYear();
  const board = { templateIdOrIdentifier: 'board' } as const;
  return [
    // The leaver: the deputy takes over three days later.
    {
      ...board,
      mailNickName: 'board-grants',
      displayName: 'Board grants',
      responsible: erika.email,
      deputy: 'beatriz.santos@nordlicht.example',
    },
    // Its people are asked whether it is still needed.
    {
      ...board,
      mailNickName: 'board-centenary',
      displayName: 'Board centenary',
      responsible: 'siti.rahman@nordlicht.example',
      deputy: 'wanjiru.kamau@nordlicht.example',
      expiresAt: addDuration(now, soon).toISOString(),
    },
    // The vacancy: its owner is asked to take it over.
    {
      mailNickName: 'circle-north',
      displayName: 'Alumni north',
      templateIdOrIdentifier: 'circle',
      responsible: paulo.email,
      deputy: null,
      owners: ['dmytro.shevchenko@nordlicht.example'],
    },
    // Everyone in the house could join: this needs an approval.
    {
      mailNickName: `nordlicht-energy-${year}-open-day`,
      displayName: `open-day ${year}`,
      templateIdOrIdentifier: needsApproval,
      organisationIdOrIdentifier: 'nordlicht-energy',
      responsible: 'erik.johansson@nordlicht.example',
      deputy: 'maya.cohen@nordlicht.example',
    },
  ];
}

/** @throws Error where a request is refused or gets no answer */
export async function tellStory(deps: StoryDeps, demo: Demo): Promise<void> {
  await addLeavers(deps, demo);
  const send = await signIn(deps, demo);
  for (const group of groupsOf(new Date(deps.clock.now()))) await send(group);
  await letLeave(deps, demo);
  await addWildGroups(deps, demo);
}

/** Groups from before the service, which nobody governs: three have no owner who can sign in. */
async function addWildGroups({ database, clock }: StoryDeps, { tenantId }: Demo): Promise<void> {
  const inSuite = createChangesInSuite(database, clock);
  for (const group of wildGroups) {
    const { ageDays, ...made } = group;
    const createdAt = new Date(clock.now() - ageDays * 86_400_000);
    await inSuite.add(tenantId, randomUUID(), { ...made, createdAt });
  }
}

async function addLeavers(deps: StoryDeps, { tenantId }: Demo): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const { sandboxPeople, stores } = createChanges(transaction, deps);
    const present = new Set((await stores.sandboxPeople.list(tenantId)).map(({ email }) => email));
    for (const person of leavers) {
      if (!present.has(person.email)) await sandboxPeople.add(actor, tenantId, person);
    }
  });
  await deps.refresh();
}

async function letLeave(deps: StoryDeps, { tenantId }: Demo): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const { sandboxPeople, stores } = createChanges(transaction, deps);
    for (const { personId, email, enabled } of await stores.sandboxPeople.list(tenantId)) {
      const leaver = leavers.find((one) => one.email === email);
      if (leaver === undefined || !enabled) continue;
      await sandboxPeople.change(actor, tenantId, personId, { ...leaver, enabled: false });
    }
  });
  await deps.refresh();
}

/** Answers how to request a group. Its alias is the key of the request: a repeated one creates nothing. */
async function signIn({ address }: StoryDeps, { tenantId, keyId, secret }: Demo) {
  const answer = await fetch(`${address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  if (!answer.ok) throw new Error(`POST /token: ${answer.status}`);
  const { accessToken } = (await answer.json()) as { accessToken: string };

  return async function send(group: StoryGroup): Promise<void> {
    const created = await fetch(`${address}/teams`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': `"story-${group.mailNickName}"`,
        // People can only leave a group that exists.
        ...(group.templateIdOrIdentifier !== needsApproval && { prefer: `wait=${waitSeconds}` }),
      },
      body: JSON.stringify({
        organisationIdOrIdentifier: organisation,
        owners: [],
        members: [],
        ...group,
      }),
    });
    const body = (await created.json()) as { code?: string; detail?: string };
    if (created.ok || wasCreated.has(body.code ?? '')) return;
    throw new Error(`POST /teams for ${group.mailNickName}: ${created.status} ${body.detail}`);
  };
}
