// A sandbox under test: its own database, a virtual clock, and people.
import { randomUUID } from 'node:crypto';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import type { WildKind } from '@groupwright/graph-simulator/wild-groups.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { SandboxConnection } from '../directory/connection.ts';
import type { DirectoryFixture } from '../directory/fixtures.suite.ts';
import type { WildFacts } from './sandbox-store.ts';
import { createSandboxStore } from './sandbox.postgres.ts';
import { createSandboxDirectory } from './sandbox.ts';

const wildFacts: Readonly<Record<WildKind, WildFacts>> = {
  ordinary: {},
  on_premises: { isSynchronised: true, hidesOwners: true },
  dynamic: { hasDynamicMembership: true },
  role_assignable: { isRoleAssignable: true },
  exchange: { hidesOwners: true },
  foreign_marker: { hasForeignMarker: true },
  hidden_membership: { hasHiddenMembership: true },
  class_team: { hasHiddenMembership: true, isClassTeam: true },
};

export async function openSandboxFixture(connection: SandboxConnection): Promise<DirectoryFixture> {
  const { database, close } = await createTestDatabase();
  const clock = createVirtualClock();
  const tenantId = randomUUID();
  const people = Array.from({ length: 40 }, (_, index) => ({
    id: randomUUID(),
    email: `person${index}@sandbox.example`,
  }));
  await database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name)
     select $1, id, email, email from unnest($2::uuid[], $3::text[]) as p (id, email)`,
    [tenantId, people.map(({ id }) => id), people.map(({ email }) => email)],
  );
  const guestId = randomUUID();
  await database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name, kind)
     values ($1, $2, 'guest@partner.example', 'Guest', 'guest')`,
    [tenantId, guestId],
  );
  return {
    directory: createSandboxDirectory({
      tenantId,
      connection,
      store: createSandboxStore(database),
      clock,
      newId: randomUUID,
    }),
    people,
    guestId,
    now: () => clock.now(),
    async removeAllOwners(groupId) {
      await database.query(`update sandbox_groups set owner_ids = '{}' where group_id = $1`, [
        groupId,
      ]);
    },
    knowsLeaveDates: true,
    async changePerson(id, { enabled, language, managerId, leavesOn }) {
      await database.query(
        `update sandbox_people p
         set enabled = coalesce($3, enabled), language = coalesce($4, language),
           leaves_on = coalesce($5::date, leaves_on),
           manager_email = case when $6
             then (select m.email from sandbox_people m where m.tenant_id = p.tenant_id and m.person_id = $7)
             else manager_email end
         where tenant_id = $1 and person_id = $2`,
        [
          tenantId,
          id,
          enabled ?? null,
          language ?? null,
          leavesOn?.toISOString().slice(0, 10) ?? null,
          managerId !== undefined,
          managerId ?? null,
        ],
      );
    },
    async deletePerson(id) {
      await database.query('delete from sandbox_people where tenant_id = $1 and person_id = $2', [
        tenantId,
        id,
      ]);
    },
    async restorePerson(id) {
      const email = people.find((person) => person.id === id)?.email ?? '';
      await database.query(
        `insert into sandbox_people (tenant_id, person_id, email, display_name)
         values ($1, $2, $3, $3)`,
        [tenantId, id, email],
      );
    },
    blockedWord: 'sandbox-blocked-word',
    async makeStrangersGroup(mailNickname, { kind = 'ordinary', ownerIds = [] } = {}) {
      const groupId = randomUUID();
      await database.query(
        `insert into sandbox_groups (tenant_id, group_id, marker, display_name, mail_nickname,
           visibility, owner_ids, member_ids, created_at, visible_at, team_ready_at, facts)
         values ($1, $2, null, 'A stranger’s', $3, 'private', $5, $5, $4, $4, $6, $7)`,
        [
          tenantId,
          groupId,
          mailNickname,
          new Date(clock.now()),
          ownerIds,
          kind === 'class_team' ? new Date(clock.now()) : null,
          JSON.stringify(wildFacts[kind]),
        ],
      );
      return groupId;
    },
    async wait(durationMs) {
      clock.advanceTo(clock.now() + durationMs);
    },
    run: (work) => work,
    close,
  };
}
