import { Type } from 'typebox';
import { informedRoles } from './notices-policy.ts';

export const NoticesPolicyInput = Type.Object(
  {
    created: Type.Array(Type.Enum([...informedRoles]), {
      maxItems: informedRoles.length,
      uniqueItems: true,
      description: 'People to inform of a new group: that they answer for it, and when it expires.',
    }),
  },
  {
    additionalProperties: false,
    description: 'Messages besides those of the lifecycle and of the responsibility.',
  },
);
