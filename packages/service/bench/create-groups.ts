// Creates groups as a well-behaved caller does: where the service asks it to wait, it waits and sends the request again.
import { setTimeout as pause } from 'node:timers/promises';

import { authorize, type RunningService } from './running-service.ts';

const connections = 64;

/**
 * @param createBody of one more group at each call
 * @returns how often the service asked to wait
 * @throws Error with the answer that is neither 2xx nor such a wish
 */
export async function createGroups(
  service: RunningService,
  createBody: () => string,
  groups: number,
): Promise<number> {
  const headers = {
    authorization: await authorize(service),
    'content-type': 'application/json',
  };
  let sent = 0;
  let waits = 0;

  async function createOne(body: string): Promise<void> {
    for (;;) {
      const response = await fetch(`${service.baseUrl}/teams`, { method: 'POST', headers, body });
      const text = await response.text();
      if (response.ok) return;
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const asksToWait = response.status === 429 || response.status === 503;
      if (!asksToWait || !Number.isFinite(seconds)) {
        throw new Error(`POST /teams: ${response.status} ${text}`);
      }
      waits += 1;
      await pause(seconds * 1_000);
    }
  }

  await Promise.all(
    Array.from({ length: Math.min(connections, groups) }, async () => {
      while (sent < groups) {
        sent += 1;
        await createOne(createBody());
      }
    }),
  );
  return waits;
}
