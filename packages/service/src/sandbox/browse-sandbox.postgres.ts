// Lists of the sandbox suite for the people who look after it.
import type { Database } from '../postgres/database.ts';
import type { SandboxPerson } from './sandbox-person.ts';
import { isFoundPerson, sandboxPersonColumns } from './people.postgres.ts';
import { createTextSearch, searchedWords } from '../ground/folded-text.ts';

interface SandboxGroupSummary {
  readonly groupId: string;
  /** Our teamId; null for a group that this service did not create. */
  readonly marker: string | null;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly visibility: string;
  readonly owners: number;
  readonly members: number;
  readonly hasTeam: boolean;
  readonly createdAt: Date;
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
      const where = `tenant_id = $1 and ${isFoundPerson}`;
      const words = text === undefined ? [] : searchedWords(text);
      const [[count], rows] = await Promise.all([
        database.query<{ total: number }>(
          `select count(*) as total from sandbox_people where ${where}`,
          [tenantId, words],
        ),
        database.query<SandboxPerson>(
          `select ${sandboxPersonColumns}
           from sandbox_people where ${where} order by lower(display_name), person_id offset $3 limit $4`,
          [tenantId, words, offset, limit],
        ),
      ]);
      return { items: rows, total: count?.total ?? 0 };
    },

    async groups(tenantId: string, { text, offset, limit }: Page, now: Date) {
      const names = await database.query<{ groupId: string; names: string }>(
        `select group_id, display_name || E'\\n' || mail_nickname as names from sandbox_groups
         where tenant_id = $1 order by group_id desc`,
        [tenantId],
      );
      const isFound = text === undefined ? () => true : createTextSearch(text);
      const found = names.filter((group) => isFound(group.names)).map(({ groupId }) => groupId);
      const items = await database.query<SandboxGroupSummary>(
        `select group_id, marker, display_name, mail_nickname, visibility, cardinality(owner_ids) as owners,
           cardinality(member_ids) as members, coalesce(team_ready_at <= $3, false) as has_team, created_at
         from sandbox_groups where tenant_id = $1 and group_id = any ($2::uuid[]) order by group_id desc`,
        [tenantId, found.slice(offset, offset + limit), now],
      );
      return { items, total: found.length };
    },
  };
}
