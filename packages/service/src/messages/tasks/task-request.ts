// The request that a task approves, as it was when the people of the task were asked: `data.request`.
import type { Actor } from '../../audit/activity.ts';
import type { Fact, Task } from './task.ts';

export const taskRequestKinds = ['create', 'change', 'delete'] as const;
export type TaskRequestKind = (typeof taskRequestKinds)[number];

/** JSON, because tasks are stored with it. Members of the group are as they will be with the approval. */
export interface TaskRequest {
  readonly kind: TaskRequestKind;
  /** The operation; null for a creation. */
  readonly operationId: string | null;
  /** The name of an API key, otherwise the id. */
  readonly requestedBy: Pick<Actor, 'kind' | 'id'> & { readonly name: string };
  readonly requestedAt: string;
  readonly reason: string | null;
  /** From 1. */
  readonly stage: number;
  readonly of: number;
  readonly displayName: string;
  readonly description: string | null;
  readonly visibility: 'private' | 'public';
  /** As the request or the record names them. */
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** Number of people in the group, owners included. */
  readonly people: number;
  /** Number of guests whom the request brings into the group. */
  readonly guests: number;
  /** The people whom the request adds or removes, as it names them: the first ones. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The members of the group that a change names. */
  readonly changes: readonly string[];
}

/** As many people as a task names. */
export const maxNamed = 20;

/** Undefined for a task of another kind. */
export function requestOf({ data }: Pick<Task, 'data'>): TaskRequest | undefined {
  return data['request'] as TaskRequest | undefined;
}

/** For the page on which people decide. */
export function factsOfRequest(request: TaskRequest): readonly Fact[] {
  const { kind, changes, stage, of } = request;
  const isAsked = (name: string) => kind === 'create' || changes.includes(name);
  const facts: readonly (Fact | undefined)[] = [
    { name: 'requested_by', value: request.requestedBy.name },
    given('reason', request.reason),
    kind === 'change' && isAsked('displayName')
      ? { name: 'new_name', value: request.displayName }
      : undefined,
    isAsked('description') ? given('description', request.description) : undefined,
    given('responsible', request.responsible),
    given('deputy', request.deputy),
    { name: 'visibility', value: request.visibility },
    { name: 'people', value: String(request.people) },
    request.guests === 0 ? undefined : { name: 'guests', value: String(request.guests) },
    kind === 'create' ? undefined : given('added', request.added.join(', ')),
    given('removed', request.removed.join(', ')),
    of === 1 ? undefined : { name: 'stage', value: `${stage} / ${of}` },
  ];
  return facts.filter((fact) => fact !== undefined);
}

function given(name: Fact['name'], value: string | null): Fact | undefined {
  return value === null || value === '' ? undefined : { name, value };
}
