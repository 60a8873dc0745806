import { Type } from 'typebox';

/** Every scope of an API key, with the meaning that callers and administrators read. The list may grow. */
export const scopeMeanings = {
  'groups:create': 'Create groups and plan their creation.',
  'groups:read': 'Read organisations, groups, operations and events.',
  'groups:adopt': 'Adopt groups that exist in the directory, and end their adoption.',
  'groups:change': 'Change, archive and unarchive groups.',
  'groups:roster': 'Set the rosters of groups: the people whom a source names.',
  'groups:delete': 'Delete and restore groups.',
  'responsibility:change': 'Change the responsible and the deputy of groups.',
  'people:search': 'Search people of the directory.',
  'tasks:read': 'Read tasks.',
  'tasks:decide': 'Decide tasks of every kind.',
  'approvals:decide': 'Decide approvals of creations, changes and deletions, and no other tasks.',
  'organisations:manage': 'Manage organisations.',
  'templates:manage': 'Manage templates.',
  'api-keys:manage': 'Manage API keys that have no more access than this key.',
  'webhooks:manage': 'Manage webhooks, which receive every event of the tenant.',
  'groups:intervene': 'Cancel creations of others, and retry failed ones.',
  'activity:read': 'Read the activity log.',
  'connection:probe': 'Probe the connection to Microsoft 365, and read its probes.',
} as const;

export type Scope = keyof typeof scopeMeanings;

export const scopes = Object.keys(scopeMeanings) as readonly Scope[];

export const ScopeSchema = Type.Enum([...scopes], {
  description: scopes.map((scope) => `${scope}: ${scopeMeanings[scope]}`).join(' '),
});
