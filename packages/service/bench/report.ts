// The lines of the bench, and the table of all of them: ours, its floor or peer, the ratio and the goal.

export interface Line {
  readonly what: string;
  readonly ours: string;
  /** The figure of the floor or the peer in the same run; empty where the goal is a ceiling by itself. */
  readonly floor: string;
  readonly ratio: string;
  readonly goal: string;
  readonly met: boolean;
}

/** A rate beside the rate of its peer. */
export function rateLine(
  what: string,
  ours: number,
  peer: { readonly name: string; readonly rate: number },
  ratioAtLeast: number,
): Line {
  const ratio = ours / peer.rate;
  return {
    what,
    ours: perSecond(ours),
    floor: `${perSecond(peer.rate)} ${peer.name}`,
    ratio: ratio.toFixed(2),
    goal: `ratio ≥ ${ratioAtLeast}`,
    met: ratio >= ratioAtLeast,
  };
}

/** Processor time of each request, beside that of a peer, which may take as much. */
export function costLine(
  what: string,
  oursUs: number,
  peer: { readonly name: string; readonly us: number; readonly ratio: number },
): Line {
  return {
    what,
    ours: microseconds(oursUs),
    floor: `${microseconds(peer.us)} ${peer.name}`,
    ratio: peer.ratio.toFixed(2),
    goal: 'ratio ≥ 1',
    met: peer.ratio >= 1,
  };
}

/** A figure with a ceiling. */
export function ceilingLine(
  what: string,
  figure: number,
  ceiling: number,
  unit: string,
  beside: Partial<Pick<Line, 'floor' | 'ratio'>> = {},
): Line {
  return {
    what,
    ours: withUnit(figure, unit),
    floor: '',
    ratio: '',
    goal: `≤ ${ceiling} ${unit}`.trim(),
    met: figure <= ceiling,
    ...beside,
  };
}

/** A share of the most that there can be. */
export function shareLine(what: string, share: number, atLeast: number, floor: string): Line {
  return {
    what,
    ours: percent(share),
    floor,
    ratio: share.toFixed(2),
    goal: `≥ ${percent(atLeast)}`,
    met: share >= atLeast,
  };
}

export function withUnit(figure: number, unit: string): string {
  return `${figure < 10 ? figure.toFixed(2) : figure.toFixed(0)} ${unit}`.trim();
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 1 ? 1 : 0)} %`;
}

function microseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} µs`;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function table(lines: readonly Line[]): string {
  const header = ['measure', 'ours', 'floor or peer', 'ratio', 'goal', ''];
  const rows = lines.map(({ what, ours, floor, ratio, goal, met }) => [
    what,
    ours,
    floor,
    ratio,
    goal,
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
