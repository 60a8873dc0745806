// The request that a task approves, as it was when the people of the task were asked: `data.request`.
import type { Actor } from '../../audit/activity.ts';
import type { Fact, Task } from './task.ts';

export const taskRequestKinds = ['create', 'change', 'delete', 'adopt'] as const;
export type TaskRequestKind = (typeof taskRequestKinds)[number];

/** JSON, because tasks are stored with it. Members of the group are as they will be with the approval. */
export interface TaskRequest {
  readonly kind: TaskRequestKind;
  /** The operation; null for a creation. */
  readonly operationId: string | null;
  /** The person for whom a key asks, if the request names one; otherwise its sender. */
  readonly requestedBy: Requester;
  readonly sentBy: Requester;
  readonly requestedAt: string;
  readonly reason: string | null;
  /** It counts from 1. */
  readonly stage: number;
  readonly of: number;
  /** Number of people of the stage whom it does not ask, because they are too many. */
  readonly notAsked: number;
  readonly displayName: string;
  readonly description: string | null;
  readonly visibility: 'private' | 'public';
  /** The request or the record names this person. */
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** Number of people in the group, owners included. */
  readonly people: number;
  /** Number of guests whom the request brings into the group. */
  readonly guests: number;
  /** The people whom the request adds or removes, as it names them: the first ones. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The properties that a new group has, or that a change sets or clears. */
  readonly properties: Readonly<Record<string, string | null>>;
  /** The members of the group that a change names. */
  readonly changes: readonly string[];
}

/** The name of an API key, otherwise the id. */
export type Requester = Pick<Actor, 'kind' | 'id'> & { readonly name: string };

/** A task names no more people. */
export const maxNamed = 20;

/** Undefined for a task of another kind. */
export function requestOf({ data }: Pick<Task, 'data'>): TaskRequest | undefined {
  return data['request'] as TaskRequest | undefined;
}

/** The page on which people decide shows them. */
export function factsOfRequest(request: TaskRequest): readonly Fact[] {
  const { kind, changes, stage, of } = request;
  const isAsked = (name: string) => kind === 'create' || changes.includes(name);
  const facts: readonly (Fact | undefined)[] = [
    // A rule of the tenant asks for an adoption.
    kind === 'adopt' ? undefined : { name: 'requested_by', value: requesterText(request) },
    given('reason', request.reason),
    kind === 'change' && isAsked('displayName')
      ? { name: 'new_name', value: request.displayName }
      : undefined,
    isAsked('description') ? given('description', request.description) : undefined,
    given('responsible', request.responsible),
    given('deputy', request.deputy),
    { name: 'visibility', value: request.visibility },
    // The people of an adopted group may not be counted yet.
    request.people === 0 ? undefined : { name: 'people', value: String(request.people) },
    request.guests === 0 ? undefined : { name: 'guests', value: String(request.guests) },
    kind === 'create' ? undefined : given('added', request.added.join(', ')),
    given('removed', request.removed.join(', ')),
    given('properties', propertiesText(request)),
    of === 1 ? undefined : { name: 'stage', value: `${stage} / ${of}` },
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** Whether a request names nobody for whom it was sent. */
export function isOfSender({
  requestedBy,
  sentBy,
}: Readonly<Record<'requestedBy' | 'sentBy', Pick<Actor, 'kind' | 'id'>>>): boolean {
  return requestedBy.kind === sentBy.kind && requestedBy.id === sentBy.id;
}

function requesterText(request: TaskRequest): string {
  const { requestedBy, sentBy } = request;
  return isOfSender(request) ? sentBy.name : `${requestedBy.name} (${sentBy.name})`;
}

function propertiesText({ properties }: Pick<TaskRequest, 'properties'>): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}: ${value ?? '–'}`)
    .join(', ');
}

function given(name: Fact['name'], value: string | null): Fact | undefined {
  return value === null || value === '' ? undefined : { name, value };
}
