// Recognises our groups by their `uniqueName`, an alternate key that the directory keeps unique and never changes. It
// names our tenant and teamId and has a MAC over both, because users, too, can create groups with a unique name of
// their choice. If a suite refuses that property, the last line of the description has the same content. A description
// can be copied to another group, so its MAC also covers the alias, which only one group can hold.
// A marker without a valid MAC is unproven. docs/decisions/0037-signed-markers.md
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Group } from '@microsoft/microsoft-graph-types';

const descriptionLength = 1024;
const macBytes = 16;
const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const mac = `[0-9a-f]{${macBytes * 2}}`;
const note = new RegExp(`(?:^|\\n)\\[groupwright:([0-9a-f]{12}):(${guid})(?::(${mac}))?\\]$`, 'i');

/** Unique names of every installation begin with it. */
const anyPrefix = 'groupwright-m-';

type MarkedGroup = Pick<Group, 'uniqueName' | 'description' | 'mailNickname'>;

/** The service creates no teamId of this form: it is UUID version 8, and teamIds are version 7. */
const probeMarkerBeginning = '00000000-0000-8000-8000-';

/** The marker of a group that a probe of the connection creates and removes. */
export function createProbeMarker(randomBytes: (size: number) => Buffer): string {
  return `${probeMarkerBeginning}${randomBytes(6).toString('hex')}`;
}

/** A group with it belongs to a probe, so that nothing but a probe may find, record, adopt or remove it. */
export function isProbeMarker(marker: string | undefined): boolean {
  return marker?.startsWith(probeMarkerBeginning) ?? false;
}

/** The claim of a group about its origin. */
export interface Mark {
  /** Our teamId; undefined where the text has the form of a marker and names no GUID. */
  readonly marker: string | undefined;
  /** True when this service wrote it. Anybody can write any other. */
  readonly isProven: boolean;
}

export interface Marking {
  uniqueNameOf(this: void, marker: string): string;
  /** The description with the marker as its last line; what does not fit is cut. */
  describe(
    this: void,
    description: string | null,
    group: { marker: string; mailNickname: string },
  ): string;
  /** Undefined for a group that carries nothing like a marker of this tenant. */
  read(this: void, group: MarkedGroup): Mark | undefined;
}

/** @param keys the first signs; each of them verifies */
export function createMarking(tenantId: string, keys: readonly [Buffer, ...Buffer[]]): Marking {
  // Its end is drawn at random; its beginning may be a time that two tenants share.
  const owner = tenantId.toLowerCase().slice(-12);
  const prefix = `${anyPrefix}${owner}-`;
  const signedName = new RegExp(`^${prefix}(${guid})-(${mac})$`, 'i');

  /** @param covered the place of the marker and what it says; none of it holds a line break */
  function macOf(key: Buffer, covered: readonly string[]): Buffer {
    const text = ['groupwright marker', tenantId, ...covered].join('\n').toLowerCase();
    return createHmac('sha256', key).update(text).digest().subarray(0, macBytes);
  }

  const sign = (covered: readonly string[]): string => macOf(keys[0], covered).toString('hex');

  function isSigned(signature: string, covered: readonly string[]): boolean {
    const given = Buffer.from(signature, 'hex');
    return keys.some((key) => timingSafeEqual(macOf(key, covered), given));
  }

  function readName(name: string): Mark | undefined {
    const [, marker, given] = signedName.exec(name) ?? [];
    if (marker !== undefined && given !== undefined) {
      return { marker: marker.toLowerCase(), isProven: isSigned(given, ['uniqueName', marker]) };
    }
    const isImitation = name.toLowerCase().startsWith(prefix);
    return isImitation ? { marker: undefined, isProven: false } : undefined;
  }

  function readNote({ description, mailNickname }: MarkedGroup): Mark | undefined {
    const [, inNote, marker, given] = note.exec(description ?? '') ?? [];
    if (marker === undefined || inNote?.toLowerCase() !== owner) return undefined;
    const isProven =
      given !== undefined && isSigned(given, ['description', marker, mailNickname ?? '']);
    return { marker: marker.toLowerCase(), isProven };
  }

  return {
    uniqueNameOf: (marker) => `${prefix}${marker.toLowerCase()}-${sign(['uniqueName', marker])}`,
    describe(description, { marker, mailNickname }) {
      const signature = sign(['description', marker, mailNickname]);
      const line = `[groupwright:${owner}:${marker.toLowerCase()}:${signature}]`;
      return withLine(description, line);
    },
    read(group) {
      const named = readName(group.uniqueName ?? '');
      if (named?.isProven) return named;
      const noted = readNote(group);
      return noted?.isProven ? noted : (named ?? noted);
    },
  };
}

/** Whether the group carries the marker of any installation, or what looks like it. */
export function carriesMarker({ uniqueName, description }: MarkedGroup): boolean {
  return (uniqueName ?? '').toLowerCase().startsWith(anyPrefix) || note.test(description ?? '');
}

function withLine(description: string | null, line: string): string {
  if (description === null || description === '') return line;
  return `${description.slice(0, descriptionLength - line.length - 1)}\n${line}`;
}

/** The description with the last line of the one that it replaces, which has to be a marker. */
export function keepMarker(description: string | null, replaced: string): string {
  return withLine(description, replaced.slice(replaced.lastIndexOf('\n') + 1));
}

/** The description as it was asked for. */
export function plainDescription(description: string | null | undefined): string | null {
  const plain = (description ?? '').replace(note, '');
  return plain === '' ? null : plain;
}
