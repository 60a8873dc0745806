import { Type } from 'typebox';
import { administratorRoles } from '../admin-sessions/administrator.ts';
import { exact } from './common.schema.ts';

export const Role = Type.Enum([...administratorRoles], {
  description: 'A reader sees everything and changes nothing.',
});

export const SignInOptions = Type.Object(
  {
    provider: Type.Union([
      Type.Object({ host: Type.String({ description: 'Host name of the provider.' }) }, exact),
      Type.Null(),
    ]),
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
    tenant: Type.Object({ tenantId: Type.String(), name: Type.String() }, exact),
    administrator: Type.Object(
      {
        administratorId: Type.String(),
        email: Type.String(),
        name: Type.Union([Type.String(), Type.Null()]),
        role: Role,
      },
      exact,
    ),
    csrfToken: Type.String({ description: 'Send it as X-CSRF-Token with every change.' }),
    expiresAt: Type.String({ description: 'Latest end of the session.' }),
  },
  { ...exact, $id: 'SignedIn', description: 'The person who is signed in.' },
);

export const SignOut = Type.Object(
  { everywhere: Type.Boolean({ description: 'Also ends the sessions in other browsers.' }) },
  { ...exact, $id: 'SignOut' },
);
