// A tenant's activity as CloudEvents 1.0 in JSON. An event consists of an entry that has its place in the chain and of
// data that never changes after it, so the same event reads the same every time.
import type { ExternalKey } from '../ground/schema/external-key.schema.ts';
import {
  isOrganisationWithin,
  isLimited,
  isWithin,
  type GroupLimit,
} from '../ground/group-limit.ts';
import { publishedActions } from '../audit/activity.ts';
import type { DomainError } from '../ground/errors.ts';
import { readTraceparent } from '../ground/trace.ts';
import type { CreationFailure } from '../engine/creation.ts';
import { failureAsError, statusUrlOf } from '../groups/read/team-responses.ts';

/** Every kind of event. The list may grow; receivers pass over what they do not know. */
export const eventTypes = publishedActions;
export type EventType = (typeof eventTypes)[number];

export function isEventType(action: string): action is EventType {
  return eventTypes.some((type) => type === action);
}

interface Entry {
  readonly tenantId: string;
  readonly position: number;
  /** 32 bytes. */
  readonly hash: Buffer;
  readonly occurredAt: Date;
  readonly actorKind: string;
  readonly actorId: string;
  readonly requestId: string | null;
  readonly action: string;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The requested group, and its place in the directory once the creation has succeeded. */
interface Group {
  readonly displayName: string;
  readonly mailNickname: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly externalIds: readonly ExternalKey[];
  readonly createdAt: Date;
  /** Null until the creation has succeeded. */
  readonly directory: {
    readonly groupId: string | null;
    readonly mail: string | null;
    readonly webUrl: string | null;
  } | null;
}

/** An entry with its place, and the group that it is about. */
export type PlacedEntry = Entry & (Group | { readonly [member in keyof Group]: null });

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md */
export interface CloudEvent {
  readonly specversion: '1.0';
  /** Unique and stable: a receiver tells a repeated delivery by it. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Extensions: whose event it is, and its place among them, as text that sorts. */
  readonly tenantid: string;
  readonly sequence: string;
  /** It belongs to the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventDeps {
  readonly baseUrl: string;
  /** Makes the problem object of a failed creation: `problemObject` of http/problem.ts. */
  readonly toProblem: (error: DomainError) => unknown;
}

const sequenceDigits = 16;

/** The organisation and the template that an entry is about; undefined: none, as for an API key. */
export function subjectsOf({ action, subjectId, data, ...entry }: PlacedEntry): {
  readonly organisationId: string | undefined;
  readonly templateId: string | undefined;
} {
  const idIn = (member: 'organisationId' | 'templateId', prefix: string) => {
    const id = action.startsWith(prefix) ? subjectId : (entry[member] ?? data[member]);
    return typeof id === 'string' ? id : undefined;
  };
  return {
    organisationId: idIn('organisationId', 'organisation.'),
    templateId: idIn('templateId', 'template.'),
  };
}

/** An entry without an organisation is within no limit, and one without a template is one of its organisation. */
export function isEventWithin(limit: GroupLimit, entry: PlacedEntry): boolean {
  if (!isLimited(limit)) return true;
  const { organisationId, templateId } = subjectsOf(entry);
  if (organisationId === undefined) return false;
  // Events of an organisation itself have no template.
  return templateId === undefined
    ? isOrganisationWithin(limit, organisationId)
    : isWithin(limit, { organisationId, templateId });
}

/** Undefined if the entry is not published. */
export function eventOf(entry: PlacedEntry, deps: EventDeps): CloudEvent | undefined {
  if (!isEventType(entry.action)) return undefined;
  return {
    specversion: '1.0',
    id: eventId(entry),
    source: deps.baseUrl,
    type: entry.action,
    subject: entry.subjectId,
    time: entry.occurredAt.toISOString(),
    datacontenttype: 'application/json',
    tenantid: entry.tenantId,
    sequence: String(entry.position).padStart(sequenceDigits, '0'),
    ...traceOf(entry),
    data: dataOf(entry.action, entry, deps),
  };
}

/** https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/distributed-tracing.md */
function traceOf({ requestId }: PlacedEntry): Pick<CloudEvent, 'traceparent'> {
  return requestId !== null && readTraceparent(requestId) ? { traceparent: requestId } : {};
}

/**
 * The position says where to continue reading. The hash makes the id unique among tenants, and different if a database
 * was restored and has continued differently.
 */
export function eventId({ position, hash }: { position: number; hash: Buffer }): string {
  return `evt_${position}_${shortHash(hash)}`;
}

export function shortHash(hash: Buffer): string {
  return hash.toString('base64url').slice(0, 22);
}

/** Undefined when the text is not an event id. */
export function parseEventId(text: string): { position: number; shortHash: string } | undefined {
  const found = /^evt_(\d{1,15})_([\w-]{22})$/.exec(text);
  if (found?.[1] === undefined || found[2] === undefined) return undefined;
  return { position: Number(found[1]), shortHash: found[2] };
}

function dataOf(type: EventType, entry: PlacedEntry, deps: EventDeps): Record<string, unknown> {
  const actor = { kind: entry.actorKind, id: entry.actorId };
  const common = { actor, requestId: entry.requestId };
  switch (type) {
    case 'group.accepted':
    case 'group.succeeded':
    case 'group.adopted':
    case 'group.failed':
    case 'group.cancelled':
      return { ...groupData(type, entry, deps), ...common };
    case 'group.changed':
    case 'group.handed_over':
    case 'group.archived':
    case 'group.unarchived':
    case 'group.deleted':
    case 'group.restored':
    case 'group.repaired':
    case 'group.drift_accepted':
    case 'group.change_failed':
      return { ...operationData(entry, deps), ...common };
    case 'roster.applied': {
      const results = pick(entry.data, ['source', 'counts']);
      return { ...operationData(entry, deps), ...results, ...common };
    }
    case 'roster.held':
    case 'roster.person_waiting':
    case 'guest.invited':
    case 'guest.ended':
      return { ...memberedGroupData(entry, rosterMembers), ...common };
    case 'group.expiring':
    case 'group.renewed':
    case 'group.expired':
    case 'group.held':
    case 'group.released':
    case 'group.idle':
    case 'group.active_again':
      return { ...memberedGroupData(entry, lifecycleMembers), ...common };
    case 'group.settings_applied':
      return {
        ...memberedGroupData(entry, ['operationId', 'settings', 'refused', 'cause']),
        ...common,
      };
    case 'group.suite_expires_earlier':
      return { ...memberedGroupData(entry, ['expiresAt', 'suiteExpiresAt']), ...common };
    case 'review.requested':
    case 'review.opened':
    case 'review.answered':
    case 'review.completed':
    case 'review.lapsed':
    case 'review.withdrawn':
      return { ...memberedGroupData(entry, reviewMembers), ...common };
    case 'directory.group_found':
      return {
        groupId: entry.subjectId,
        ...pick(entry.data, ['displayName', 'mailNickName']),
        ...common,
      };
    case 'group.adoption_ended':
    case 'group.gone':
    case 'group.returned':
    case 'group.team_added':
    case 'group.drifted':
    case 'group.contested':
    case 'group.ownerless':
    case 'group.responsible_unavailable':
    case 'group.deputy_unavailable':
      return { ...observationData(entry), ...common };
    case 'responsibility.shaky':
    case 'responsibility.handed_over':
    case 'responsibility.deputy_vacant':
    case 'responsibility.vacant':
    case 'responsibility.restored':
      return { ...responsibilityData(entry), ...common };
    case 'person.unreachable':
    case 'person.reachable':
      return {
        personId: entry.subjectId,
        ...pick(entry.data, ['email', 'failures', 'since', 'reason']),
        ...common,
      };
    case 'mass_departure':
    case 'mass_departure_ended':
      return { ...pick(entry.data, ['departed', 'answering', 'outcome']), ...common };
    case 'connection.assumption_changed':
      return { ...pick(entry.data, ['assumption', 'verdict', 'assumed', 'seen']), ...common };
    case 'batch.completed':
      return { batchId: entry.subjectId, ...pick(entry.data, ['kind', 'counts']), ...common };
    case 'task.opened':
    case 'task.reminded':
    case 'task.escalated':
    case 'task.reassigned':
    case 'task.decided':
    case 'task.lapsed':
    case 'task.withdrawn':
      return { ...taskData(entry), ...common };
    case 'api_key.created':
    case 'api_key.changed':
    case 'api_key.revoked':
    case 'api_key.secret_added':
    case 'api_key.secret_ended':
      return {
        keyId: entry.subjectId,
        ...pick(entry.data, apiKeyMembers),
        ...common,
      };
    case 'organisation.created':
    case 'organisation.changed':
    case 'organisation.deleted':
      return {
        organisationId: entry.subjectId,
        ...pick(entry.data, ['name', 'identifier', 'before', 'after']),
        ...common,
      };
    case 'template.created':
    case 'template.changed':
    case 'template.deleted':
      return { templateId: entry.subjectId, ...pick(entry.data, templateMembers), ...common };
    default:
      throw new TypeError(`Unknown type: ${String(type satisfies never)}`);
  }
}

const apiKeyMembers = [
  'name',
  'expiresAt',
  'secretId',
  'scopes',
  'organisationIds',
  'templateIds',
  'ipRanges',
  'source',
  'before',
  'after',
];

const templateMembers = [
  'organisationId',
  'name',
  'identifier',
  'mailNicknamePattern',
  'displayNamePattern',
  'properties',
  'counter',
  'transliteration',
  'policy',
  'before',
  'after',
];

/** The status that each event of a creation says. */
const statusesOf = {
  'group.accepted': 'accepted',
  'group.succeeded': 'succeeded',
  'group.adopted': 'succeeded',
  'group.failed': 'failed',
  'group.cancelled': 'cancelled',
} as const;

/** Where the group belongs, in the service and in the callers' own systems. */
function placementOf({
  organisationId,
  templateId,
  properties,
  externalIds,
}: Pick<PlacedEntry, 'organisationId' | 'templateId' | 'properties' | 'externalIds'>) {
  return { organisationId, templateId, properties, externalIds };
}

function groupData(
  type: keyof typeof statusesOf,
  entry: PlacedEntry,
  { baseUrl, toProblem }: EventDeps,
): Record<string, unknown> {
  const { subjectId } = entry;
  const failure = entry.data['error'] as CreationFailure | undefined;
  return {
    teamId: subjectId,
    status: statusesOf[type],
    statusUrl: statusUrlOf(baseUrl, subjectId),
    ...(entry.displayName !== null && {
      displayName: entry.displayName,
      mailNickName: entry.mailNickname,
      ...placementOf(entry),
      createdAt: entry.createdAt.toISOString(),
    }),
    ...pick(entry.data, ['cause']),
    ...(statusesOf[type] === 'succeeded' && { directory: entry.directory }),
    ...(type === 'group.failed' &&
      failure !== undefined && { error: toProblem(failureAsError(failure)) }),
  };
}

function operationData(
  entry: PlacedEntry,
  { baseUrl, toProblem }: EventDeps,
): Record<string, unknown> {
  const { subjectId, data } = entry;
  const failure = data['error'] as CreationFailure | undefined;
  const operationId = String(data['operationId']);
  return {
    teamId: subjectId,
    operationId,
    statusUrl: `${baseUrl}/teams/${subjectId}/operations/${operationId}`,
    ...pick(data, ['kind', 'reason', 'cause', 'approvals', 'before', 'after']),
    ...(entry.displayName !== null && {
      mailNickName: entry.mailNickname,
      ...placementOf(entry),
    }),
    ...(failure !== undefined && { error: toProblem(failureAsError(failure)) }),
  };
}

const lifecycleMembers = [
  'expiresAt',
  'unanswered',
  'outcome',
  'renewals',
  'reason',
  'unusedSince',
  'lastOn',
  'cause',
];

const rosterMembers = ['source', 'operationId', 'held', 'people', 'count', 'state'];

const reviewMembers = [
  'reviewId',
  'state',
  'outcome',
  'dueAt',
  'people',
  'kept',
  'removed',
  'unsure',
  'undecided',
  'reason',
  'cause',
];

function memberedGroupData(
  { subjectId, data, ...entry }: PlacedEntry,
  members: readonly string[],
): Record<string, unknown> {
  return {
    teamId: subjectId,
    ...pick(data, members),
    ...(entry.displayName !== null && {
      mailNickName: entry.mailNickname,
      ...placementOf(entry),
    }),
  };
}

/** It belongs to an observation in the directory: the names are those of that time. */
function observationData(entry: PlacedEntry): Record<string, unknown> {
  const { subjectId, data, organisationId } = entry;
  return {
    teamId: subjectId,
    ...pick(data, [
      'displayName',
      'mailNickName',
      'drift',
      'by',
      'contested',
      'cause',
      'responsible',
      'deputy',
      'account',
    ]),
    ...(organisationId !== null && placementOf(entry)),
  };
}

/** It belongs to a task, as it was after the event. */
function taskData(entry: PlacedEntry): Record<string, unknown> {
  const { subjectId, data, displayName, mailNickname } = entry;
  return {
    teamId: subjectId,
    ...pick(data, taskMembers),
    ...(displayName !== null && {
      displayName,
      mailNickName: mailNickname,
      ...placementOf(entry),
    }),
  };
}

const taskMembers = [
  'taskId',
  'kind',
  'operationId',
  'assignees',
  'dueAt',
  'outcome',
  'reason',
  'decidedVia',
  'cause',
];

/** People by their ids and names at that time. */
function responsibilityData(entry: PlacedEntry): Record<string, unknown> {
  const { subjectId, data, organisationId } = entry;
  return {
    teamId: subjectId,
    ...pick(data, responsibilityMembers),
    ...(organisationId !== null && placementOf(entry)),
  };
}

const responsibilityMembers = [
  'displayName',
  'mailNickName',
  'state',
  'responsible',
  'deputy',
  'former',
  'until',
  'cause',
];

/** Only what is named: an entry may come to hold more than others should see. */
function pick(
  data: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(data, name)).map((name) => [name, data[name]]),
  );
}
