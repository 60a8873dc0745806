import { Type } from 'typebox';
import { informedRoles } from './notices-policy.ts';

export const NoticesPolicyInput = Type.Object(
  {
    created: Type.Optional(
      Type.Array(Type.Enum([...informedRoles]), {
        maxItems: informedRoles.length,
        uniqueItems: true,
        description:
          'People to inform of a new group: that they answer for it, and when it expires. Default: nobody.',
      }),
    ),
    failed: Type.Optional(
      Type.Array(Type.Enum(['steward']), {
        maxItems: 1,
        description:
          'People to inform of a creation that failed: the steward of the organisation, else the administrators. Default: nobody.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Messages besides those of the lifecycle and of the responsibility.',
  },
);
