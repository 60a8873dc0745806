// `operator admin`: the administrators of a tenant, and how they sign in.
import { Type } from 'typebox';
import { createAdminSessionStore } from '../access/sessions/admin-sessions.postgres.ts';
import { administratorRoles, normaliseEmail } from '../access/sessions/administrator.ts';
import { createAdministrators } from '../access/sessions/administrators.ts';
import { clientSecretPurpose } from '../access/sessions/open-id-sign-in.ts';
import { createSignInLinks } from '../access/sessions/sign-in-link.ts';
import { discoverProvider } from '../access/sessions/provider-discovery.ts';
import {
  adminRedirectAddress,
  decisionRedirectAddress,
} from '../access/sessions/redirect-addresses.ts';
import {
  checkProvider,
  completeProvider,
  type SignInProvider,
  usualProvider,
} from '../access/sessions/sign-in-provider.ts';
import type { Config } from '../ground/config/config.ts';
import { counted } from '../ground/counted.ts';
import { DomainError } from '../ground/errors.ts';
import { createFetch } from '../outbound/fetch.http.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { checkInput } from './check-input.ts';
import {
  commandGroup,
  minuteOf,
  option,
  repeated,
  required,
  table,
  tenantCommand,
} from './command.ts';
import { namesOfFilter, organisationIdsOf, unlessAny } from './named-subjects.ts';
import { readText } from './read-text.ts';
import type { OperatorDeps } from './operator-deps.ts';

const Address = Type.Object({
  email: Type.String({
    maxLength: 320,
    pattern: '^[^\\s@]+@[^\\s@]+$',
    'x-fault': 'must be an e-mail address',
  }),
});
const Person = Type.Object({
  ...Address.properties,
  role: Type.Enum([...administratorRoles]),
});

interface PersonOptions {
  readonly email: string;
  readonly role: string;
}

interface Limit {
  readonly organisation?: readonly string[];
}

interface ProviderOptions {
  issuer: string;
  clientId: string;
  clientSecretFile?: string;
  scope: string;
  emailClaim: string;
  trustEmail?: true;
  roleClaim?: string;
  ownerValue: string[];
  administratorValue: string[];
  operatorValue: string[];
  templateEditorValue: string[];
  readerValue: string[];
}

const roleNames = administratorRoles.join(', ');
const ofPerson = required('--email <address>', 'address of the person');
const severalTimes = (flags: string, meaning: string) =>
  option(flags, meaning)
    .argParser((value: string, before: string[]) => [...before, value])
    .default([]);

