// Starts the simulator for a rehearsal: `npm run graph-simulator -- --help`.
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type AlteredRule, alteredRules } from './altered-rules.ts';
import { calm, hostile, type Profile } from './profile.ts';
import { createGraphSimulator, type Addresses, type GraphSimulator } from './simulator.ts';
import { isSignInErrorCode, signInErrors, type SignInErrorCode } from './sign-in-errors.ts';
import { allPermissions } from './tenant.ts';

const help = `Microsoft Graph, simulated, for rehearsing a directory connection.

  --seed TEXT         what every fault depends on; the same seed gives the same faults (default: rehearsal)
  --profile NAME      hostile (default): replication lag, lost answers, throttling; calm: none of it
  --people N          made-up people (default: 60)
  --port N            port of Graph, http on 127.0.0.1 (default: 8365)
  --login-port N      port of the sign-in, https on localhost (default: 8366)
  --without NAME      a permission that was not granted, such as Team.Create; may be said again
  --name-prefix TEXT  the naming policy: what every name of a group begins with
  --name-suffix TEXT  and ends with
  --blocked-word TEXT a word that no name may contain; may be said again
  --group-lifetime-days N  the tenant's policy of expiration: days after which a group expires (default: none)
  --altered NAME      a rule of Microsoft that is played otherwise, which operator connection probe names; may be said again
  --sign-in-error N   every sign-in fails with this AADSTS code, such as 53003 (conditional access)
  --share-point-port N  port of SharePoint’s admin service, http on 127.0.0.1 (default: 8367)
  --directory PATH    where the certificate authority is written (default: .graph-simulator)
`;

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string', default: 'rehearsal' },
        profile: { type: 'string', default: 'hostile' },
        people: { type: 'string', default: '60' },
        port: { type: 'string', default: '8365' },
        'login-port': { type: 'string', default: '8366' },
        'share-point-port': { type: 'string', default: '8367' },
        without: { type: 'string', multiple: true, default: [] },
        altered: { type: 'string', multiple: true, default: [] },
        'name-prefix': { type: 'string', default: '' },
        'name-suffix': { type: 'string', default: '' },
        'blocked-word': { type: 'string', multiple: true, default: [] },
        'group-lifetime-days': { type: 'string' },
        'sign-in-error': { type: 'string' },
        directory: { type: 'string', default: '.graph-simulator' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

const values = readArguments();

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= most) return value;
  return refuse(`--${name} must be a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`);
}

function grantedPermissions(): string[] {
  for (const name of values.without) {
    if (!allPermissions.includes(name)) {
      refuse(`--without knows ${allPermissions.join(', ')}, but not ${name}.`);
    }
  }
  return allPermissions.filter((name) => !values.without.includes(name));
}

function alteredRulesOf(): AlteredRule[] {
  return values.altered.map((name) => {
    const rule = alteredRules.find((one) => one === name);
    return rule ?? refuse(`--altered knows ${alteredRules.join(', ')}, but not ${name}.`);
  });
}

function signInError(): SignInErrorCode | undefined {
  const text = values['sign-in-error'];
  if (text === undefined) return undefined;
  const code = Number(text);
  if (isSignInErrorCode(code)) return code;
  return refuse(`--sign-in-error knows ${Object.keys(signInErrors).join(', ')}, but not ${text}.`);
}

function groupLifetimeDays(): number | undefined {
  const text = values['group-lifetime-days'];
  return text === undefined ? undefined : wholeNumber('group-lifetime-days', text, 3_650);
}

async function start(): Promise<void> {
  const profiles: Readonly<Record<string, Profile>> = { hostile, calm };
  const profile = profiles[values.profile];
  if (profile === undefined) {
    return refuse(`--profile must be hostile or calm, not ${values.profile}.`);
  }
  const simulator = createGraphSimulator({
    seed: values.seed,
    profile: profile === hostile ? { ...hostile, latencyMs: [10, 150] } : profile,
    tenants: [
      {
        people: wholeNumber('people', values.people, 1_000_000),
        permissions: grantedPermissions(),
        altered: alteredRulesOf(),
        groupLifetimeDays: groupLifetimeDays(),
        labels: [
          { id: '5a4db0c5-0000-4000-8000-000000000001', name: 'General' },
          {
            id: '5a4db0c5-0000-4000-8000-000000000002',
            name: 'Confidential',
            visibility: 'Private',
            guests: false,
          },
        ],
        namingPolicy: {
          prefix: values['name-prefix'],
          suffix: values['name-suffix'],
          blockedWords: values['blocked-word'],
        },
      },
    ],
  });
  simulator.refuseSignIn(signInError());
  const addresses = await listen(simulator);
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
  SharePoint ${addresses.sharePointAdminUrl}, client ${tenant.sharePoint.clientId}, any certificate
  Labels     ${tenant.labels.map(({ id, name }) => `${name} ${id}`).join(', ')}
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

async function listen(simulator: GraphSimulator): Promise<Addresses> {
  const graph = wholeNumber('port', values.port, 65_535);
  const login = wholeNumber('login-port', values['login-port'], 65_535);
  const sharePoint = wholeNumber('share-point-port', values['share-point-port'], 65_535);
  try {
    return await simulator.listen({ graph, login, sharePoint });
  } catch (error) {
    const { code, port } = error as { code?: string; port?: number };
    if (code !== 'EADDRINUSE') throw error;
    return refuse(
      `Port ${port} is in use by another process. Choose another one by --port, --login-port or --share-point-port.`,
    );
  }
}

if (values.help) console.log(help);
else await start();
