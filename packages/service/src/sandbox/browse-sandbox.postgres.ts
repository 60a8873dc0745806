// Lists of the sandbox suite for the people who look after it.
import type { Database } from '../postgres/database.ts';
import type { SandboxPerson } from './sandbox-person.ts';
import { isFoundPerson, sandboxPersonColumns } from './people.postgres.ts';
import { searchedWords } from '../ground/folded-text.ts';

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
  };
}
