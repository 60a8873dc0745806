// The approval of a request, as the answers about a creation or an operation have it.
import { exact, moment, nullable } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { maxApprovers } from '../../settings/organisations/approval-policy.ts';
import { refTo } from '../../http/schema-ref.ts';

export const ApprovalDecisionResponse = Type.Object(
  {
    stage: Type.Integer(),
    decision: Type.Enum(['approve', 'amend', 'reject', 'lapse', 'skip'], {
      description:
        'amend: approved with another name. lapse: nobody decided in time. skip: no approver of the stage was available. The list may grow.',
    }),
    by: Type.Object({ kind: Type.String(), id: Type.String() }),
    reason: nullable(Type.String()),
    at: moment('Time of the decision.'),
    displayName: Type.Optional(
      Type.String({ description: 'With amend: the name with which the group was approved.' }),
    ),
  },
  { ...exact, $id: 'ApprovalDecision' },
);

/** The same in a plan and in a task. */
export const notAsked = Type.Integer({
  description: `Number of people of the stage who are not asked and cannot decide, because a stage asks at most ${maxApprovers}.`,
});

const Approver = Type.Object(
  {
    personId: Type.String({
      description: 'User ID in the directory; of an administrator, the e-mail address.',
    }),
    email: nullable(Type.String()),
    displayName: nullable(Type.String()),
  },
  exact,
);

export const ApprovalResponse = Type.Object(
  {
    stage: Type.Integer({ description: 'The present stage, from 1.' }),
    of: Type.Integer({ description: 'Number of stages.' }),
    taskId: nullable(
      Type.String({
        format: 'uuid',
        description:
          'The open task of the stage. Null while nobody was asked, and after the last decision.',
      }),
    ),
    assignees: Type.Array(Approver, {
      description: 'The people of the open task. Empty while nobody was asked.',
    }),
    dueAt: nullable(
      moment(
        'Time when the stage lapses. The clock of a sandbox, which may be advanced, reaches it earlier then.',
      ),
    ),
    decisions: Type.Array(refTo(ApprovalDecisionResponse)),
  },
  { ...exact, $id: 'Approval', description: 'How far the approval of a request is.' },
);

export const PlannedApprovalResponse = Type.Object(
  {
    stages: Type.Array(
      Type.Object(
        {
          stage: Type.Integer({ description: 'Number of the stage, from 1.' }),
          as: Type.Enum(['approvers', 'steward', 'administrators'], {
            description:
              'approvers: the people of the template. steward, administrators: they are asked because no approver is available.',
          }),
          approvers: Type.Array(Approver, { description: 'One of them decides the stage.' }),
          notAsked,
        },
        exact,
      ),
      { description: 'The stages, in their order. One without an available approver is left out.' },
    ),
  },
  { ...exact, $id: 'PlannedApproval', description: 'The people whom an approval would ask.' },
);
