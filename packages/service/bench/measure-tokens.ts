// POST /token, beside the client credentials grant of npm's oidc-provider with its in-memory adapter: as it
// comes, which hands out opaque tokens, and with signed ones like ours.
import type { Bench } from './running-service.ts';
import { inTurn, load, middlePair, startFloor } from './load.ts';
import { type Line, rateLine } from './report.ts';

const options = { connections: 32, seconds: 3 };

export async function measureTokens(bench: Bench): Promise<Line[]> {
  return [
    await beside(bench, 'oidc', 'oidc-provider', 'POST /token'),
    await beside(
      bench,
      'oidc-jwt',
      'oidc-provider, ES256 JWT',
      'POST /token, signed tokens on both sides',
    ),
  ];
}

async function beside({ service }: Bench, kind: string, name: string, what: string): Promise<Line> {
  const { tenantId, keyId, secret } = service.quickstart;
  const floor = await startFloor(kind);
  try {
    const pairs = await inTurn(
      5,
      () =>
        load(
          service.baseUrl,
          {
            method: 'POST',
            path: '/token',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ tenantId, keyId, secret }),
          },
          options,
        ),
      () =>
        load(
          floor.baseUrl,
          {
            method: 'POST',
            path: '/token',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: 'grant_type=client_credentials&client_id=bench&client_secret=bench-secret',
          },
          options,
        ),
    );
    const [ours, theirs] = middlePair(pairs);
    return rateLine(what, ours.rate, { name, rate: theirs.rate }, 3);
  } finally {
    await floor.stop();
  }
}
