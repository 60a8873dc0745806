// A group of the sandbox's directory with as many members as a test needs, who are in no other group.
import type { TestService, TestTenant } from './service.ts';

/** Answers its address. */
export async function makeDirectoryGroup(
  service: TestService,
  tenant: TestTenant,
  alias: string,
  members: number,
): Promise<string> {
  await service.createTeam(tenant, alias, { owners: [] });
  await service.at.database.query(
    `with people as (
      insert into sandbox_people (tenant_id, person_id, email, display_name)
      select $1, gen_random_uuid(), $2 || n || '@aare.example', 'Person ' || n from generate_series(1, $3) n
      returning person_id
    )
    update sandbox_groups set member_ids = array(select person_id from people)
    where tenant_id = $1 and mail_nickname = $2`,
    [tenant.tenantId, alias, members],
  );
  return `${alias}@sandbox.example`;
}
