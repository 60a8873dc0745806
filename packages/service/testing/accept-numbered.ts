// A process that accepts groups of one sequence of numbers, for the test that no number is given out twice: with its
// DATABASE_URL, the number of groups and the ids as arguments, it answers the number of accepted groups in one line.
import { applicationRole } from '../src/postgres/connection-settings.ts';
import { silentLog } from '../src/postgres/log.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { createAcceptanceStore } from '../src/groups/create/create-team.postgres.ts';
import { numberedAcceptance } from './acceptance.ts';

const [url = '', count = '0', tenantId = '', scopeId = ''] = process.argv.slice(2);
const database = openDatabase({ url, role: applicationRole }, { log: silentLog });
const store = createAcceptanceStore(database);
const results = await Promise.all(
  Array.from({ length: Number(count) }, () =>
    store.accept(numberedAcceptance({ tenantId, scopeId })),
  ),
);
await database.close();
process.stdout.write(String(results.filter(({ kind }) => kind === 'accepted').length));
