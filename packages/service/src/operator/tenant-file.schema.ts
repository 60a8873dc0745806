// The shape of the file that `apply` takes; docs/operator/tenant-file.md describes it.
import { Type, type Static } from 'typebox';
import {
  Microsoft365ConnectionInput,
  SharePointInput,
  SandboxConnectionInput,
} from '../settings/tenants/connection.schema.ts';
import { suites } from '../directory/connection.ts';
import { SandboxPersonInput } from '../sandbox/person-input.schema.ts';
import { OrganisationInput } from '../settings/organisations/organisation-input.schema.ts';
import { TemplateInput } from '../settings/organisations/template-input.schema.ts';
import { NoticeSettingsInput } from '../settings/tenants/notice-settings.schema.ts';
import { TenantInput } from '../settings/tenants/tenant-input.schema.ts';
import { quotas } from '../audit/changes/quotas.ts';
import {
  maxFiltered,
  SigningKindInput,
  WebhookInput,
} from '../events/webhooks/webhook-input.schema.ts';

export type SecretSource = Static<typeof SecretSource>;
/** A credential is never in the file: it comes from an environment variable or a separate file. */
const SecretSource = Type.Object(
  {
    env: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    file: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    'x-fault': 'must say either env or file',
  },
);

const Microsoft365Settings = Type.Object(
  {
    ...Microsoft365ConnectionInput.properties,
    secret: Type.Optional(SecretSource),
    sharePoint: Type.Optional(
      Type.Object(
        { ...SharePointInput.properties, secret: Type.Optional(SecretSource) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

const NoticesEntry = Type.Object(
  { ...NoticeSettingsInput.properties, password: Type.Optional(SecretSource) },
  { additionalProperties: false },
);

const roleValues = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 100, uniqueItems: true }),
);

const SignInProviderEntry = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 2048 }),
    clientId: Type.String({ minLength: 1, maxLength: 256 }),
    scope: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    emailClaim: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    trustsEmail: Type.Optional(Type.Boolean()),
    roleClaim: Type.Optional(
      Type.Object(
        {
          claim: Type.String({ minLength: 1, maxLength: 256 }),
          ownerValues: roleValues,
          administratorValues: roleValues,
          operatorValues: roleValues,
          templateEditorValues: roleValues,
          readerValues: roleValues,
        },
        { additionalProperties: false },
      ),
    ),
    secret: Type.Optional(SecretSource),
  },
  { additionalProperties: false },
);
export type SignInProviderEntry = Static<typeof SignInProviderEntry>;

const UnknownConnection = Type.Object({
  kind: Type.Union(suites.map((suite) => Type.Literal(suite))),
});

const OrganisationEntry = Type.Object(
  {
    ...OrganisationInput.properties,
    templates: Type.Optional(Type.Array(TemplateInput, { maxItems: 1000 })),
  },
  { additionalProperties: false },
);

const filtersOfWebhook = { minItems: 1, maxItems: maxFiltered, uniqueItems: true } as const;

const {
  organisationIds: _organisations,
  templateIds: _templates,
  ...webhookSettings
} = WebhookInput.properties;

/** A file names organisations and templates by their identifiers; a template as `organisation/template`. */
const WebhookEntry = Type.Object(
  {
    ...webhookSettings,
    organisations: Type.Optional(
      Type.Array(OrganisationInput.properties.identifier, filtersOfWebhook),
    ),
    templates: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[^/]+/[^/]+$',
          'x-fault':
            'must be the identifiers of an organisation and a template, as in energy/project',
        }),
        filtersOfWebhook,
      ),
    ),
    enabled: Type.Optional(Type.Boolean()),
    signing: Type.Optional(SigningKindInput),
    secret: Type.Optional(SecretSource),
  },
  { additionalProperties: false },
);
export type WebhookEntry = Static<typeof WebhookEntry>;

function fileSchema<Connection extends typeof SandboxConnectionInput | typeof Microsoft365Settings>(
  connection: Connection,
) {
  return Type.Object(
    {
      tenant: Type.Object(
        {
          id: Type.Optional(
            Type.String({
              pattern: '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
              'x-fault': 'must be a GUID',
            }),
          ),
          ...TenantInput.properties,
          // If absent, the connection is managed in the admin center.
          directory: Type.Optional(connection),
          // If absent, notices are managed in the admin center.
          notices: Type.Optional(NoticesEntry),
          // If absent, the provider is as `admin provider` set it.
          signInProvider: Type.Optional(SignInProviderEntry),
        },
        { additionalProperties: false },
      ),
      organisations: Type.Optional(Type.Array(OrganisationEntry, { maxItems: 10_000 })),
      people: Type.Optional(Type.Array(SandboxPersonInput, { maxItems: 100_000 })),
      webhooks: Type.Optional(Type.Array(WebhookEntry, { maxItems: quotas.webhookEndpoints })),
    },
    { additionalProperties: false },
  );
}

/** Each kind of connection has a schema, so that faults refer to the kind that was meant. */
export const tenantFileSchemas = {
  sandbox: fileSchema(SandboxConnectionInput),
  microsoft365: fileSchema(Microsoft365Settings),
  unknown: fileSchema(UnknownConnection as never),
};

export type TenantFile =
  | Static<typeof tenantFileSchemas.sandbox>
  | Static<typeof tenantFileSchemas.microsoft365>;
