import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createEncryption } from '../../ground/encryption/encryption.ts';
import { DomainError } from '../../ground/errors.ts';
import { createOpenIdSignIn } from './open-id-sign-in.ts';

const nobody = () => Promise.reject(new Error('Nobody signs in here.'));

test('a provider that does not answer is asked once for all who begin, and again after a rest', async (t) => {
  let asked = 0;
  let isIll = true;
  const server = createServer((_request, response) => {
    asked += 1;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: `${issuer}/t`,
    };
    if (isIll) response.writeHead(500).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { at: 0, now: () => clock.at };
  const provider = {
    issuer,
    clientId: 'groupwright',
    scope: 'openid',
    emailClaim: 'email',
    roleClaim: undefined,
  };
  const signIn = createOpenIdSignIn({
    store: {
      findProvider: async () => ({ provider, clientSecretSealed: null }),
      findAdministratorByEmail: nobody,
      putClaimAdministrator: nobody,
      bindAccount: nobody,
      removeAdministrator: nobody,
    },
    sessions: { start: nobody },
    encryption: createEncryption([randomBytes(32)], randomBytes),
    clock,
    steadyClock: clock,
    newId: randomUUID,
    fetch,
    redirectAddress: () => 'http://127.0.0.1/callback',
  });
  const beginMany = () =>
    Promise.allSettled(Array.from({ length: 20 }, () => signIn.begin('tenant', '/')));

  for (const outcome of [...(await beginMany()), ...(await beginMany())]) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DomainError);
    assert.equal(outcome.reason.code, 'unavailable');
  }
  assert.equal(asked, 1);

  isIll = false;
  clock.at += 5_000;
  const outcomes = await beginMany();
  assert.ok(outcomes.every(({ status }) => status === 'fulfilled'));
  clock.at += 3_599_999;
  await beginMany();
  assert.equal(asked, 2);
});
