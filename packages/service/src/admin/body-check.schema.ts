import { Type } from 'typebox';
import { FieldErrorSchema } from '../http/field-error.schema.ts';
import { refTo } from '../http/schema-ref.ts';
import { exact } from './common.schema.ts';

export const BodyCheck = Type.Object(
  {
    method: Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: Type.String({
      maxLength: 200,
      description: 'As in this description, for example /{tenantId}/organisations.',
    }),
    body: Type.Unknown({ description: 'As it would be sent.' }),
  },
  { ...exact, $id: 'BodyCheck' },
);

export const BodyCheckResult = Type.Object(
  {
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
  },
  exact,
);
