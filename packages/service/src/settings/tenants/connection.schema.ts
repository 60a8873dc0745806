// The settings of a directory connection as administrators give them. Credentials are no part of them.
import { Type, type Static } from 'typebox';
import { optionalDay } from '../../ground/schema/moment.schema.ts';
import { limitNames } from '../../microsoft-graph/graph-calls.ts';
import type { TextForm } from '../../ground/text.ts';

const durationMs = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 900_000, description }));

export const SandboxConnectionInput = Type.Object(
  {
    kind: Type.Literal('sandbox'),
    replicationDelayMs: durationMs('How long a new group stays invisible to reads. Default 0.'),
    teamCreationMs: durationMs('How long it takes to create a team. Default 0.'),
  },
  { additionalProperties: false },
);

const guid = (description: string) =>
  Type.String({
    pattern: '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
    description,
    'x-fault': 'must be a GUID',
  });

const address = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 2048, description }));

const calls = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
const limits = Type.Unsafe<Readonly<Record<string, number>>>(
  Type.Object(Object.fromEntries(limitNames.map((name) => [name, calls])), {
    additionalProperties: false,
    description: "Limits on calls that replace Microsoft's published limits.",
  }),
);

/** A client secret is not among them, because SharePoint does not take its tokens. */
export const sharePointCredentials = ['certificate', 'managed_identity'] as const;

export const SharePointInput = Type.Object(
  {
    adminUrl: Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        'Address of the SharePoint admin center, such as https://nordlicht-admin.sharepoint.com.',
    }),
    credential: Type.Enum([...sharePointCredentials], {
      description:
        'certificate, or managed_identity, which only the operator can lend. SharePoint takes no client secret.',
    }),
    clientId: Type.Optional(
      guid(
        'Application (client) id of the second Entra application, or of a user-assigned managed identity.',
      ),
    ),
  },
  {
    additionalProperties: false,
    description:
      'The second credential, which sets sensitivity labels. Its permission Sites.FullControl.All reads and changes every site of the tenant, so use a separate Entra application. Absent: groups get no labels.',
  },
);
export type SharePointInput = Static<typeof SharePointInput>;

export const Microsoft365ConnectionInput = Type.Object(
  {
    kind: Type.Literal('microsoft365'),
    entraTenantId: guid('Id of the Microsoft Entra tenant.'),
    clientId: Type.Optional(
      guid(
        'Application (client) id of the Entra application, or of a user-assigned managed identity. Absent for a system-assigned one.',
      ),
    ),
    credential: Type.Union([
      Type.Literal('secret'),
      Type.Literal('certificate'),
      Type.Literal('workload_identity'),
      Type.Literal('managed_identity'),
    ]),
    graphBaseUrl: address('Default https://graph.microsoft.com.'),
    loginBaseUrl: address('Default https://login.microsoftonline.com.'),
    limits: Type.Optional(limits),
    secretExpiresOn: optionalDay(
      'The day on which the client secret expires, as Entra shows it. Absent: the day that is stored stays with a secret that stays. The day of a certificate is read from it.',
    ),
    sharePoint: Type.Optional(SharePointInput),
  },
  { additionalProperties: false },
);

/** An administrator sends it from the admin center, secret included. */
export const Microsoft365ConnectionChange = Type.Object(
  {
    ...Type.Omit(Microsoft365ConnectionInput, ['kind', 'clientId', 'sharePoint']).properties,
    sharePoint: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              ...SharePointInput.properties,
              secret: Type.Optional(
                Type.Union([
                  Type.String({
                    'x-text': 'secret' satisfies TextForm,
                    maxLength: 20_000,
                    description: 'One PEM with the certificate and its private key.',
                  }),
                  Type.Null(),
                ]),
              ),
            },
            { additionalProperties: false },
          ),
          Type.Null(),
        ],
        {
          description:
            'The second credential, for sensitivity labels. Absent: it stays as it is. Null removes it. No answer contains its secret; if the secret is absent, null or empty, the stored one stays.',
        },
      ),
    ),
    clientId: Type.Optional(
      Type.Union([guid('Application (client) id of the Entra application.'), Type.Null()], {
        description: 'Required, except for a system-assigned managed identity.',
        'x-fault': 'must be a GUID',
      }),
    ),
    secret: Type.Optional(
      Type.Union(
        [
          Type.String({
            'x-text': 'secret' satisfies TextForm,
            maxLength: 20_000,
            description: 'The client secret, or one PEM with a certificate and its private key.',
          }),
          Type.Null(),
        ],
        {
          description:
            'The secret. No answer contains it. If it is absent, null or empty, the stored secret stays.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Microsoft365ConnectionChange = Static<typeof Microsoft365ConnectionChange>;

export type Microsoft365Input = Static<typeof Microsoft365ConnectionInput>;

export type DirectoryConnectionInput = Static<typeof SandboxConnectionInput> | Microsoft365Input;
