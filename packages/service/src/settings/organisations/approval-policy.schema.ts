import { exact, personPattern } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { durationPattern } from '../../ground/duration.ts';
import { maxApprovers, operationConditions } from './approval-policy.ts';

const stage = Type.Object(
  {
    by: Type.Array(
      Type.String({
        pattern: `^manager$|${personPattern}|${personPattern.replace('^', '^group:')}`,
        maxLength: 326,
        'x-fault':
          'must be manager, a user ID, an e-mail address, or group: with the ID or address of a group',
        description:
          'manager: the manager of the responsible person. group:approvers@nordlicht.example: the members of that directory group. Otherwise a user ID or an e-mail address.',
      }),
      {
        minItems: 1,
        maxItems: 20,
        description: `Any one of these people approves the stage. It asks at most ${maxApprovers}: people by name first, then members of groups. The plan of a template and the plan of a request say how many are not asked.`,
      },
    ),
  },
  exact,
);
const condition = Type.Union([
  Type.Enum(['always', 'never', 'public', 'guests']),
  Type.Object({ peopleOver: Type.Integer({ minimum: 1, maximum: 25_000 }) }, exact),
]);
const when = Type.Union([condition, Type.Array(condition, { minItems: 1, maxItems: 3 })], {
  description:
    'The creations that need an approval: always (default); never; public: groups that everyone in the organisation may join; guests: groups with guests; {"peopleOver": 50}: groups with more than 50 people. Of a list, one condition is enough.',
});
const operations = Type.Array(Type.Enum([...operationConditions]), {
  maxItems: operationConditions.length,
  uniqueItems: true,
  description:
    'The operations on existing groups that need the same approval: public: a change that makes the group public; guests: a change that adds guests; properties: a change of properties; delete: the deletion. Default: none.',
});
const remindDays = Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
  maxItems: 10,
  description:
    'Days after the start of a stage on which its people are reminded. Default: 2 and 5.',
});
const decisions = Type.Enum(['link', 'signed_in'], {
  description:
    'signed_in (default): to decide from a link, the person also signs in. link: the link is enough.',
});
const selfApproval = Type.Boolean({
  description: 'Whether the responsible person of the group may approve it. Default: false.',
});
const after = Type.String({
  pattern: durationPattern,
  'x-fault': 'must be a duration such as P14D',
  description: 'Time limit of a stage, in ISO 8601. Default: P14D.',
});
const as = Type.Enum(['rejected', 'approved'], {
  description: 'The outcome of a stage that is not decided in time. Default: rejected.',
});

export const ApprovalInput = Type.Union(
  [
    Type.Object(
      {
        when: Type.Optional(when),
        operations: Type.Optional(operations),
        stages: Type.Array(stage, { minItems: 1, maxItems: 5 }),
        remindDays: Type.Optional(remindDays),
        lapse: Type.Optional(
          Type.Object({ after: Type.Optional(after), as: Type.Optional(as) }, exact),
        ),
        selfApproval: Type.Optional(selfApproval),
        decisions: Type.Optional(decisions),
      },
      exact,
    ),
    Type.Null(),
  ],
  {
    description:
      'Requests that need an approval before anything is created, changed or deleted. Null: none. Absent: as before.',
  },
);

export const ApprovalSchema = Type.Object(
  {
    when,
    operations: Type.Optional(operations),
    stages: Type.Array(stage),
    // Templates of before have none.
    remindDays: Type.Optional(remindDays),
    lapse: Type.Object({ after, as }, exact),
    selfApproval,
    decisions,
  },
  { ...exact, description: 'Approval of requests. Absent: none.' },
);
