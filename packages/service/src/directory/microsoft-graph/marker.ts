// How a group is recognised as ours: by its `uniqueName`, an alternate key that the directory keeps unique
// and never changes, made from our teamId and so of nobody else's choosing. Where a tenant refuses that
// property, the last line of the description says the same; docs/microsoft-365.md tells why.
import type { Group } from '@microsoft/microsoft-graph-types';

const uniqueNamePrefix = 'groupwright-';
const descriptionLength = 1024;
const note = /(?:^|\n)\[groupwright:([0-9a-f-]{36})\]$/i;

export function uniqueNameOf(marker: string): string {
  return `${uniqueNamePrefix}${marker.toLowerCase()}`;
}

/** The description with the marker as its last line; what does not fit is cut. */
export function describeWithMarker(description: string | null, marker: string): string {
  const line = `[groupwright:${marker.toLowerCase()}]`;
  if (description === null || description === '') return line;
  return `${description.slice(0, descriptionLength - line.length - 1)}\n${line}`;
}

/** The marker of a group that is ours. */
export function markerOf(group: Pick<Group, 'uniqueName' | 'description'>): string | undefined {
  if (group.uniqueName?.startsWith(uniqueNamePrefix)) {
    return group.uniqueName.slice(uniqueNamePrefix.length);
  }
  return note.exec(group.description ?? '')?.[1]?.toLowerCase();
}

/** The description as it was asked for. */
export function plainDescription(description: string | null | undefined): string | null {
  const plain = (description ?? '').replace(note, '');
  return plain === '' ? null : plain;
}
