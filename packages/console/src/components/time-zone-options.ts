// The time zones of a choice: every zone of the browser, and UTC, which it does not list.

/** @param stored a zone that the browser may know by another name */
export function timeZoneOptions(
  stored = 'UTC',
): readonly (readonly [zone: string, label: string])[] {
  const zones = new Set(['UTC', stored, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
