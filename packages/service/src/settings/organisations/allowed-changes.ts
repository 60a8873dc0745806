// The changes that a template allows API keys to make to its groups. Administrators may make every change.
// See docs/decisions/0016-changes-are-operations.md.
export const allowedChangeNames = [
  'displayName',
  'description',
  'visibility',
  'responsible',
  'owners',
  'members',
  'properties',
  'archive',
  'delete',
] as const;
export type AllowedChangeName = (typeof allowedChangeNames)[number];

/** `responsible` includes the deputy, `archive` the end of it, and `delete` the restore. */
export type AllowedChanges = Readonly<Record<AllowedChangeName, boolean>>;

/** It belongs to a template that says nothing about it: the scopes of API keys are the only limit. */
export const everyChange: AllowedChanges = {
  displayName: true,
  description: true,
  visibility: true,
  responsible: true,
  owners: true,
  members: true,
  properties: true,
  archive: true,
  delete: true,
};

/** The result is complete, in one order of members. */
export function completeChanges(input: Partial<AllowedChanges> = {}): AllowedChanges {
  return Object.fromEntries(
    allowedChangeNames.map((name) => [name, input[name] ?? true]),
  ) as unknown as AllowedChanges;
}
