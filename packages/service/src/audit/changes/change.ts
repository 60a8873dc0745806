// The common part of all changes of configuration: the record and its version, the write, and the activity log.
import { type ExpectedVersion, isExpected, type RecordStore } from '../../ground/record-store.ts';
import type {
  ActivityAction,
  ActivityEntry,
  ActivityLog,
  ActivitySubject,
  Actor,
} from '../activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, type FieldError } from '../../ground/errors.ts';
import type { CreateId } from '../../ground/identifiers.ts';

/** The dependencies of a change: everything belongs to one transaction. */
export interface ChangeDeps {
  readonly activity: ActivityLog;
  readonly clock: Clock;
  readonly createId: CreateId;
}

/** @param what for example "organisation" */
export function notFound(what: string): DomainError {
  return new DomainError('not_found', `There is no such ${what}.`);
}

interface RecordKind<R> {
  /** Sentences have it, for example "API key". */
  readonly name: string;
  /** The activity log has it. */
  readonly subject: ActivitySubject['kind'];
  readonly idOf: (record: R) => string;
}

type Data = ActivityEntry['data'];
interface Versioned {
  readonly version: number;
}

/** Locks, checks and writes records of one kind. Each write has its entry in the activity log. */
export function createRecordChanges<R extends { readonly tenantId: string }>(
  { activity, clock, store }: ChangeDeps & { readonly store: RecordStore<R> },
  { name, subject: kind, idOf }: RecordKind<R>,
) {
  async function write(
    actor: Actor,
    action: ActivityAction,
    record: R,
    data: Data,
    save: (at: number) => Promise<unknown>,
  ): Promise<void> {
    const occurredAt = clock.now();
    await save(occurredAt);
    const { tenantId } = record;
    const subject = { kind, id: idOf(record) };
    await activity.record([{ tenantId, occurredAt, actor, action, subject, data }]);
  }

  /** The parts of a write, and what is checked or done after it. */
  type Write = [actor: Actor, action: ActivityAction, record: R, data: Data, then?: Then];
  type Then = (at: number) => Promise<unknown>;

  const insert = (...[actor, action, record, data, then]: Write) =>
    write(actor, action, record, data, async (at) => {
      await store.insert(record, at);
      await then?.(at);
    });
  const update = (...[actor, action, record, data, then]: Write) =>
    write(actor, action, record, data, async (at) => {
      await store.update(record, at);
      await then?.(at);
    });

  return {
    write,
    insert,
    update,

    /**
     * @param expectedVersion the version that the caller has seen; undefined: any
     * @throws DomainError `not_found` or `version_conflict`
     */
    async lock(tenantId: string, id: string, expectedVersion?: ExpectedVersion): Promise<R> {
      const found: (R & Partial<Versioned>) | undefined = await store.lock(tenantId, id);
      if (found === undefined) throw notFound(name);
      if (isExpected(found.version, expectedVersion)) return found;
      throw new DomainError(
        'version_conflict',
        `Someone else changed the ${name} in the meantime. Read it again, then repeat your change.`,
      );
    },

    /**
     * Writes the next version of a record.
     * @param data undefined: nothing changes, and the record stays as it is
     */
    async change(
      actor: Actor,
      action: ActivityAction,
      found: R & Versioned,
      changes: Partial<R>,
      data: Data | undefined,
      then?: Then,
    ): Promise<R & Versioned> {
      if (data === undefined) return found;
      const record = { ...found, ...changes, version: found.version + 1 };
      await update(actor, action, record, data, then);
      return record;
    },
  };
}

/** Faults of a part of an input, with pointers into the whole. */
export function faultsWithin(pointer: string, faults: readonly FieldError[]): FieldError[] {
  return faults.map(({ code, detail, pointer: inner = '' }) => {
    return { pointer: pointer + inner, code, detail };
  });
}
