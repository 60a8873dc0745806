// The lines of the bench, and the table of all of them.

export interface Line {
  readonly what: string;
  readonly ours: string;
  readonly floor: string;
  readonly ratio: string;
  /** The figure when its target was set. */
  readonly before?: string;
  readonly target: string;
  readonly p50: string;
  readonly p99: string;
  readonly met: boolean;
}

/** A rate beside the rate of its floor. */
export function rateLine(
  what: string,
  ours: { rate: number; p50Ms: number; p99Ms: number },
  floor: { name: string; rate: number },
  target: { ratioAtLeast: number; rateAtLeast?: number },
): Line {
  const ratio = ours.rate / floor.rate;
  const { ratioAtLeast, rateAtLeast = 0 } = target;
  return {
    what,
    ours: perSecond(ours.rate),
    floor: `${perSecond(floor.rate)} ${floor.name}`,
    ratio: ratio.toFixed(2),
    target: `ratio ≥ ${ratioAtLeast}${rateAtLeast > 0 ? `, ≥ ${perSecond(rateAtLeast)}` : ''}`,
    p50: milliseconds(ours.p50Ms),
    p99: milliseconds(ours.p99Ms),
    met: ratio >= ratioAtLeast && ours.rate >= rateAtLeast,
  };
}

/** Processor time for each request, beside that of its floor. */
export function costLine(
  what: string,
  ours: { readonly us: number },
  floor: { readonly name: string; readonly us: number; readonly ratio: number },
): Line {
  return {
    what,
    ours: microseconds(ours.us),
    floor: `${microseconds(floor.us)} ${floor.name}`,
    ratio: floor.ratio.toFixed(2),
    target: '',
    p50: '',
    p99: '',
    met: true,
  };
}

/** A figure with a ceiling. */
export function ceilingLine(
  what: string,
  figure: number,
  ceiling: number,
  unit: string,
  details: Partial<Pick<Line, 'floor' | 'ratio' | 'before' | 'p50' | 'p99'>> = {},
): Line {
  return {
    what,
    ours: `${figure < 10 ? figure.toFixed(2) : figure.toFixed(0)} ${unit}`.trim(),
    floor: '',
    ratio: '',
    target: `≤ ${ceiling} ${unit}`.trim(),
    p50: '',
    p99: '',
    met: figure <= ceiling,
    ...details,
  };
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}

function microseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} µs`;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function table(lines: readonly Line[]): string {
  const header = ['measure', 'ours', 'floor', 'ratio', 'before', 'target', 'p50', 'p99', ''];
  const rows = lines.map(({ what, ours, floor, ratio, before = '', target, p50, p99, met }) => [
    what,
    ours,
    floor,
    ratio,
    before,
    target,
    p50,
    p99,
    met ? 'met' : 'MISSED',
  ]);
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const text = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    text(header),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.map(text),
  ].join('\n');
}
