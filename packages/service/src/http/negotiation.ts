// Chooses the media type of an answer: one that the route offers and the caller's Accept header accepts
// (RFC 9110 section 12.5.1).

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

const maxCachedLength = 200;
const maxCached = 500;
const parsed = new Map<string, readonly Range[]>();

/** The offered type the caller likes best, the first of equals; undefined when none is taken. */
export function negotiate(
  accept: string | undefined,
  offered: readonly string[],
): string | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return offered[0];
  const ranges = rangesOf(accept);
  let best: string | undefined;
  let bestQuality = 0;
  for (const mediaType of offered) {
    const quality = qualityOf(mediaType, ranges);
    if (quality > bestQuality) {
      best = mediaType;
      bestQuality = quality;
    }
  }
  return best;
}

function rangesOf(accept: string): readonly Range[] {
  const known = parsed.get(accept);
  if (known !== undefined) return known;
  const ranges = accept.split(',', 100).flatMap((part) => {
    const [range = '', ...parameters] = part.split(';');
    const [type, subtype] = range.trim().toLowerCase().split('/');
    if (type === undefined || subtype === undefined) return [];
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/i.exec(text)?.[1]).find(Boolean);
    const quality = Math.min(1, weight === undefined ? 1 : Number(weight) || 0);
    return [{ type, subtype, quality }];
  });
  if (accept.length <= maxCachedLength) {
    if (parsed.size >= maxCached) parsed.clear();
    parsed.set(accept, ranges);
  }
  return ranges;
}

/** The most specific range that covers the media type decides. */
function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  const [type, subtype] = mediaType.split('/');
  let specificity = -1;
  let quality = 0;
  for (const range of ranges) {
    const fits =
      (range.type === '*' && range.subtype === '*') ||
      (range.type === type && (range.subtype === '*' || range.subtype === subtype));
    const itsSpecificity = (range.type === '*' ? 0 : 1) + (range.subtype === '*' ? 0 : 1);
    if (fits && itsSpecificity > specificity) {
      specificity = itsSpecificity;
      quality = range.quality;
    }
  }
  return quality;
}

// `Prefer: wait=N` (RFC 7240 section 4.3): how long a caller likes to wait for the outcome. Any other
// preference, and a wait that cannot be read, is ignored, as the RFC asks.
const maxWaitSeconds = 30;

interface Wait {
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

/** The tags of an Accept-Language header, the most wanted first. */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';');
      const q = Number(/^\s*q=([\d.]+)$/.exec(quality ?? '')?.[1] ?? 1);
      return { tag, q: Number.isNaN(q) ? 0 : q };
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((one, other) => other.q - one.q)
    .map(({ tag }) => tag);
}
