// Follows the people of the sandbox. The table `sandbox_people_changes` (0001_schema.sql) explains the position of a reader.
import type { Database } from '../postgres/database.ts';
import { isGuid } from '../directory/person-reference.ts';
import type { PersonState } from '../directory/people-life.ts';
import type { SandboxPeopleLife } from './sandbox-store.ts';

type Present = Extract<PersonState, { state: 'present' }>;

type Row = Omit<Present, 'state' | 'manager' | 'leavesOn'> & {
  readonly leavesOn: string | null;
  readonly managerId: string | null;
  readonly managerAddress: string | null;
  readonly managerName: string | null;
};

export function createSandboxPeopleLife(database: Database): SandboxPeopleLife {
  return {
    async peopleChanges(tenantId, position) {
      const [row] = await database.query<{ next: string; isKnown: boolean; changedIds: string[] }>(
        readChanges,
        [tenantId, position === '' ? null : position],
      );
      if (row === undefined || !row.isKnown) return undefined;
      return { changedIds: row.changedIds, next: row.next };
    },

    async peopleStates(tenantId, ids) {
      const rows = await database.query<Row>(readStates, [tenantId, ids.filter(isGuid)]);
      return new Map(rows.map((row) => [row.id, presentOf(row)]));
    },
  };
}

function presentOf({ managerId, managerAddress, managerName, ...person }: Row): Present {
  return {
    ...person,
    state: 'present',
    manager:
      managerId === null
        ? null
        : { id: managerId, email: managerAddress ?? '', displayName: managerName ?? '' },
    leavesOn: person.leavesOn === null ? null : new Date(`${person.leavesOn}T00:00:00Z`),
  };
}

/** A position that is ahead of the database comes from another one. */
const readChanges = {
  name: 'sandbox_people_changes',
  text: `
    with present as materialized (select pg_current_snapshot() as snapshot)
    select pg_snapshot_xmin(snapshot)::text as next,
      $2::text is null or $2::xid8 <= pg_snapshot_xmax(snapshot) as is_known,
      array(
        select c.person_id::text from sandbox_people_changes c
        where c.tenant_id = $1 and c.changed_in >= $2::xid8
      ) as changed_ids
    from present`,
};

const readStates = {
  name: 'sandbox_people_states',
  text: `
    select p.person_id as id, p.email, p.display_name, p.kind, p.enabled, true as licensed, p.language, p.leaves_on,
      m.person_id as manager_id, m.email as manager_address, m.display_name as manager_name
    from sandbox_people p
    left join sandbox_people m on m.tenant_id = p.tenant_id and lower(m.email) = lower(p.manager_email)
    where p.tenant_id = $1 and p.person_id = any ($2::uuid[])`,
};
