// Lists of the sandbox suite for the people who look after it.
import type { Database } from '../../postgres/database.ts';
import type { SandboxPerson } from './change-people.ts';

interface SandboxGroupSummary {
  readonly groupId: string;
  /** Our teamId; undefined for a group that this service did not create. */
  readonly marker: string | undefined;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly visibility: string;
  readonly owners: number;
  readonly members: number;
  readonly hasTeam: boolean;
  readonly createdAt: Date;
}

interface GroupRow extends Omit<SandboxGroupSummary, 'marker'> {
  readonly marker: string | null;
}

export interface Page {
  readonly text: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export type SandboxBrowser = ReturnType<typeof createSandboxBrowser>;

export function createSandboxBrowser(database: Database) {
  return {
    async people(tenantId: string, { text, offset, limit }: Page) {
      const where = `tenant_id = $1 and ($2::text is null or position(lower($2) in lower(email)) > 0
        or position(lower($2) in lower(display_name)) > 0)`;
      const [[count], rows] = await Promise.all([
        database.query<{ total: number }>(
          `select count(*) as total from sandbox_people where ${where}`,
          [tenantId, text ?? null],
        ),
        database.query<SandboxPerson>(
          `select person_id as "personId", email, display_name as "displayName", kind, enabled
           from sandbox_people where ${where} order by lower(display_name), person_id offset $3 limit $4`,
          [tenantId, text ?? null, offset, limit],
        ),
      ]);
      return { items: rows, total: count?.total ?? 0 };
    },

    async groups(tenantId: string, { text, offset, limit }: Page, now: Date) {
      const where = `tenant_id = $1 and ($2::text is null or position(lower($2) in lower(mail_nickname)) > 0
        or position(lower($2) in lower(display_name)) > 0)`;
      const [[count], rows] = await Promise.all([
        database.query<{ total: number }>(
          `select count(*) as total from sandbox_groups where ${where}`,
          [tenantId, text ?? null],
        ),
        database.query<GroupRow>(
          `select group_id as "groupId", marker, display_name as "displayName",
             mail_nickname as "mailNickname", visibility, cardinality(owner_ids) as owners,
             cardinality(member_ids) as members, coalesce(team_ready_at <= $5, false) as "hasTeam",
             created_at as "createdAt"
           from sandbox_groups where ${where} order by group_id desc offset $3 limit $4`,
          [tenantId, text ?? null, offset, limit, now],
        ),
      ]);
      return {
        items: rows.map(summaryOf),
        total: count?.total ?? 0,
      };
    },
  };
}

function summaryOf({ marker, ...group }: GroupRow): SandboxGroupSummary {
  return { ...group, marker: marker ?? undefined };
}
