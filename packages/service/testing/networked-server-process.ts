// A process that runs a PostgreSQL on a separate host: with a data directory, an address, a port and a network as its
// arguments it starts, says so, and stops the server at SIGTERM.
import { stopAbandoned } from '../src/embedded/embedded.ts';
import { startNetworkedServer } from './networked-server.ts';

const [dataDirectory = '', address = '', port = '', network = ''] = process.argv.slice(2);
await startNetworkedServer(dataDirectory, { address, port: Number(port), network });
process.once('SIGTERM', () => void stopAbandoned(dataDirectory).then(() => process.exit()));
// The server belongs to no event loop.
setInterval(() => undefined, 60_000);
process.stdout.write('the server is running\n');
