// The progress of a long job: a bar that redraws itself on a terminal, an occasional line elsewhere.
import type { OutputStream } from './output-stream.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

export interface Progress {
  update(done: number, note?: string): void;
  /** Keeps the line and continues below it. */
  end(): void;
}

const barWidth = 30;
const redrawEveryMs = 80;
/** Fewer are done before anybody wonders. */
const worthLinesFrom = 50;

export function createProgress(
  stream: OutputStream,
  paint: Paint,
  title: string,
  total: number,
): Progress {
  if (total === 0) return { update: () => undefined, end: () => undefined };
  let drawnAt = 0;
  let tenth = 0;
  let last = '';

  function draw(done: number, note: string): void {
    const filled = Math.round((barWidth * done) / total);
    const bar = '█'.repeat(filled) + paint.faint('░'.repeat(barWidth - filled));
    last = printable(`${title} ${bar} ${done}/${total}${note === '' ? '' : `  ${note}`}`);
    stream.write(`\r\u001B[K${last}`);
  }

  return {
    update(done, note = '') {
      if (stream.isTTY) {
        const now = performance.now();
        if (done < total && now - drawnAt < redrawEveryMs) return;
        drawnAt = now;
        draw(done, note);
        return;
      }
      const reached = Math.floor((10 * done) / total);
      if (reached === tenth || total < worthLinesFrom) return;
      tenth = reached;
      stream.write(`${title} ${done}/${total}${note === '' ? '' : `  ${note}`}\n`);
    },
    end() {
      if (stream.isTTY && last !== '') stream.write('\n');
    },
  };
}
