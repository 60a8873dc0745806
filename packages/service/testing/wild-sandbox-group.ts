// A group of the sandbox that others made.
import { randomUUID } from 'node:crypto';
import type { GroupFacts } from '../src/directory/group-facts.ts';
import type { Queryable } from '../src/postgres/database.ts';

export interface WildSandboxGroup {
  readonly mailNickname: string;
  readonly displayName?: string;
  /** E-mail addresses. */
  readonly owners?: readonly string[];
  readonly members?: readonly string[];
  readonly hasTeam?: boolean;
  readonly facts?: Partial<Record<keyof GroupFacts, boolean>>;
}

/** Answers the id of the group, which every read shows at once. */
export async function addWildGroup(
  database: Queryable,
  tenantId: string,
  {
    mailNickname,
    displayName,
    owners = [],
    members = [],
    hasTeam = false,
    facts = {},
  }: WildSandboxGroup,
): Promise<string> {
  const groupId = randomUUID();
  const idsOf = (emails: string) => `
    array(
      select p.person_id from unnest(${emails}::text[]) with ordinality as wanted (email, place)
      join sandbox_people p on p.tenant_id = $1 and p.email = wanted.email
      order by wanted.place
    )`;
  await database.query(
    `insert into sandbox_groups (tenant_id, group_id, marker, display_name, mail_nickname, visibility, owner_ids,
       member_ids, created_at, visible_at, team_ready_at, facts)
     select $1, $2, null, $3, $4, 'private', ${idsOf('$5')}, ${idsOf('$6')}, now() - interval '3 years',
       now() - interval '3 years', case when $7 then now() end, $8`,
    [
      tenantId,
      groupId,
      displayName ?? mailNickname,
      mailNickname,
      owners,
      [...owners, ...members],
      hasTeam,
      JSON.stringify(facts),
    ],
  );
  return groupId;
}
