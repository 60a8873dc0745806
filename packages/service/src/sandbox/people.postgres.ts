import type { Queryable } from '../postgres/database.ts';
import { lockTenant } from '../postgres/lock-tenant.ts';
import { reportTaken } from '../postgres/collision.ts';
import type { SandboxPeopleStore, SandboxPerson, StoredPerson } from './sandbox-person.ts';
import { storedFolding } from '../ground/folded-text.ts';
import type { NewGuest, Person } from '../directory/people-life.ts';
import { isGuid, personKey, spellingsOf } from '../directory/person-reference.ts';
import { validationFailed } from '../ground/errors.ts';

export const sandboxPersonColumns =
  'person_id, email, display_name, kind, enabled, manager_email, language, leaves_on';
const columns = `tenant_id, ${sandboxPersonColumns}`;

const foldedPerson = ({ displayName, email }: SandboxPerson) =>
  storedFolding(`${displayName}\n${email}`);

/** Whether name and address of a person have every word of `$2`, as `searchedWords` gives them. */
export const isFoundPerson = `(select coalesce(bool_and(position(word in
    coalesce(folded_name, lower(display_name || E'\\n' || email))) > 0), true)
  from unnest($2::text[]) word)`;

/** The columns of `Person`. */
export const personColumns =
  'person_id as id, email, display_name, kind, enabled, true as licensed, is_pending';

/** The keys are ids and e-mail addresses, each as its `personKey`. */
export async function readPeople(
  database: Queryable,
  tenantId: string,
  keys: readonly string[],
): Promise<Map<string, Person>> {
  const ids = keys.filter(isGuid);
  const emails = keys.filter((key) => !isGuid(key)).flatMap(spellingsOf);
  const rows = await database.query<Person>(
    {
      name: 'sandbox_find_people',
      text: `
        select found.* from unnest($2::uuid[]) as wanted (id) cross join lateral (
          select ${personColumns} from sandbox_people where tenant_id = $1 and person_id = wanted.id limit 1
        ) found
        union all
        select found.* from unnest($3::text[]) as wanted (email) cross join lateral (
          select ${personColumns} from sandbox_people where tenant_id = $1 and lower(email) = wanted.email limit 1
        ) found`,
    },
    [tenantId, ids, emails],
  );
  const people = new Map<string, Person>();
  for (const person of rows) {
    people.set(person.id, person);
    people.set(personKey(person.email), person);
  }
  return people;
}

/** Answers the id of the guest, who may have been invited before. */
export async function inviteGuest(
  database: Queryable,
  tenantId: string,
  personId: string,
  { email, displayName }: Pick<NewGuest, 'email' | 'displayName'>,
): Promise<string> {
  const folded = storedFolding(`${displayName}\n${email}`);
  await database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name, folded_name, kind, is_pending)
    values ($1, $2, $3, $4, $5, 'guest', true) on conflict do nothing`,
    [tenantId, personId, email, displayName, folded],
  );
  const people = await readPeople(database, tenantId, [personKey(email)]);
  return people.get(personKey(email))?.id ?? personId;
}

export function createSandboxPeopleStore(transaction: Queryable): SandboxPeopleStore {
  const takenAddress = (email: string) => ({
    pointer: '/email',
    code: 'taken' as const,
    detail: `Another person has the address ${email}.`,
    values: { name: email },
  });
  /** The index compares the addresses as they are written. */
  async function refuseOtherSpelling({ tenantId, personId, email }: StoredPerson): Promise<void> {
    const others = spellingsOf(personKey(email)).filter((one) => one !== email.toLowerCase());
    if (others.length === 0) return;
    const found = await transaction.query(
      'select from sandbox_people where tenant_id = $1 and person_id <> $2 and lower(email) = any ($3::text[])',
      [tenantId, personId, others],
    );
    if (found.length > 0) throw validationFailed([takenAddress(email)]);
  }
  const unlessTaken = (work: Promise<unknown>, { email, personId }: SandboxPerson) =>
    reportTaken(
      reportTaken(work, 'sandbox_people_email', takenAddress(email)),
      'sandbox_people_pkey',
      {
        pointer: '/id',
        code: 'taken',
        detail: `Another person has the id ${personId}.`,
        values: { name: personId },
      },
    );
  const values = (person: StoredPerson) => [
    person.tenantId,
    person.personId,
    person.email,
    person.displayName,
    person.kind,
    person.enabled,
    person.managerEmail,
    person.language,
    person.leavesOn,
    foldedPerson(person),
  ];

  return {
    list: (tenantId) =>
      transaction.query<SandboxPerson>(
        `select ${sandboxPersonColumns} from sandbox_people
        where tenant_id = $1 order by person_id`,
        [tenantId],
      ),
    async lock(tenantId, personId) {
      const [row] = await transaction.query<StoredPerson>(
        `select ${columns} from sandbox_people where tenant_id = $1 and person_id = $2 for update`,
        [tenantId, personId],
      );
      return row;
    },
    async lockAndCount(tenantId) {
      await lockTenant(transaction, tenantId);
      const [row] = await transaction.query<{ count: number }>(
        'select count(*)::integer as count from sandbox_people where tenant_id = $1',
        [tenantId],
      );
      return row?.count ?? 0;
    },
    async insert(person) {
      await refuseOtherSpelling(person);
      await unlessTaken(
        transaction.query(
          `insert into sandbox_people (${columns}, folded_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          values(person),
        ),
        person,
      );
    },
    async update(person) {
      await refuseOtherSpelling(person);
      await unlessTaken(
        transaction.query(
          `update sandbox_people set email = $3, display_name = $4, kind = $5, enabled = $6, manager_email = $7,
            language = $8, leaves_on = $9, folded_name = $10, is_pending = false
          where tenant_id = $1 and person_id = $2`,
          values(person),
        ),
        person,
      );
    },
    async delete({ tenantId, personId }) {
      await transaction.query(
        'delete from sandbox_people where tenant_id = $1 and person_id = $2',
        [tenantId, personId],
      );
    },
  };
}
