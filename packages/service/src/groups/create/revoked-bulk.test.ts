// A bulk request whose API key is revoked while it is in progress.
import { testCaller } from '../../../testing/caller.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { teamRequest } from '../../../testing/tenant.ts';
import { DomainError } from '../../ground/errors.ts';
import { createLog } from '../../ground/log.ts';
import { createOpenResponses, createSubscribers } from '../../http/open-responses.ts';
import { createServer } from '../../http/server.ts';
import { shareSchemas } from '../../http/schema-ref.ts';
import { type ReceivedRequest, validMembersOf } from './receive-request.ts';
import type { AcceptedTeam } from './create-team.ts';
import { createBulkCreation } from './create-teams.ts';
import { registerBulkCreation } from './bulk.routes.ts';
import { bulkSchemas } from './bulk.schema.ts';
import { teamSchemas } from '../read/teams.schema.ts';

test('a bulk request whose API key is revoked accepts no further entry, and is refused as a whole', async () => {
  const token = { isRevoked: false };
  function verifyAccessToken() {
    if (token.isRevoked) throw new DomainError('invalid_token', 'The key was revoked.');
    return testCaller();
  }
  const baseUrl = 'http://groups.example';
  const server = createServer({
    config: { baseUrl, trustedProxies: [], rateLimitPerMinute: undefined },
    log: createLog('silent'),
    randomBytes,
    clock: { now: () => 1_800_000_000_000 },
    verifyAccessToken,
  });
  for (const schema of teamSchemas) server.addSchema(schema);
  const accepted: string[] = [];
  let answerLast: (() => void) | undefined;
  shareSchemas(server, bulkSchemas);
  const deps = {
    createTeams: createBulkCreation({
      claimOf: (_, received: ReceivedRequest) => validMembersOf(received).mailNickName,
      async createTeam({ received }: { received: ReceivedRequest }): Promise<AcceptedTeam> {
        const { mailNickName: alias = '' } = validMembersOf(received);
        accepted.push(alias);
        if (alias === 'third' && !token.isRevoked) {
          // The fourth has the same alias, and so waits for the third.
          await new Promise<void>((resolve) => {
            answerLast = resolve;
          });
          throw new DomainError('unavailable', 'The database did not answer.');
        }
        return { teamId: 'team', status: 'accepted' };
      },
      beginWork: () => async () => {
        if (accepted.length !== 3 || token.isRevoked) return;
        token.isRevoked = true;
        await new Promise((resolve) => setTimeout(resolve, 50));
        answerLast?.();
      },
      onError: (error) => assert.fail(String(error)),
    }),
    subscribers: createSubscribers(createOpenResponses(1), verifyAccessToken),
    beginWork: () => () => undefined,
    baseUrl,
    urlOf: () => baseUrl,
  };
  registerBulkCreation(server, deps);
  const aliases = ['first', 'second', 'third', 'third', 'fifth'];
  const answer = await server.inject({
    method: 'POST',
    url: '/teams/bulk',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify(aliases.map((alias) => teamRequest(alias))),
  });
  assert.deepEqual(accepted, ['first', 'second', 'third']);
  assert.deepEqual([answer.statusCode, answer.json().code], [401, 'invalid_token']);
});
