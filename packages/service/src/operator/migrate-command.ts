// `operator migrate`: migrates the database before the processes of a new release start, as a step of a deployment.
import { command } from './command.ts';

export const migrateCommand = command({
  name: 'migrate',
  summary:
    'bring the schema of the database up to this release; the previous one works beside it, and each start does the same',
  // Every command finds a migrated database.
  run: async () => ({ text: 'The schema of the database is that of this release.' }),
});
