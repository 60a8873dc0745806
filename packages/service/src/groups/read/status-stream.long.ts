// 10,000 followers of groups at one service: each gets the last event soon after its group ends, others are answered
// meanwhile, and an open stream costs little.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startServiceProcess, type ServiceProcess } from '../../../testing/service-process.ts';
import { addStuckCreation } from '../../../testing/stuck-creation.ts';
import { addTestTenant } from '../../../testing/tenant.ts';
import { createChanges } from '../../settings/configuration/changes.postgres.ts';
import { systemClock } from '../../ground/clock.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';

const tenants = 10;
const groupsOfTenant = 100;
/** So that a tenant has as many as one process permits. */
const followersOfGroup = 10;
const followers = tenants * groupsOfTenant * followersOfGroup;
const heldForSeconds = 20;
/** Limits for a busy machine; the figures are printed. */
const lastEventWithinMs = 30_000;
const answeredWithinMs = 2_000;
const mostKibibytes = 64;
const mostMsPerSecond = 400;

it(`tells ${followers} followers of the end of their groups`, async (t) => {
  const at = await createTestDatabase();
  t.after(() => at.close());
  const service = await startServiceProcess({
    DATABASE_URL: at.url,
    GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  });
  t.after(() => service.end('SIGKILL'));
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const groups: { readonly teamId: string; readonly token: string }[] = [];
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    const added = await at.database.transaction((transaction) =>
      addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
    );
    const token = await tokenOf(service, added);
    for (let group = 0; group < groupsOfTenant; group += 1) {
      groups.push({ teamId: await addStuckCreation(at.database, added.tenantId), token });
    }
  }

  const before = used(service);
  const streams: Stream[] = [];
  t.after(() => {
    for (const { socket } of streams) socket.destroy();
  });
  for (let from = 0; from < groups.length; from += groupsOfTenant) {
    const opened = groups
      .slice(from, from + groupsOfTenant)
      .flatMap((group) => Array.from({ length: followersOfGroup }, () => follow(service, group)));
    streams.push(...opened);
    await eventually(
      () => opened.every(({ received }) => received().includes('event: status')),
      'the streams of a tenant are open',
    );
  }
  const open = used(service);
  const kibibytes = (open.residentKiB - before.residentKiB) / followers;
  t.diagnostic(`${followers} open streams: ${kibibytes.toFixed(1)} KiB each`);

  const slowestMs = await slowestAnswer(service, groups, heldForSeconds * 1_000);
  const held = used(service);
  const msPerSecond = (held.processorMs - open.processorMs) / heldForSeconds;
  t.diagnostic(
    `held: ${msPerSecond.toFixed(0)} ms of processor time a second, slowest other answer ${slowestMs.toFixed(0)} ms`,
  );

  const endedAt = performance.now();
  await at.database.query(
    `update provisionings
     set status = 'cancelled', waiting = false, version = version + 1, updated_at = now(), completed_at = now()`,
  );
  await eventually(() => streams.every(({ socket }) => socket.readableEnded), 'all streams ended');
  const lastEventMs = performance.now() - endedAt;
  t.diagnostic(`the last of ${followers} followers knew after ${lastEventMs.toFixed(0)} ms`);

  for (const { received } of streams) {
    assert.equal(received().split('event: status').length - 1, 2);
    assert.match(received(), /"status":"cancelled"/);
  }
  assert.ok(kibibytes < mostKibibytes);
  assert.ok(msPerSecond < mostMsPerSecond);
  assert.ok(slowestMs < answeredWithinMs);
  assert.ok(lastEventMs < lastEventWithinMs);
});

async function tokenOf(
  { address }: ServiceProcess,
  { tenantId, keyId, secret }: { tenantId: string; keyId: string; secret: string },
): Promise<string> {
  let token: string | undefined;
  // The service learns of a new tenant within a second.
  await eventually(async () => {
    const response = await fetch(`${address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret }),
    });
    ({ accessToken: token } = (await response.json()) as { accessToken?: string });
    if (token === undefined) await pause(200);
    return token !== undefined;
  }, 'a new tenant has a token');
  return token ?? '';
}

interface Stream {
  readonly socket: Socket;
  received(this: void): string;
}

function follow(
  { address }: ServiceProcess,
  { teamId, token }: { teamId: string; token: string },
): Stream {
  const { hostname, port, host } = new URL(address);
  let received = '';
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.write(
    `GET /teams/${teamId}/status HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n` +
      'accept: text/event-stream\r\nconnection: close\r\n\r\n',
  );
  return { socket, received: () => received };
}

/** The longest wait of a caller who asks one status after another. */
async function slowestAnswer(
  { address }: ServiceProcess,
  groups: readonly { readonly teamId: string; readonly token: string }[],
  forMs: number,
): Promise<number> {
  const until = performance.now() + forMs;
  let slowestMs = 0;
  for (let index = 0; performance.now() < until; index += 1) {
    const { teamId, token } = groups[index % groups.length] as (typeof groups)[number];
    const startedAt = performance.now();
    const response = await fetch(`${address}/teams/${teamId}/status`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.text();
    assert.equal(response.status, 200);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    await pause(20);
  }
  return slowestMs;
}

/** It belongs to the process of the service. Linux only. */
function used({ processId }: ServiceProcess): { residentKiB: number; processorMs: number } {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  const nanoseconds = readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ', 1)[0];
  return {
    residentKiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]),
    processorMs: Number(nanoseconds) / 1_000_000,
  };
}
