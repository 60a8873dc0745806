// Colours for people: only on a terminal, never with NO_COLOR (https://no-color.org).
import { styleText } from 'node:util';
import type { OutputStream } from './output-stream.ts';

type Style = Parameters<typeof styleText>[0];

export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  /** The status of a creation or of a step, in its colour. */
  readonly status: (status: string) => string;
}

export function createPaint(stream: OutputStream): Paint {
  const painter = (style: Style) => (text: string) => styleText(style, text, { stream });
  const [good, bad, warn] = [painter('green'), painter('red'), painter('yellow')];
  return {
    good,
    bad,
    warn,
    strong: painter('bold'),
    faint: painter('dim'),
    status(status) {
      if (status === 'succeeded') return good(status);
      if (status === 'failed') return bad(status);
      if (status === 'awaiting_approval') return warn('waits for approval');
      return status === 'cancelled' || status === 'waiting' ? warn(status) : status;
    },
  };
}
