// How a group is recognised as ours: by its `uniqueName`, an alternate key that the directory keeps unique
// and never changes, made from our tenant and teamId and so of nobody else's choosing. Where a suite refuses
// that property, the last line of the description says the same; docs/microsoft-365.md tells why. The tenant is
// part of it, so that a second service on the same suite, as for rehearsal, does not take our groups for its own.
import type { Group } from '@microsoft/microsoft-graph-types';

const descriptionLength = 1024;
const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const note = new RegExp(`(?:^|\\n)\\[groupwright:([0-9a-f]{12}):(${guid})\\]$`, 'i');

export interface Marking {
  uniqueNameOf(this: void, marker: string): string;
  /** The description with the marker as its last line; what does not fit is cut. */
  describe(this: void, description: string | null, marker: string): string;
  /** The marker of a group that is ours. */
  markerOf(this: void, group: Pick<Group, 'uniqueName' | 'description'>): string | undefined;
}

export function createMarking(tenantId: string): Marking {
  // Its end is drawn at random; its beginning may be a time that two tenants share.
  const owner = tenantId.toLowerCase().slice(-12);
  const prefix = `groupwright-${owner}-`;
  // Users can create groups with a unique name of their choice: text after the prefix may be anything.
  const own = new RegExp(`^${prefix}(${guid})$`, 'i');
  return {
    uniqueNameOf: (marker) => `${prefix}${marker.toLowerCase()}`,
    describe(description, marker) {
      const line = `[groupwright:${owner}:${marker.toLowerCase()}]`;
      if (description === null || description === '') return line;
      return `${description.slice(0, descriptionLength - line.length - 1)}\n${line}`;
    },
    markerOf(group) {
      const [, named] = own.exec(group.uniqueName ?? '') ?? [];
      if (named !== undefined) return named.toLowerCase();
      const [, inNote, marker] = note.exec(group.description ?? '') ?? [];
      return inNote?.toLowerCase() === owner ? marker?.toLowerCase() : undefined;
    },
  };
}

/** The description as it was asked for. */
export function plainDescription(description: string | null | undefined): string | null {
  const plain = (description ?? '').replace(note, '');
  return plain === '' ? null : plain;
}
