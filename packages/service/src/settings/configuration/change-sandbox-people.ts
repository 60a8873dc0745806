// The people of the sandbox: adds, changes and removes them. A real suite keeps its own.
import { difference, type Actor } from '../../audit/activity.ts';
import { createRecordChanges, type ChangeDeps } from '../../audit/changes/change.ts';
import { expectWithin, quotas } from '../../audit/changes/quotas.ts';
import { validationFailed, type FieldError } from '../../ground/errors.ts';
import { isGuid, isPersonReference } from '../../directory/person-reference.ts';
import type { SandboxPersonInput } from '../../sandbox/person-input.schema.ts';
import type { SandboxPeopleStore, SandboxPerson } from '../../sandbox/sandbox-person.ts';

export function createChangeSandboxPeople(deps: ChangeDeps & { store: SandboxPeopleStore }) {
  const { createId, store } = deps;
  const people = createRecordChanges(deps, {
    name: 'person',
    subject: 'person',
    idOf: ({ personId }) => personId,
  });

  return {
    async add(actor: Actor, tenantId: string, input: SandboxPersonInput): Promise<SandboxPerson> {
      check(input);
      const personId = input.id?.toLowerCase() ?? createId();
      const person = { tenantId, ...personOf(input, personId) };
      const count = (await store.lockAndCount(tenantId)) + 1;
      expectWithin(quotas.sandboxPeople, count, 'people in its sandbox', 'Remove one first.');
      await people.insert(actor, 'person.added', person, withoutId(person));
      return person;
    },

    async change(
      actor: Actor,
      tenantId: string,
      personId: string,
      input: SandboxPersonInput,
    ): Promise<SandboxPerson> {
      const found = await people.lock(tenantId, personId);
      check(input);
      const person = { tenantId, ...personOf(input, personId) };
      const changed = difference(withoutId(found), withoutId(person));
      if (changed === undefined) return found;
      await people.update(actor, 'person.changed', person, changed);
      return person;
    },

    async remove(actor: Actor, tenantId: string, personId: string): Promise<void> {
      const found = await people.lock(tenantId, personId);
      await people.write(actor, 'person.removed', found, withoutId(found), () =>
        store.delete(found),
      );
    },
  };
}

/** Rules for a person beyond the schema of the input. */
export function sandboxPersonFaults({ email, managerEmail }: SandboxPersonInput): FieldError[] {
  const detail = 'This is not an e-mail address.';
  const values = { rule: 'email' } as const;
  const isAddress = (text: string) => isPersonReference(text) && !isGuid(text);
  return [
    ...(isAddress(email)
      ? []
      : [{ pointer: '/email', code: 'not_valid' as const, detail, values }]),
    ...(managerEmail == null || isAddress(managerEmail)
      ? []
      : [{ pointer: '/managerEmail', code: 'not_valid' as const, detail, values }]),
  ];
}

export function personOf(input: SandboxPersonInput, personId: string): SandboxPerson {
  return {
    personId,
    email: input.email,
    displayName: input.name,
    kind: input.kind ?? 'member',
    enabled: input.enabled ?? true,
    managerEmail: input.managerEmail ?? null,
    language: input.language ?? null,
    leavesOn: input.leavesOn ?? null,
  };
}

function withoutId(person: SandboxPerson) {
  const { email, displayName, kind, enabled, managerEmail, language, leavesOn } = person;
  return { email, displayName, kind, enabled, managerEmail, language, leavesOn };
}

function check(input: SandboxPersonInput): void {
  const faults = sandboxPersonFaults(input);
  if (faults.length > 0) throw validationFailed(faults);
}
