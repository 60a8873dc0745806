// The approval of a request, as the answers about a creation or an operation have it.
import { Type } from 'typebox';
import { refTo } from '../../http/schema-ref.ts';

const exact = { additionalProperties: false } as const;
const moment = (description: string) =>
  Type.Unsafe<Date | string>(Type.String({ format: 'date-time', description }));
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const ApprovalDecisionResponse = Type.Object(
  {
    stage: Type.Integer(),
    decision: Type.Enum(['approve', 'amend', 'reject', 'lapse', 'skip'], {
      description:
        'amend: approved with another name. lapse: nobody decided in time. skip: the stage had nobody who could decide. The list may grow.',
    }),
    by: Type.Object({ kind: Type.String(), id: Type.String() }),
    reason: orNull(Type.String()),
    at: moment('Time of the decision.'),
    displayName: Type.Optional(
      Type.String({ description: 'With amend: the name with which the group was approved.' }),
    ),
  },
  { ...exact, $id: 'ApprovalDecision' },
);

export const ApprovalResponse = Type.Object(
  {
    stage: Type.Integer({ description: 'The present stage, from 1.' }),
    of: Type.Integer({ description: 'Number of stages.' }),
    taskId: orNull(
      Type.String({
        format: 'uuid',
        description:
          'The open task of the stage. Null while nobody was asked, and after the last decision.',
      }),
    ),
    assignees: Type.Array(
      Type.Object(
        {
          personId: Type.String({ description: 'User ID in the directory.' }),
          email: orNull(Type.String()),
          displayName: orNull(Type.String()),
        },
        exact,
      ),
      { description: 'The people of the open task. If there is none, administrators decide it.' },
    ),
    dueAt: orNull(moment('Time when the stage lapses, by the governance clock of the tenant.')),
    decisions: Type.Array(refTo(ApprovalDecisionResponse)),
  },
  { ...exact, $id: 'Approval', description: 'How far the approval of a request is.' },
);
