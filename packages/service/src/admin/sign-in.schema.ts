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
  { ...exact, $id: 'SignInOptions', description: 'How one can sign in to the tenant.' },
);

export const LinkSignIn = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200, description: 'What stands behind the #.' }),
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
    csrfToken: Type.String({ description: 'To be sent as X-CSRF-Token with every change.' }),
    expiresAt: Type.String({ description: 'When the session ends in any case.' }),
  },
  { ...exact, $id: 'SignedIn', description: 'Who is signed in.' },
);

export const SignOut = Type.Object(
  { everywhere: Type.Boolean({ description: 'Also ends the sessions in other browsers.' }) },
  { ...exact, $id: 'SignOut' },
);
