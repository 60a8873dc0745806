import { exact, guidPattern, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { etag, idParams } from './common.schema.ts';
import { countedPageSchema } from '../ground/schema/page.schema.ts';
import { Role } from './sign-in.schema.ts';

export const AdministratorParams = idParams({ administratorId: 'The person.' });

export const AdministratorResponse = Type.Object(
  {
    administratorId: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    role: Role,
    organisationIds: nullable(
      Type.Array(Type.String(), {
        description: 'The organisations to which the role is limited, by id. null: no limit.',
      }),
    ),
    source: Type.Enum(['list', 'claim']),
    accountBound: Type.Boolean({
      description:
        'True if an account of the sign-in provider is bound to the person. No other account is then admitted.',
    }),
    createdAt: moment(),
    lastSignedInAt: nullable(moment()),
    invitation: nullable(
      Type.Object(
        {
          createdAt: moment(),
          createdBy: Type.String(),
          expiresAt: moment('From then on, the link does not work.'),
        },
        { ...exact, description: 'The invitation that was neither used nor revoked.' },
      ),
    ),
    etag,
  },
  { ...exact, $id: 'Administrator' },
);

export const AdministratorPage = countedPageSchema(AdministratorResponse, 'AdministratorPage');

const maxOrganisations = 100;

const organisationIdsOfRole = Type.Optional(
  Type.Union(
    [
      Type.Array(Type.String({ pattern: guidPattern, 'x-fault': 'must be a GUID' }), {
        minItems: 1,
        maxItems: maxOrganisations,
      }),
      Type.Null(),
    ],
    {
      description:
        'The organisations to which the role is limited, by id; not for owners. null: no limit. If you omit it, the limit stays; a new person has none.',
    },
  ),
);

export const AdministratorInput = Type.Object(
  {
    email: Type.String({
      maxLength: 320,
      pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
      'x-fault': 'must be an e-mail address',
    }),
    role: Role,
    organisationIds: organisationIdsOfRole,
  },
  exact,
);

export const RoleInput = Type.Object({ role: Role, organisationIds: organisationIdsOfRole }, exact);

export const InvitationInput = Type.Object(
  {
    by: Type.Enum(['mail', 'link'], {
      description:
        'mail: sent to the person. link: in the answer, only for someone who never signed in.',
    }),
  },
  exact,
);

export const InvitationResponse = Type.Object(
  {
    administrator: AdministratorResponse,
    url: nullable(
      Type.String({ description: 'The link, shown this once. Null for an invitation by mail.' }),
    ),
    sent: Type.Boolean({ description: 'True if the mail was accepted for delivery.' }),
    detail: nullable(Type.String({ description: 'The reason why the mail was not sent.' })),
  },
  { ...exact, $id: 'AdministratorInvitation' },
);

export const SessionParams = idParams({
  administratorId: 'The person.',
  sessionId: 'The session.',
});
export const OwnSessionParams = idParams({ sessionId: 'The session.' });

const SessionItem = Type.Object(
  {
    sessionId: Type.String(),
    method: Type.Enum(['link', 'provider']),
    createdAt: moment(),
    lastSeenAt: moment('Last use, to the minute.'),
    expiresAt: moment('Latest end of the session.'),
    address: nullable(Type.String({ description: 'IP address of the sign-in.' })),
    userAgent: nullable(Type.String({ description: 'User-Agent of the sign-in.' })),
    isCurrent: Type.Boolean({ description: 'True for the session of this request.' }),
  },
  { ...exact, $id: 'AdminSession' },
);

export const SessionList = Type.Object(
  { items: Type.Array(SessionItem) },
  { ...exact, $id: 'AdminSessionList', description: 'Sessions, last used first.' },
);

export const SignInProviderResponse = Type.Object(
  {
    callbackUrl: Type.String({
      description: 'The redirect address for administrators, to register with a provider.',
    }),
    decisionCallbackUrl: Type.String({
      description: 'The redirect address for the people who decide, to register with a provider.',
    }),
    provider: nullable(
      Type.Object(
        {
          issuer: Type.String(),
          clientId: Type.String(),
          hasSecret: Type.Boolean(),
          scope: Type.String(),
          emailClaim: Type.String(),
          roleClaim: nullable(
            Type.Object(
              {
                claim: Type.String(),
                ownerValues: Type.Array(Type.String()),
                administratorValues: Type.Array(Type.String()),
                operatorValues: Type.Array(Type.String()),
                templateEditorValues: Type.Array(Type.String()),
                readerValues: Type.Array(Type.String()),
              },
              {
                ...exact,
                description:
                  'The claim that grants roles, and the values that grant each one. Of several roles, the first in this order applies.',
              },
            ),
          ),
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'SignInProvider', description: 'The provider by which administrators sign in.' },
);

export const SignInProviderTest = Type.Object(
  { ok: Type.Boolean(), detail: Type.String() },
  { ...exact, $id: 'SignInProviderTest' },
);
