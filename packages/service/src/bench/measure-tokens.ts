// POST /token, beside the client credentials grant of npm's oidc-provider with its in-memory adapter.
import type { Bench } from './bench.ts';
import { inTurn, load, startFloor } from './load.ts';
import { middlePair } from './measure-organisations.ts';
import { type Line, rateLine } from './report.ts';

export async function measureTokens({ service }: Bench): Promise<Line[]> {
  const { tenantId, keyId, secret } = service.quickstart;
  const floor = await startFloor('oidc');
  try {
    const options = { connections: 32, seconds: 3 };
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
    return [
      rateLine(
        'POST /token',
        ours,
        { name: 'oidc-provider', rate: theirs.rate },
        { ratioAtLeast: 3 },
      ),
    ];
  } finally {
    await floor.stop();
  }
}
