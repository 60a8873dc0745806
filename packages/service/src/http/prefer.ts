// `Prefer: wait=N` (RFC 7240 section 4.3): how long a caller likes to wait for the outcome. Any other
// preference, and a wait that cannot be read, is ignored, as the RFC asks.

const maxWaitSeconds = 30;

export interface Wait {
  readonly waitMs: number;
  /** Value of the Preference-Applied header. */
  readonly applied: string;
}

const preference = /^\s*wait\s*=\s*(?:"(\d{1,9})"|(\d{1,9}))\s*(?:;.*)?$/i;

export function readWait(header: string | string[] | undefined): Wait | undefined {
  if (header === undefined) return undefined;
  const text = typeof header === 'string' ? header : header.join(',');
  for (const part of text.split(',')) {
    const found = preference.exec(part);
    if (found === null) continue;
    const seconds = Math.min(Number(found[1] ?? found[2]), maxWaitSeconds);
    return { waitMs: seconds * 1000, applied: `wait=${seconds}` };
  }
  return undefined;
}
