// When a group is read in full again.

const dayMs = 24 * 60 * 60_000;

/** Once a day, at the own time of each id, so that the reads of a tenant are spread over its reconciliations. */
export function nextDailyRead(id: string, seenAt: number): Date {
  const share = (Number.parseInt(id.slice(-8), 16) || 0) / 2 ** 32;
  const days = Math.floor(seenAt / dayMs - share) + 1;
  return new Date((days + share) * dayMs);
}
