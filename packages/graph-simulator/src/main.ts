// Starts the simulator for a rehearsal: `npm run graph-simulator -- --help`.
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { calm, hostile, type Profile } from './profile.ts';
import { createGraphSimulator } from './simulator.ts';

const help = `Microsoft Graph, simulated, for rehearsing a directory connection.

  --seed TEXT         what every fault depends on; the same seed gives the same faults (default: rehearsal)
  --profile NAME      hostile (default): replication lag, lost answers, throttling; calm: none of it
  --people N          made-up people (default: 60)
  --port N            port of Graph, http on 127.0.0.1 (default: 8365)
  --login-port N      port of the sign-in, https on localhost (default: 8366)
  --directory PATH    where the certificate authority is written (default: .graph-simulator)
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'rehearsal' },
    profile: { type: 'string', default: 'hostile' },
    people: { type: 'string', default: '60' },
    port: { type: 'string', default: '8365' },
    'login-port': { type: 'string', default: '8366' },
    directory: { type: 'string', default: '.graph-simulator' },
    help: { type: 'boolean', default: false },
  },
});

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    console.error(`--${name} must be a whole number from 0 to ${most}, not ${text}.`);
    process.exit(2);
  }
  return value;
}

async function start(): Promise<void> {
  const profiles: Readonly<Record<string, Profile>> = { hostile, calm };
  const profile = profiles[values.profile];
  if (profile === undefined) {
    console.error(`--profile must be hostile or calm, not ${values.profile}.`);
    process.exit(2);
  }
  const simulator = createGraphSimulator({
    seed: values.seed,
    profile: profile === hostile ? { ...hostile, latencyMs: [10, 150] } : profile,
    tenants: [{ people: wholeNumber('people', values.people, 1_000_000) }],
  });
  const addresses = await simulator.listen({
    graph: wholeNumber('port', values.port, 65_535),
    login: wholeNumber('login-port', values['login-port'], 65_535),
  });
  await mkdir(values.directory, { recursive: true });
  const authorityPath = resolve(values.directory, 'authority.pem');
  await writeFile(authorityPath, addresses.authority);
  const [tenant] = simulator.tenants;
  if (tenant === undefined) throw new Error('The simulator has no tenant.');

  console.log(`Graph simulator, seed ${values.seed}, profile ${profile.name}

  Graph      ${addresses.graphBaseUrl}
  Sign-in    ${addresses.loginBaseUrl}
  Tenant     ${tenant.tenantId}
  Client     ${tenant.clientId}
  Secret     ${tenant.clientSecret}
  People     ${tenant.users
    .slice(0, 3)
    .map((user) => user.mail)
    .join(', ')}, … (${tenant.users.length} in all)

Start the service with the simulator's certificate authority:

  NODE_EXTRA_CA_CERTS=${authorityPath} npm start

Ctrl-C ends it. Nothing is kept.`);

  const stop = (): void => {
    void simulator.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

if (values.help) console.log(help);
else await start();
