// One group of a file, with the place of each part in the file.
import { counted } from '../output/counted.ts';
import type { AppliedGroup, TeamRequest } from '@groupwright/client';

/** Counted from 1. */
export interface SourceLocation {
  readonly line: number;
  readonly column: number;
}

export interface GroupEntry {
  readonly request: TeamRequest;
  /** The id of the group in the system whose file it is. */
  readonly externalId?: string | undefined;
  /** The members that the file names, by the names of the file; the others have defaults in the request. */
  readonly named: ReadonlySet<string>;
  /** The place of a member of the request by its RFC 6901 pointer, or of the nearest thing around it. */
  locationOf(pointer: string): SourceLocation;
}

export interface FileFault extends SourceLocation {
  readonly detail: string;
}

/** A file that cannot be used, with every fault at once. */
export class FileFaults extends Error {
  override readonly name = 'FileFaults';
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    super(`The file has ${counted(faults.length, 'fault')}.`);
    this.faults = [...faults].sort(
      (one, other) => one.line - other.line || one.column - other.column,
    );
  }
}

/** The members of a group in a file, by the member of the request that they become. */
const memberNames = {
  displayName: 'displayName',
  description: 'description',
  mailNickName: 'mailNickName',
  responsible: 'responsible',
  deputy: 'deputy',
  organisationIdOrIdentifier: 'organisation',
  templateIdOrIdentifier: 'template',
  owners: 'owners',
  members: 'members',
  properties: 'properties',
  expiresAt: 'expiresAt',
  // The column has the id of the source of --source.
  externalIds: 'externalId',
  requestedBy: 'requestedBy',
  reason: 'reason',
} as const satisfies Record<keyof TeamRequest, string>;

/** The service can render them from properties. */
const nameMembers = ['displayName', 'mailNickName'] as const;
const requiredMembers = [...nameMembers, 'responsible', 'organisation', 'template'] as const;

const textMembers = [
  ...requiredMembers,
  'description',
  'deputy',
  'expiresAt',
  'externalId',
  'requestedBy',
  'reason',
] as const;
export const listMembers = ['owners', 'members'] as const;
export const allMembers: readonly string[] = [...textMembers, ...listMembers, 'properties'];

/** The members of a group, after the defaults were filled in. */
export type GroupFields = Readonly<Partial<Record<(typeof textMembers)[number], string>>> &
  Readonly<Partial<Record<(typeof listMembers)[number], readonly string[]>>> & {
    readonly properties?: Readonly<Record<string, string>>;
  };

/** Defaults that hold where neither the group nor the file says anything. */
export type Defaults = Readonly<Partial<Record<'organisation' | 'template', string>>>;

/** The members of the request that the file names, with the id of the group. */
export function rowOf({ request, named, externalId = '' }: GroupEntry): AppliedGroup {
  const given = Object.entries(request).filter(([member]) =>
    named.has(memberNames[member as keyof TeamRequest]),
  );
  return { externalId, ...Object.fromEntries(given) };
}

/** The request of the fields, or the names of those that are missing. */
export function requestOf(fields: GroupFields): TeamRequest | readonly string[] {
  const { displayName, mailNickName, responsible, organisation, template, properties } = fields;
  const isNamed =
    properties !== undefined || (displayName !== undefined && mailNickName !== undefined);
  if (
    !isNamed ||
    responsible === undefined ||
    organisation === undefined ||
    template === undefined
  ) {
    const isOptional = (name: string) =>
      properties !== undefined && (nameMembers as readonly string[]).includes(name);
    return requiredMembers.filter((name) => fields[name] === undefined && !isOptional(name));
  }
  return {
    ...(displayName !== undefined && { displayName }),
    description: fields.description ?? null,
    ...(mailNickName !== undefined && { mailNickName }),
    responsible,
    deputy: fields.deputy ?? null,
    organisationIdOrIdentifier: organisation,
    templateIdOrIdentifier: template,
    owners: fields.owners ?? [],
    members: fields.members ?? [],
    ...(properties !== undefined && { properties }),
    ...(fields.expiresAt !== undefined && { expiresAt: fields.expiresAt }),
    ...(fields.requestedBy !== undefined && { requestedBy: fields.requestedBy }),
    ...(fields.reason !== undefined && { reason: fields.reason }),
  };
}

/** The name that a file uses for what a pointer into the request names; '' for the whole. */
export function memberOfPointer(pointer: string): {
  name: string;
  index: number | undefined;
  /** The name of the property, for a pointer into the properties. */
  property: string | undefined;
} {
  const [, first = '', second] = pointer.split('/');
  const name = Object.hasOwn(memberNames, first) ? memberNames[first as keyof TeamRequest] : '';
  const property = name === 'properties' ? second : undefined;
  const isIndex = property === undefined && second !== undefined && /^\d+$/.test(second);
  return { name, index: isIndex ? Number(second) : undefined, property };
}

/** The entries with moments in place of days. */
export function withMoments(
  entries: readonly GroupEntry[],
  momentOf: (text: string) => Promise<string>,
): Promise<GroupEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const { expiresAt } = entry.request;
      if (expiresAt == null) return entry;
      return { ...entry, request: { ...entry.request, expiresAt: await momentOf(expiresAt) } };
    }),
  );
}

/** Two groups of one file must not want the same alias. */
export function aliasFaults(entries: readonly GroupEntry[]): FileFault[] {
  const first = new Map<string, SourceLocation>();
  return entries.flatMap((entry) => {
    const { mailNickName } = entry.request;
    if (mailNickName === undefined) return [];
    const alias = mailNickName.toLowerCase();
    const location = entry.locationOf('/mailNickName');
    const earlier = first.get(alias);
    if (earlier === undefined) {
      first.set(alias, location);
      return [];
    }
    const detail = `${mailNickName} is already the mailNickName of another group, in line ${earlier.line}.`;
    return [{ ...location, detail }];
  });
}
