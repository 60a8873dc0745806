import { Type } from 'typebox';
import { etag, exact, idParams, moment, nullable, offsetPageSchema } from './common.schema.ts';
import { Role } from './sign-in.schema.ts';

export const AdministratorParams = idParams({ administratorId: 'The person.' });

export const AdministratorResponse = Type.Object(
  {
    administratorId: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    role: Role,
    source: Type.Enum(['list', 'claim']),
    accountBound: Type.Boolean({
      description:
        'True if an account of the sign-in provider is bound to the person. No other account is then admitted.',
    }),
    createdAt: moment(),
    lastSignedInAt: nullable(moment()),
    etag,
  },
  { ...exact, $id: 'Administrator' },
);

export const AdministratorPage = offsetPageSchema(AdministratorResponse, 'AdministratorPage');

export const AdministratorInput = Type.Object(
  {
    email: Type.String({
      maxLength: 320,
      pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
      'x-fault': 'must be an e-mail address',
    }),
    role: Role,
  },
  exact,
);

export const RoleInput = Type.Object({ role: Role }, exact);
