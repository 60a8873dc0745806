// The people of the sandbox: adds, changes and removes them. A real suite keeps its own.
import { difference, type Actor } from '../../activity/activity.ts';
import { notFound, type ChangeDeps } from '../../changes/change.ts';
import { expectWithin, quotas } from '../../changes/quotas.ts';
import { validationFailed, type Fault } from '../../foundation/errors.ts';
import { isGuid, isPersonReference } from '../person-reference.ts';
import type { SandboxPersonInput } from './person-input.schema.ts';

export interface SandboxPerson {
  readonly personId: string;
  readonly email: string;
  readonly displayName: string;
  readonly kind: 'member' | 'guest';
  readonly enabled: boolean;
}

/** In the transaction of the change. */
export interface SandboxPeopleStore {
  list(tenantId: string): Promise<SandboxPerson[]>;
  /** Locks the person until the transaction ends. */
  lock(tenantId: string, personId: string): Promise<SandboxPerson | undefined>;
  /** @throws DomainError `validation_failed` when the id or the address is taken; so does `update` */
  insert(tenantId: string, person: SandboxPerson): Promise<void>;
  /** No other transaction adds people until this one ends. */
  lockAndCount(tenantId: string): Promise<number>;
  update(tenantId: string, person: SandboxPerson): Promise<void>;
  delete(tenantId: string, personId: string): Promise<void>;
}

export function createChangeSandboxPeople(deps: ChangeDeps & { store: SandboxPeopleStore }) {
  const { activity, clock, createId, store } = deps;

  async function tell(
    actor: Actor,
    tenantId: string,
    action: 'person.added' | 'person.changed' | 'person.removed',
    person: SandboxPerson,
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const subject = { kind: 'person', id: person.personId } as const;
    await activity.record([{ tenantId, occurredAt: clock.now(), actor, action, subject, data }]);
  }

  return {
    async add(actor: Actor, tenantId: string, input: SandboxPersonInput): Promise<SandboxPerson> {
      check(input);
      const person = personOf(input, input.id?.toLowerCase() ?? createId());
      const count = (await store.lockAndCount(tenantId)) + 1;
      expectWithin(quotas.sandboxPeople, count, 'people in its sandbox', 'Remove one first.');
      await store.insert(tenantId, person);
      await tell(actor, tenantId, 'person.added', person, withoutId(person));
      return person;
    },

    async change(
      actor: Actor,
      tenantId: string,
      personId: string,
      input: SandboxPersonInput,
    ): Promise<SandboxPerson> {
      const found = await store.lock(tenantId, personId);
      if (found === undefined) throw notFound('person');
      check(input);
      const person = personOf(input, personId);
      const changed = difference(withoutId(found), withoutId(person));
      if (changed === undefined) return found;
      await store.update(tenantId, person);
      await tell(actor, tenantId, 'person.changed', person, changed);
      return person;
    },

    async remove(actor: Actor, tenantId: string, personId: string): Promise<void> {
      const found = await store.lock(tenantId, personId);
      if (found === undefined) throw notFound('person');
      await store.delete(tenantId, personId);
      await tell(actor, tenantId, 'person.removed', found, withoutId(found));
    },
  };
}

/** Rules for a person beyond the schema of the input. */
export function sandboxPersonFaults(input: SandboxPersonInput): Fault[] {
  if (isPersonReference(input.email) && !isGuid(input.email)) return [];
  return [{ pointer: '/email', code: 'not_valid', detail: 'This is not an e-mail address.' }];
}

export function personOf(input: SandboxPersonInput, personId: string): SandboxPerson {
  return {
    personId,
    email: input.email,
    displayName: input.name,
    kind: input.kind ?? 'member',
    enabled: input.enabled ?? true,
  };
}

function withoutId({ email, displayName, kind, enabled }: SandboxPerson) {
  return { email, displayName, kind, enabled };
}

function check(input: SandboxPersonInput): void {
  const faults = sandboxPersonFaults(input);
  if (faults.length > 0) throw validationFailed(faults);
}
