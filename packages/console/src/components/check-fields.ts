// Finds the faults of the fields that were left: by the service, with the schema of the operation that the form sends.
// Loaded when the first field is left.
import { api, ApiProblem } from '../api/client.ts';
import type { Fault } from '../api/generated/admin-api.ts';
import type { BodyCheck } from './body-check.ts';

export interface CheckMemory {
  /** Only the answer of the last check counts. */
  turn: number;
  /** No answer counts that was asked for before a stop. */
  stops: number;
  /** Pointers of values that were left after a change. */
  readonly left: Set<string>;
  /** The body when a field was last left, as JSON; empty if it has changed since, before the answer. */
  asked: string | undefined;
}

/** @returns makes the faults to show from those that are shown; undefined if there is nothing to show */
export async function checkFields(
  memory: CheckMemory,
  {
    now,
    latest,
    before,
    sent,
    refused,
    isLeaving,
  }: {
    now: BodyCheck;
    /** The body when the answer is there. */
    latest: () => unknown;
    /** The body of the stored values. */
    before: unknown;
    /** The body that was sent last. */
    sent: unknown;
    /** Why it was refused. */
    refused: readonly Fault[];
    /** A field was left; otherwise only the faults that are shown are checked again. */
    isLeaving: boolean;
  },
): Promise<((shown: readonly Fault[]) => readonly Fault[]) | undefined> {
  if (isLeaving) {
    const body = JSON.stringify(now.body);
    if (body === (memory.asked ?? JSON.stringify(before))) return undefined;
    memory.asked = body;
    for (const pointer of changedPointers(before, now.body)) memory.left.add(pointer);
  }
  const turn = (memory.turn += 1);
  const found = await faultsOf(now);
  if (isLeaving) await isReleased();
  if (turn !== memory.turn) return undefined;
  // A value that was corrected while the service answered has no new fault by this answer.
  const changed = changedPointers(now.body, latest());
  if (changed.length > 0) memory.asked = '';
  const since = changedPointers(sent, now.body);
  // No schema has these rules. The values are still those that were sent.
  const lasting = refused.filter(
    (fault) => isIn(now.body, fault.pointer) && !since.some((value) => concerns(fault, value)),
  );
  return (shown) => {
    const isDue = (fault: Fault) =>
      shown.some(({ pointer }) => pointer === fault.pointer) ||
      (isLeaving &&
        [...memory.left].some((value) => concerns(fault, value)) &&
        !changed.some((value) => concerns(fault, value)));
    const isNew = ({ pointer, code }: Fault) =>
      !lasting.some((other) => other.pointer === pointer && other.code === code);
    return [...lasting, ...found.filter((fault) => isDue(fault) && isNew(fault))];
  };
}

/** A fault that appears while a button is pressed would move the button away from under the pointer. */
async function isReleased(): Promise<void> {
  if (document.querySelector(':active') === null) return;
  await new Promise((resolve) => {
    // A press that becomes a scroll is cancelled.
    for (const end of ['pointerup', 'pointercancel']) {
      window.addEventListener(end, () => setTimeout(resolve), { once: true });
    }
  });
}

/** None if the service does not answer: sending the form tells. */
async function faultsOf(check: BodyCheck): Promise<readonly Fault[]> {
  try {
    return (await api.post('/checks', { body: check })).faults;
  } catch (error) {
    if (error instanceof ApiProblem) return [];
    throw error;
  }
}

/** The pointers of the single values that differ. An empty one that was absent before does not. */
export function changedPointers(before: unknown, after: unknown, at = ''): string[] {
  if (isObject(before) || isObject(after)) {
    const [one, other] = [membersOf(before), membersOf(after)];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
      changedPointers(one[name], other[name], `${at}/${escaped(name)}`),
    );
  }
  return Object.is(before, after) || (isEmpty(before) && isEmpty(after)) ? [] : [at];
}

/** Whether the fault is at this value, or at what contains it or is in it. The body as a whole is no field. */
function concerns({ pointer = '' }: Fault, value: string): boolean {
  return pointer !== '' && (isWithin(pointer, value) || isWithin(value, pointer));
}

/** Whether the body has a value there. */
function isIn(body: unknown, pointer = ''): boolean {
  const names = pointer.split('/').slice(1).map(unescaped);
  return names.reduce((value, name) => membersOf(value)[name], body) !== undefined;
}

const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const membersOf = (value: unknown) => (isObject(value) ? value : {}) as Record<string, unknown>;
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
