// Follows the people of the sandbox. The table `sandbox_people_changes` (0001_schema.sql) explains the position of a reader.
import type { Database, Query } from '../postgres/database.ts';
import { isGuid, personKey } from '../directory/person-reference.ts';
import type { Person, PersonState } from '../directory/people-life.ts';
import { personColumns, readPeople } from './people.postgres.ts';
import type { Changes, SandboxPeopleLife } from './sandbox-store.ts';

type Present = Extract<PersonState, { state: 'present' }>;

type Row = Omit<Present, 'state' | 'manager' | 'leavesOn'> & {
  readonly leavesOn: string | null;
  readonly managerEmail: string | null;
};

export function createSandboxPeopleLife(database: Database): SandboxPeopleLife {
  return {
    async peopleChanges(tenantId, position) {
      return readChanges(database, changesOfPeople, tenantId, position);
    },

    async peopleStates(tenantId, ids) {
      const rows = await database.query<Row>(readStates, [tenantId, ids.filter(isGuid)]);
      const managers = rows.flatMap(({ managerEmail }) => managerEmail ?? []).map(personKey);
      const people =
        managers.length === 0
          ? new Map<string, Person>()
          : await readPeople(database, tenantId, [...new Set(managers)]);
      return new Map(
        rows.map(({ managerEmail, leavesOn, ...person }) => [
          person.id,
          {
            ...person,
            state: 'present',
            manager: managerOf(
              managerEmail === null ? undefined : people.get(personKey(managerEmail)),
            ),
            leavesOn: leavesOn === null ? null : new Date(`${leavesOn}T00:00:00Z`),
          },
        ]),
      );
    },
  };
}

function managerOf(person: Person | undefined): Present['manager'] {
  if (person === undefined) return null;
  const { id, email, displayName } = person;
  return { id, email, displayName };
}

const changesOfPeople = changesStatement(
  'sandbox_people_changes',
  `select c.person_id::text from sandbox_people_changes c
   where c.tenant_id = $1 and c.changed_in >= $2::xid8`,
);

/**
 * A position that is ahead of the database comes from another one.
 * @param changed selects ids by the tenant and the position
 */
export function changesStatement(name: string, changed: string): Query {
  return {
    name,
    text: `
      with present as materialized (select pg_current_snapshot() as snapshot)
      select pg_snapshot_xmin(snapshot)::text as next,
        $2::text is null or $2::xid8 <= pg_snapshot_xmax(snapshot) as is_known,
        array(${changed}) as changed_ids
      from present`,
  };
}

export async function readChanges(
  database: Database,
  statement: Query,
  tenantId: string,
  position: string,
): Promise<Changes | undefined> {
  const [row] = await database.query<{ next: string; isKnown: boolean; changedIds: string[] }>(
    statement,
    [tenantId, position === '' ? null : position],
  );
  if (row === undefined || !row.isKnown) return undefined;
  return { changedIds: row.changedIds, next: row.next };
}

const readStates = {
  name: 'sandbox_people_states',
  text: `
    select ${personColumns}, language, leaves_on, manager_email from sandbox_people
    where tenant_id = $1 and person_id = any ($2::uuid[])`,
};
