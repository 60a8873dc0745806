import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { composeServer } from '../../testing/describe-service.ts';

const server = composeServer();
after(() => server.close());
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a browser gets a page whose links lead somewhere, and a program the problem of an absent address', async () => {
  const shown = await server.inject({ url: '/', headers: browser });
  assert.equal(shown.statusCode, 200);
  const links = [...shown.body.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  const own = links.filter((href) => !/^(?:data:|https?:)/.test(href) && href !== 'readyz');
  assert.ok(own.includes('docs'));
  for (const href of own) {
    const { statusCode } = await server.inject({ url: `/${href}`, headers: browser });
    assert.equal(statusCode, 200, href);
  }
  for (const accept of ['*/*', 'application/json', 'application/problem+json']) {
    const answer = await server.inject({ url: '/', headers: { accept } });
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], accept);
  }
});

test('the reference is served from this host alone, under a separate policy', async () => {
  const { body, headers } = await server.inject({ url: '/docs', headers: browser });
  assert.match(
    String(headers['content-security-policy']),
    /default-src 'none'; script-src 'self' 'sha256-/,
  );
  assert.doesNotMatch(body, /(?:src|href)="(?:https?:)?\/\//);
  for (const [, file = ''] of body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)) {
    const answer = await server.inject({ url: `/${file}` });
    assert.equal(answer.statusCode, 200, file);
    assert.ok(answer.rawPayload.length > 100_000, file);
  }
});
