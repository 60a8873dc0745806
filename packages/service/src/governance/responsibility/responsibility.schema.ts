// The people who answered for a group on a day.
import { exact, nullable } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { refTo } from '../../http/schema-ref.ts';

const ResponsibilityEntry = Type.Object(
  {
    occurredAt: Type.Unsafe<Date | string>(Type.String({ format: 'date-time' })),
    action: Type.String({
      description:
        'group.changed, group.handed_over or group.change_failed; for an acceptance, task.decided.',
    }),
    actor: Type.Object({ kind: Type.String(), id: Type.String() }, exact),
    proof: Type.Union(
      [
        Type.Object(
          {
            position: Type.Integer({ description: 'Place of the entry in the hash chain.' }),
            hash: Type.String({
              description: 'Hash of the entry in the chain, in hexadecimal.',
            }),
            isIntact: Type.Boolean({
              description: 'Whether the entry and the hash before it give this hash.',
            }),
          },
          exact,
        ),
        Type.Null(),
      ],
      { description: 'Null until the entry is in the chain, which takes about a second.' },
    ),
  },
  {
    ...exact,
    $id: 'ResponsibilityEntry',
    description:
      'An entry of the audit log that changed who answers for a group, or by which a person accepted that.',
  },
);

const AnsweredBy = Type.Object(
  {
    person: nullable(
      Type.String({
        description: 'User ID or e-mail address, as the record had it. Null: nobody.',
      }),
    ),
    from: Type.Union([refTo(ResponsibilityEntry), Type.Null()], {
      description: 'The entry by which the person got the place. Null: by the creation.',
    }),
    until: Type.Union([refTo(ResponsibilityEntry), Type.Null()], {
      description: 'The entry by which the person lost the place. Null: the person still has it.',
    }),
    accepted: Type.Union([refTo(ResponsibilityEntry), Type.Null()], {
      description:
        'The entry by which the person had accepted the role at the end of the day. Null: the person had not, or nobody asked.',
    }),
    acceptanceDueAt: Type.Union(
      [Type.Unsafe<Date | string>(Type.String({ format: 'date-time' })), Type.Null()],
      {
        description:
          'Time until which the answer of the person was awaited at the end of the day. Null: it was not.',
      },
    ),
  },
  { ...exact, $id: 'AnsweredBy', description: 'A person who answered for a group on a day.' },
);

export const ResponsibilityOnDay = Type.Object(
  {
    teamId: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date', description: 'The day (UTC). Its end counts.' }),
    exists: Type.Boolean({ description: 'Whether the group existed at the end of the day.' }),
    responsible: refTo(AnsweredBy),
    deputy: refTo(AnsweredBy),
  },
  {
    ...exact,
    $id: 'ResponsibilityOnDay',
    description:
      'The people who answered for a group on a day, with the entries of the audit log that prove it.',
  },
);

export const responsibilitySchemas = [ResponsibilityEntry, AnsweredBy, ResponsibilityOnDay];
