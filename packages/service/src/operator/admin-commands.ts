import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { createAdminSessionStore } from '../admin-sessions/admin-sessions.postgres.ts';
import { administratorRoles } from '../admin-sessions/administrator.ts';
import { createAdministrators } from '../admin-sessions/administrators.ts';
import { clientSecretPurpose } from '../admin-sessions/open-id-sign-in.ts';
import { createSignInLinks } from '../admin-sessions/sign-in-link.ts';
import { checkProvider, type SignInProvider } from '../admin-sessions/sign-in-provider.ts';
import { DomainError } from '../foundation/errors.ts';
import { checkInput } from './check-input.ts';
import { chooseTenant, type OperatorDeps } from './operator-deps.ts';
import { formatTable } from './print-table.ts';
import type { WithDeps } from './tenant-commands.ts';

const tenantOption = ['--tenant <id>', 'the tenant; optional if there is only one'] as const;

const Person = Type.Object({
  email: Type.String({
    maxLength: 320,
    pattern: '^[^\\s@]+@[^\\s@]+$',
    'x-fault': 'must be an e-mail address',
  }),
  role: Type.Optional(Type.Enum([...administratorRoles])),
});

interface PersonOptions {
  tenant?: string;
  email: string;
  role?: string;
}

interface ProviderOptions {
  tenant?: string;
  issuer: string;
  clientId: string;
  clientSecretFile?: string;
  scope: string;
  emailClaim: string;
  trustEmail?: true;
  roleClaim?: string;
  administratorValue: string[];
  readerValue: string[];
}

const collect = (value: string, before: string[]) => [...before, value];

export function addAdminCommands(program: Command, withDeps: WithDeps): void {
  const admin = program
    .command('admin')
    .description('administrators of a tenant and how they sign in');

  admin
    .command('link')
    .description('print a one-time sign-in link, valid for 15 minutes; adds the person if needed')
    .option(...tenantOption)
    .requiredOption('--email <address>', 'address of the person')
    .option('--role <role>', 'administrator or reader, for a new person', 'administrator')
    .option('--json', 'print JSON')
    .action(async (options: PersonOptions & { json?: true }) => {
      const person = personOf(options);
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        const makeLink = createSignInLinks({
          store: createAdminSessionStore(deps.database),
          clock: deps.clock,
          randomBytes: (size) => Buffer.from(deps.randomBytes(size)),
          newId: deps.createId,
          adminUrl: deps.config.adminUrl,
          operator: deps.actor.id,
        });
        const { url, expiresAt, role } = await makeLink({ tenantId, ...person });
        if (options.json) {
          console.log(JSON.stringify({ url, expiresAt: expiresAt.toISOString(), role }));
          return;
        }
        console.log(`${url}\n`);
        console.log(
          `Signs ${person.email} in as ${role}, once, until ${expiresAt.toISOString()}. Anyone with this link is signed in.`,
        );
      });
    });

  admin
    .command('add')
    .description('add an administrator, or change a role')
    .option(...tenantOption)
    .requiredOption('--email <address>', 'address of the person')
    .option('--role <role>', 'administrator or reader', 'administrator')
    .action(async (options: PersonOptions) => {
      const { email, role = 'administrator' } = personOf(options);
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        const put = await administratorsOf(deps).put(tenantId, { email, role }, deps.actor);
        console.log(`${put.email} is ${put.role}.`);
      });
    });

  admin
    .command('list')
    .description('list the administrators')
    .option(...tenantOption)
    .action(async (options: { tenant?: string }) => {
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        const all = await administratorsOf(deps).list(tenantId);
        const rows = all.map((one) => [
          one.email,
          one.role,
          one.source,
          one.lastSignedInAt?.toISOString().slice(0, 16) ?? 'never',
        ]);
        const headings = ['E-MAIL', 'ROLE', 'BY', 'LAST SIGNED IN'];
        console.log(formatTable(headings, rows, process.stdout));
      });
    });

  admin
    .command('remove')
    .description('remove an administrator and end all their sessions')
    .option(...tenantOption)
    .requiredOption('--email <address>', 'address of the person')
    .action(async (options: PersonOptions) => {
      const { email } = personOf(options);
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        const administrators = administratorsOf(deps);
        const all = await administrators.list(tenantId);
        const found = all.find((one) => one.email === email.toLowerCase());
        if (found === undefined) {
          throw new DomainError('not_found', `${email} is not an administrator of this tenant.`);
        }
        await administrators.remove(tenantId, found.administratorId, { actor: deps.actor });
        console.log(`${found.email} was removed and signed out.`);
      });
    });

  admin
    .command('provider')
    .description('set the OpenID Connect provider by which administrators sign in')
    .option(...tenantOption)
    .requiredOption('--issuer <url>', 'for example https://login.microsoftonline.com/<id>/v2.0')
    .requiredOption('--client-id <id>', 'as registered with the provider')
    .option('--client-secret-file <path>', 'file with the secret; omit it for a public client')
    .option('--scope <scope>', 'requested scopes', 'openid profile email')
    .option('--email-claim <claim>', 'claim with the e-mail address', 'email')
    .option('--trust-email', 'treat addresses as verified if the provider sends no email_verified')
    .option('--role-claim <claim>', 'claim that grants the roles, such as roles')
    .option(
      '--administrator-value <value>',
      'value that grants the role administrator',
      collect,
      [],
    )
    .option('--reader-value <value>', 'value that grants the role reader', collect, [])
    .action(async (options: ProviderOptions) => {
      const settings = providerOf(options);
      checkProvider(settings);
      const secret = secretOf(options.clientSecretFile);
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        await createAdminSessionStore(deps.database).putProvider({
          tenantId,
          settings,
          clientSecretSealed:
            secret === undefined
              ? null
              : deps.encryption().seal(secret, clientSecretPurpose(tenantId)),
          at: new Date(deps.clock.now()),
          actor: deps.actor,
        });
        const callback = `${deps.config.adminUrl}/api/${tenantId}/sign-in/callback`;
        console.log(
          `Administrators sign in through ${settings.issuer}. Register this redirect address there:\n${callback}`,
        );
      });
    });
}

function personOf({ email, role }: PersonOptions) {
  return checkInput(Person, { email: email.trim(), ...(role !== undefined && { role }) });
}

function administratorsOf(deps: OperatorDeps) {
  const store = createAdminSessionStore(deps.database);
  return createAdministrators({ store, clock: deps.clock, newId: deps.createId });
}

function providerOf(options: ProviderOptions): SignInProvider {
  const { issuer, clientId, scope, emailClaim, trustEmail, roleClaim } = options;
  return {
    issuer,
    clientId,
    scope,
    emailClaim,
    ...(trustEmail && { trustsEmail: true }),
    roleClaim:
      roleClaim === undefined
        ? undefined
        : {
            claim: roleClaim,
            administratorValues: options.administratorValue,
            readerValues: options.readerValue,
          },
  };
}

function secretOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret !== '') return secret;
  } catch {
    // The same as an empty file: it contains no secret.
  }
  throw new DomainError('validation_failed', `${path} contains no readable secret.`);
}
