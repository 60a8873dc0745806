import { exact, moment, nullable, noticeTopics } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { administratorRoles } from '../access/sessions/administrator.ts';
import { permissions } from '../access/sessions/permission.ts';
import { suites } from '../directory/connection.ts';

export const Role = Type.Enum([...administratorRoles], {
  description:
    'Owners and administrators change everything, but only owners change owners. An operator retries and cancels, a template editor changes templates and naming rules, and a reader changes nothing. Each sees everything, unless it is limited to organisations.',
});

const language = nullable(
  Type.String({
    maxLength: 35,
    pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    'x-fault': 'must be a language tag, such as en or de',
    description: 'A language tag (BCP 47). Null: the language of the browser.',
  }),
);
const timeZone = nullable(
  Type.String({
    maxLength: 64,
    description: 'The IANA name of a time zone. Null: the time zone of the browser.',
  }),
);

const mutedNotices = Type.Array(Type.Enum([...noticeTopics]), {
  uniqueItems: true,
  maxItems: noticeTopics.length,
  description:
    'Topics of messages to owners and administrators that the caller does not get: webhooks that fail, work again or were turned off; the credential of the connection; many departures at once. Messages about groups for which the caller answers cannot be muted.',
});

export const Preferences = Type.Object(
  { language, timeZone, mutedNotices },
  { ...exact, $id: 'Preferences', description: 'The choices of an administrator for the page.' },
);

export const PreferencesChange = Type.Object(
  {
    language: Type.Optional(language),
    timeZone: Type.Optional(timeZone),
    mutedNotices: Type.Optional(mutedNotices),
  },
  { ...exact, $id: 'PreferencesChange' },
);

export const SignInOptions = Type.Object(
  {
    provider: nullable(
      Type.Object({ host: Type.String({ description: 'Host name of the provider.' }) }, exact),
    ),
  },
  { ...exact, $id: 'SignInOptions', description: 'The ways to sign in to the tenant.' },
);

export const LinkSignIn = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The part of the link after the #.',
    }),
  },
  { ...exact, $id: 'LinkSignIn' },
);

export const SignedIn = Type.Object(
  {
    tenant: Type.Object(
      {
        tenantId: Type.String(),
        name: Type.String(),
        directory: nullable(Type.Enum([...suites])),
        timeZone: Type.String({ description: 'IANA name. Days of the tenant count in it.' }),
        hour: Type.Integer({ description: 'Hour of the day at which dates of the tenant count.' }),
        aheadMs: Type.Integer({
          description:
            'By how much the clock of governance is ahead of the present time: 0, unless the clock of a sandbox was advanced. Expiries, tasks, reviews and notices have times of this clock.',
        }),
      },
      exact,
    ),
    administrator: Type.Object(
      {
        administratorId: Type.String(),
        email: Type.String(),
        name: nullable(Type.String()),
        role: Role,
        organisationIds: nullable(
          Type.Array(Type.String(), {
            description:
              'The organisations to which the role is limited, by id: everything else does not exist for the person, and what concerns the whole tenant is refused. null: no limit.',
          }),
        ),
        permissions: Type.Array(Type.Enum([...permissions]), {
          description: 'The permissions of the role, without those that a limit takes away.',
        }),
        preferences: nullable(Preferences),
      },
      exact,
    ),
    csrfToken: Type.String({ description: 'Send it as X-CSRF-Token with every change.' }),
    expiresAt: moment('Latest end of the session.'),
  },
  { ...exact, $id: 'SignedIn', description: 'The person who is signed in.' },
);

export const SignOut = Type.Object(
  { everywhere: Type.Boolean({ description: 'Also ends the sessions in other browsers.' }) },
  { ...exact, $id: 'SignOut' },
);

/** A path of the page below the tenant; nothing that could lead to another place. */
export const ReturnTo = Type.Object({
  returnTo: Type.Optional(Type.String({ pattern: '^/(?!/)[\\w/.~=&?%-]{0,500}$' })),
});
