// Requests for groups that administrators make.
import { Type } from 'typebox';
import { refTo } from '../http/schema-ref.ts';
import { FieldErrorSchema } from '../http/field-error.schema.ts';
import { exact, nullable } from './common.schema.ts';

/** The answer to one of these requests is kept until all its groups are accepted. */
const maxGroups = 100;

export const GroupRequests = Type.Object(
  {
    groups: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: maxGroups,
      description: 'Bodies of requestGroup.',
    }),
  },
  { ...exact, $id: 'GroupRequests' },
);

export const AcceptedGroup = Type.Object({ teamId: Type.String() }, exact);

export const AcceptedGroups = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          teamId: nullable(Type.String()),
          error: nullable(
            Type.Object(
              {
                code: Type.String(),
                detail: Type.String(),
                errors: Type.Array(refTo(FieldErrorSchema)),
              },
              exact,
            ),
          ),
        },
        exact,
      ),
      {
        description:
          'In the order of the request: the accepted group, or the reason for the refusal.',
      },
    ),
  },
  { ...exact, $id: 'AcceptedGroups' },
);
