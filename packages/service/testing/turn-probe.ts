// Loaded into a spawned service before its program: measures the turns of its event loop in processor time, so that
// a busy machine does not count. SIGUSR2 begins a measurement, and the next one ends it and writes a line.
import { processorSlowness } from './longest-turn.ts';

let turnsMs: number[] | undefined;
let slownessBefore = 1;

function measure(turns: number[]): void {
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    turns.push((user + system) / 1000);
    before = process.threadCpuUsage();
    if (turnsMs === turns) setImmediate(look);
  };
  setImmediate(look);
}

process.on('SIGUSR2', () => {
  if (turnsMs === undefined) {
    slownessBefore = processorSlowness();
    turnsMs = [];
    measure(turnsMs);
    process.stdout.write('turns are measured\n');
    return;
  }
  const turns = turnsMs;
  turnsMs = undefined;
  const slowness = Math.max(slownessBefore, processorSlowness());
  const waits = waitsOf(turns)
    .map((wait) => wait / slowness)
    .sort((one, other) => one - other);
  const at = (part: number) => waits[Math.floor((waits.length - 1) * part)] ?? 0;
  const result = { p50: at(0.5), p95: at(0.95), worst: at(1), slowness, samples: waits.length };
  process.stdout.write(`turns ${JSON.stringify(result)}\n`);
});

/**
 * How long requests that arrive at each millisecond would wait for their answers: to the end of the turn in which
 * they arrive, and through the next one, in which they are answered.
 */
function waitsOf(turns: readonly number[]): number[] {
  const waits: number[] = [];
  let endMs = 0;
  for (const [index, turn] of turns.entries()) {
    endMs += turn;
    while (waits.length < endMs) waits.push(endMs - waits.length + (turns[index + 1] ?? 0));
  }
  return waits;
}
