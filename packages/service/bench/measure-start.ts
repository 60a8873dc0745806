// The start time of the service, without and with existing data, and its use of memory.
import { setTimeout as pause } from 'node:timers/promises';

import { median } from './load.ts';
import { type Line, ceilingLine } from './report.ts';
import { startService } from './running-service.ts';

const settledAfterMs = 2_000;

export async function measureStart(directory: string): Promise<Line[]> {
  const first = await startService(directory);
  await first.stop();
  const readyAfterMs: number[] = [];
  const residentMiB: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const service = await startService(directory);
    readyAfterMs.push(service.readyAfterMs);
    await pause(settledAfterMs);
    residentMiB.push(service.residentMiB());
    await service.stop();
  }
  return [
    ceilingLine('first start until ready', first.readyAfterMs / 1_000, 2.1, 's'),
    ceilingLine('start on existing data until ready', median(readyAfterMs) / 1_000, 0.6, 's'),
    ceilingLine('resident memory (Node) after start', median(residentMiB), 140, 'MiB'),
  ];
}
