// A process that runs the embedded PostgreSQL and nothing else, for tests that kill it: with a data directory as
// its argument it starts, says {"processId", "url"} in one line, and stops at SIGTERM.
import { startEmbeddedPostgres } from '../src/embedded/embedded.ts';
import { silentLog } from '../src/postgres/log.ts';
import { DatabaseStartError } from '../src/postgres/unavailable.ts';

const [dataDirectory = ''] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: silentLog });
  process.once('SIGTERM', () => void postgres.stop());
  const line = JSON.stringify({ processId: postgres.processId(), url: postgres.owner.url });
  process.stdout.write(`${line}\n`);
} catch (error) {
  if (!(error instanceof DatabaseStartError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 1;
}
