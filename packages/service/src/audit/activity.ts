// The audit log and the source of events. Each change writes its entries in its own transaction, so there is no change
// without an entry and no entry without a change.
import { isDeepStrictEqual } from 'node:util';

export const actorKinds = [
  'api_key',
  'administrator',
  'operator',
  'service',
  /** A person who decided a task. */
  'person',
  /** A template's policy, at its time. */
  'policy',
] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Why something happened by a policy: `cause` of the data of an entry. */
export interface Cause {
  readonly templateId: string;
  /** It belongs to the template. */
  readonly policyVersion: number;
  /** The rule of the policy, for example `lifecycle.expires`. */
  readonly rule: string;
}

export function policyActor({ templateId }: Cause): Actor {
  return { kind: 'policy', id: templateId };
}

/** The result is a part of the data of an entry. */
export function loggedCause(cause: Cause | null | undefined): { readonly cause?: Cause } {
  return cause === null || cause === undefined ? {} : { cause };
}

/** The author of a change. */
export interface Actor {
  readonly kind: ActorKind;
  /**
   * The key's id, the administrator's e-mail address, the operating system's user name, the process, the e-mail address
   * of a person who decided, or the id of the template whose policy applies.
   */
  readonly id: string;
  /** The address and the id of the request, if there was one. */
  readonly address?: string;
  readonly requestId?: string;
}

/** Kinds of changes that are events, too: events/event.ts. The list may grow; a name keeps its meaning. */
export const publishedActions = [
  'group.accepted',
  'group.succeeded',
  'group.adopted',
  'group.failed',
  'group.cancelled',
  'group.changed',
  'group.handed_over',
  'group.archived',
  'group.unarchived',
  'group.deleted',
  'group.restored',
  'group.settings_applied',
  'group.repaired',
  'group.drift_accepted',
  'roster.applied',
  'roster.held',
  'roster.person_waiting',
  'guest.invited',
  'guest.ended',
  'group.contested',
  'group.idle',
  'group.active_again',
  'group.change_failed',
  'group.expiring',
  'group.renewed',
  'group.expired',
  'group.suite_expires_earlier',
  'group.held',
  'group.released',
  'directory.group_found',
  'connection.assumption_changed',
  'group.adoption_ended',
  'group.gone',
  'group.returned',
  'group.team_added',
  'group.drifted',
  'group.ownerless',
  'group.responsible_unavailable',
  'group.deputy_unavailable',
  'responsibility.shaky',
  'responsibility.handed_over',
  'responsibility.deputy_vacant',
  'responsibility.vacant',
  'responsibility.restored',
  'person.unreachable',
  'person.reachable',
  'mass_departure',
  'mass_departure_ended',
  'batch.completed',
  'task.opened',
  'task.reminded',
  'task.escalated',
  'task.reassigned',
  'task.decided',
  'task.lapsed',
  'task.withdrawn',
  'review.requested',
  'review.opened',
  'review.answered',
  'review.completed',
  'review.lapsed',
  'review.withdrawn',
  'api_key.created',
  'api_key.changed',
  'api_key.revoked',
  'api_key.secret_added',
  'api_key.secret_ended',
  'organisation.created',
  'organisation.changed',
  'organisation.deleted',
  'template.created',
  'template.changed',
  'template.deleted',
] as const;

/** Kinds of changes that only the log has. */
const internalActions = [
  'api_key.address_refused',
  'tenant.created',
  'tenant.changed',
  'tenant.clock_advanced',
  'administrator.added',
  'administrator.changed',
  'administrator.removed',
  'administrator.link_made',
  'administrator.invited',
  'administrator.invitation_revoked',
  'administrator.session_ended',
  'administrator.identity_bound',
  'administrator.identity_refused',
  'administrator.identity_reset',
  'administrator.signed_in',
  'administrator.signed_out',
  'sign_in_provider.changed',
  'person.added',
  'person.changed',
  'person.removed',
  'sandbox_group.added',
  'sandbox_group.changed',
  'sandbox_group.removed',
  'group.operation_accepted',
  'group.external_id_set',
  'group.external_id_released',
  'group.operation_cancelled',
  'batch.started',
  'batch.cancelled',
  'group.removed',
  'enforcement.stopped',
  'enforcement.released',
  'idle.stopped',
  'idle.released',
  'reports.concealed',
  'adoption.stopped',
  'adoption.released',
  'webhook.added',
  'webhook.changed',
  'webhook.removed',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.key_added',
  'webhook.replayed',
  'signing_key.withdrawn',
  'activity.archived',
] as const;
export const activityActions = [...publishedActions, ...internalActions] as const;
export type ActivityAction = (typeof activityActions)[number];

/** It belongs to a group or a key, whose row has an API key by its id, and every other author with the kind. */
export function authorOf(createdBy: string): Pick<Actor, 'kind' | 'id'> {
  const at = createdBy.indexOf(':');
  if (at < 0) return { kind: 'api_key', id: createdBy };
  return { kind: createdBy.slice(0, at) as ActorKind, id: createdBy.slice(at + 1) };
}

export interface ActivitySubject {
  readonly kind:
    | 'tenant'
    | 'organisation'
    | 'template'
    | 'api_key'
    | 'administrator'
    | 'sign_in_provider'
    | 'person'
    | 'group'
    | 'directory_group'
    | 'batch'
    | 'webhook'
    | 'signing_key';
  readonly id: string;
}

export interface ActivityEntry {
  readonly tenantId: string;
  /** Milliseconds since the Unix epoch. */
  readonly occurredAt: number;
  readonly actor: Actor;
  readonly action: ActivityAction;
  readonly subject: ActivitySubject;
  /** The details of the change, without secrets. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Part of the transaction of the change. */
export interface ActivityLog {
  record(entries: readonly ActivityEntry[]): Promise<void>;
}

/** It says what the members that differ were and what they are now. */
export function difference<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T)[];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const pick = (from: T): Partial<T> =>
    Object.fromEntries(changed.map((name) => [name, from[name]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