export const adminCommands = commandGroup(
  'admin',
  'administrators of a tenant and how they sign in',
  [
    tenantCommand({
      name: 'link',
      summary: 'print a one-time sign-in link, valid for 15 minutes; adds the person if needed',
      options: [
        ofPerson,
        option('--role <role>', `for a new person: ${roleNames}`, 'administrator'),
      ],
      json: true,
      read: personOf,
      async run({ database, clock, randomBytes, createId, config, actor, tenantId }, person) {
        const makeLink = createSignInLinks({
          store: createAdminSessionStore(database),
          clock,
          randomBytes: (size) => Buffer.from(randomBytes(size)),
          newId: createId,
          adminUrl: config.adminUrl,
          operator: actor.id,
        });
        const { url, expiresAt, role } = await makeLink({ tenantId, ...person });
        const until = expiresAt.toISOString();
        return {
          json: { url, expiresAt, role },
          text: `${url}\n\nSigns ${person.email} in as ${role}, once, until ${until}. Anyone with this link is signed in.`,
        };
      },
    }),
    tenantCommand({
      name: 'add',
      summary: 'add an administrator, or change a role',
      options: [
        ofPerson,
        option('--role <role>', roleNames, 'administrator'),
        repeated('--organisation <id or identifier>', 'limit the role to this organisation'),
      ],
      help: 'Without --organisation, the limit of a known person stays; --organisation any removes it. Owners have none.',
      read: ({ organisation, ...person }: PersonOptions & Limit) => ({
        organisation,
        person: personOf(person),
      }),
      async run(deps, { organisation, person }) {
        const { change, tenantId, actor } = deps;
        const named = organisation && unlessAny(organisation);
        const organisationIds = await change(({ stores }) =>
          organisationIdsOf(stores, tenantId, named ?? undefined),
        );
        const limit = organisation === undefined ? {} : { organisationIds };
        const put = await administratorsOf(deps).put(tenantId, { ...person, ...limit }, actor);
        const count = put.organisationIds?.length;
        const within = count === undefined ? '' : `, limited to ${counted(count, 'organisation')}`;
        return { text: `${put.email} is ${put.role}${within}.` };
      },
    }),
    tenantCommand({
      name: 'list',
      summary: 'list the administrators',
      async run(deps) {
        const { change, tenantId } = deps;
        const organisations = await change(({ stores }) => stores.organisations.list(tenantId));
        const named = { organisations, templates: [] };
        return table(await administratorsOf(deps).list(tenantId), {
          'E-MAIL': ({ email }) => email,
          ROLE: ({ role }) => role,
          ORGANISATIONS: ({ organisationIds }) =>
            namesOfFilter({ organisationIds, templateIds: null }, named).organisations?.join(' ') ??
            'all',
          BY: ({ source }) => source,
          'LAST SIGNED IN': ({ lastSignedInAt }) => minuteOf(lastSignedInAt),
        });
      },
    }),
    tenantCommand({
      name: 'remove',
      summary: 'remove an administrator and end all their sessions',
      options: [ofPerson],
      read: ({ email }: { email: string }) => checkInput(Address, { email: email.trim() }).email,
      async run(deps, email) {
        const administrators = administratorsOf(deps);
        const all = await administrators.list(deps.tenantId);
        const found = all.find((one) => one.email === normaliseEmail(email));
        if (found === undefined) {
          throw new DomainError('not_found', `${email} is not an administrator of this tenant.`);
        }
        const { administratorId } = found;
        await administrators.remove(deps.tenantId, administratorId, { actor: deps.actor });
        return { text: `${found.email} was removed and signed out.` };
      },
    }),
    tenantCommand({
      name: 'provider',
      summary: 'set the OpenID Connect provider by which administrators sign in',
      options: [
        required('--issuer <url>', 'for example https://login.microsoftonline.com/<id>/v2.0'),
        required('--client-id <id>', 'as registered with the provider'),
        option('--client-secret-file <path>', 'file with the secret; omit it for a public client'),
        option('--scope <scope>', 'requested scopes', usualProvider.scope),
        option('--email-claim <claim>', 'claim with the e-mail address', usualProvider.emailClaim),
        option(
          '--trust-email',
          'vouch for addresses yourself: without email_verified, or in another claim than email',
        ),
        option('--role-claim <claim>', 'claim that grants the roles, such as roles'),
        ...administratorRoles.map((role) =>
          severalTimes(
            `--${role.replaceAll('_', '-')}-value <value>`,
            `value that grants the role ${role}`,
          ),
        ),
      ],
      read(options: ProviderOptions) {
        const settings = providerOf(options);
        checkProvider(settings);
        return { settings, secret: secretOf(options.clientSecretFile) };
      },
      async run(deps, { settings, secret }) {
        const { tenantId, actor, clock, config } = deps;
        const warning = await warningOf(settings, config);
        await createAdminSessionStore(deps.database).putProvider({
          tenantId,
          settings,
          clientSecretSealed:
            secret === undefined
              ? null
              : deps.encryption().encrypt(secret, clientSecretPurpose(tenantId)),
          at: new Date(clock.now()),
          actor,
        });
        const addresses = [
          adminRedirectAddress(config.adminUrl, tenantId),
          decisionRedirectAddress(config.baseUrl, tenantId),
        ];
        return {
          text: [
            `Administrators and people who decide sign in through ${settings.issuer}. Register these redirect addresses there:`,
            ...addresses,
            ...warning,
          ].join('\n'),
        };
      },
    }),
  ],
);

function personOf({ email, role }: PersonOptions) {
  return checkInput(Person, { email: email.trim(), role });
}

function administratorsOf(deps: OperatorDeps) {
  const store = createAdminSessionStore(deps.database);
  return createAdministrators({ store, clock: deps.clock, newId: deps.createId });
}

/** @throws DomainError `validation_failed` for values without a claim */
function providerOf(options: ProviderOptions): SignInProvider {
  const { issuer, clientId, scope, emailClaim, trustEmail, roleClaim } = options;
  const values = {
    ownerValues: options.ownerValue,
    administratorValues: options.administratorValue,
    operatorValues: options.operatorValue,
    templateEditorValues: options.templateEditorValue,
    readerValues: options.readerValue,
  };
  if (roleClaim === undefined && Object.values(values).flat().length > 0) {
    throw new DomainError(
      'validation_failed',
      'Values that grant a role need --role-claim, which names the claim that holds them.',
    );
  }
  return completeProvider({
    issuer,
    clientId,
    scope,
    emailClaim,
    ...(trustEmail && { trustsEmail: true }),
    roleClaim: roleClaim === undefined ? undefined : { claim: roleClaim, ...values },
  });
}

/**
 * A provider that does not answer yet may still be set.
 * @throws DomainError `validation_failed` if the provider has another issuer
 */
async function warningOf(settings: SignInProvider, { proxies }: Config): Promise<string[]> {
  try {
    await discoverProvider(settings, undefined, createFetch(createProxyFor(proxies)));
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
    return [`Its issuer could not be compared: ${error.message}`];
  }
}

function secretOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const secret = readText(path).trim();
  if (secret !== '') return secret;
  throw new DomainError('validation_failed', `${path} contains no secret.`);
}
