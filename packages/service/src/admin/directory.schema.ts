import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { suites } from '../directory/connection.ts';
import { connectionTestCodes, permissionPurposes } from '../directory/connection-report.ts';
import { sharePointCredentials } from '../settings/tenants/connection.schema.ts';
import { NewGroupsInput, NightlyProbeInput } from '../settings/tenants/tenant-input.schema.ts';
import { etag } from './common.schema.ts';

const SharePointAnswer = Type.Object(
  {
    adminUrl: Type.String({ description: 'Address of the SharePoint admin center.' }),
    clientId: nullable(
      Type.String({ description: 'Null for the system-assigned managed identity.' }),
    ),
    credential: Type.Enum([...sharePointCredentials]),
    hasSecret: Type.Boolean({
      description: 'True if a certificate is stored. No answer contains it.',
    }),
    credentialExpiresAt: nullable(
      moment('When the certificate expires. Null: there is none, or it is not known.'),
    ),
    addressGivenBy: Type.Enum(['operator', 'administrator']),
  },
  {
    ...exact,
    description: 'The second credential, which sets sensitivity labels. Absent: there is none.',
  },
);

const Microsoft365Answer = Type.Object(
  {
    entraTenantId: Type.String(),
    clientId: nullable(
      Type.String({ description: 'Null for the system-assigned managed identity.' }),
    ),
    credential: Type.Enum(['secret', 'certificate', 'workload_identity', 'managed_identity'], {
      description:
        'Only the operator can connect by workload_identity and managed_identity, which are identities of the service. An administrator can change the limits of such a connection, or give it a secret or certificate.',
    }),
    hasSecret: Type.Boolean({
      description: 'True if a secret is stored. No answer contains the secret itself.',
    }),
    secretExpiresOn: nullable(
      Type.String({ format: 'date', description: 'The day on which the client secret expires.' }),
    ),
    credentialExpiresAt: nullable(
      moment('When the secret or the certificate expires. Null: it does not, or it is not known.'),
    ),
    graphBaseUrl: Type.String(),
    loginBaseUrl: Type.String(),
    addressesGivenBy: Type.Enum(['operator', 'administrator'], {
      description:
        'Role of the person who set the addresses. Addresses from an administrator must be public.',
    }),
    limits: Type.Record(Type.String(), Type.Integer(), {
      description: "Limits on calls that replace Microsoft's published limits.",
    }),
    sharePoint: Type.Optional(SharePointAnswer),
  },
  exact,
);

const permission = {
  permission: Type.String({ description: 'Name of an application permission of Microsoft Graph.' }),
  purpose: Type.Enum([...permissionPurposes], {
    description: 'Purpose for which the service uses it.',
  }),
  isRequired: Type.Boolean({ description: 'False: without it, one ability is absent.' }),
};

export const DirectoryResponse = Type.Object(
  {
    kind: Type.Enum([...suites]),
    sandbox: nullable(
      Type.Object({ replicationDelayMs: Type.Integer(), teamCreationMs: Type.Integer() }, exact),
    ),
    microsoft365: nullable(Microsoft365Answer),
    hasGroups: Type.Boolean({
      description:
        'True if the tenant has groups in its suite. Then only the operator can connect it to another one.',
    }),
    newGroups: NewGroupsInput,
    nightlyProbe: NightlyProbeInput,
    permissions: Type.Array(Type.Object(permission, exact), {
      description: 'Permissions that a connection to Microsoft 365 uses.',
    }),
    publishedLimits: Type.Array(
      Type.Object({ name: Type.String(), calls: Type.Integer(), perMs: Type.Integer() }, exact),
      { description: "Microsoft's limits, which the limits of a connection replace." },
    ),
    etag,
  },
  { ...exact, $id: 'Directory' },
);

export const SandboxSettings = Type.Object(
  {
    replicationDelayMs: Type.Integer({ minimum: 0, maximum: 900_000 }),
    teamCreationMs: Type.Integer({ minimum: 0, maximum: 900_000 }),
  },
  exact,
);

export const NewGroupsRuleInput = Type.Object({ newGroups: NewGroupsInput }, exact);
export const NightlyProbeSetting = Type.Object({ nightlyProbe: NightlyProbeInput }, exact);

export const SensitivityLabels = Type.Object(
  {
    labels: nullable(
      Type.Array(
        Type.Object(
          {
            labelId: Type.String(),
            name: Type.String(),
            description: nullable(Type.String()),
          },
          exact,
        ),
        {
          description:
            'The labels for groups. Null: the connection lacks the permission InformationProtectionPolicy.Read.All.',
        },
      ),
    ),
  },
  exact,
);

export const ConnectionTest = Type.Object(
  {
    ok: Type.Boolean(),
    code: Type.Enum([...connectionTestCodes], { description: 'The meaning of detail.' }),
    detail: Type.String(),
    missing: Type.Array(Type.String({ description: 'One missing item, in plain words.' })),
    permissions: nullable(
      Type.Array(
        Type.Object(
          {
            ...permission,
            grantedBy: nullable(
              Type.String({
                description:
                  'The granted permission: the same, or a larger one. Null: it is missing.',
              }),
            ),
          },
          exact,
        ),
        { description: 'Null: the suite has no permissions, or the test could not read them.' },
      ),
    ),
    sharePoint: Type.Optional(
      Type.Object(
        {
          ok: Type.Boolean({ description: 'Sensitivity labels can be set.' }),
          detail: Type.String(),
          missing: Type.Array(Type.String({ description: 'One missing item, in plain words.' })),
        },
        { ...exact, description: 'The second credential. Absent: there is none.' },
      ),
    ),
    notes: Type.Array(
      Type.String({
        description:
          'An optional ability of the connection, or a policy of the suite that a test cannot see.',
      }),
    ),
    durationMs: Type.Integer(),
  },
  { ...exact, $id: 'ConnectionTest' },
);
