// The people who answered for a group on a day.
import { pageSchema } from '../../ground/schema/page.schema.ts';
import {
  EntryProofResponse,
  exact,
  moment,
  nullable,
  nullableMoment,
} from '../../ground/schema/parts.schema.ts';
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
    proof: EntryProofResponse,
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

const namedGroup = {
  teamId: Type.String({ format: 'uuid' }),
  displayName: Type.String({ description: 'As it is now.' }),
  mailNickName: Type.String(),
  organisationId: Type.String({ format: 'uuid' }),
  templateId: Type.String({ format: 'uuid' }),
};

const AnsweredGroup = Type.Object(
  { ...namedGroup, responsible: refTo(AnsweredBy), deputy: refTo(AnsweredBy) },
  { ...exact, $id: 'AnsweredGroup', description: 'The people who answered for a group on a day.' },
);

export const AnsweredGroupPage = Type.Object(
  {
    ...pageSchema(refTo(AnsweredGroup), 'AnsweredGroupPage').properties,
    at: Type.String({ format: 'date', description: 'The day (UTC). Its end counts.' }),
  },
  { ...exact, $id: 'AnsweredGroupPage' },
);

const HeldRole = Type.Object(
  {
    ...namedGroup,
    role: Type.Enum(['responsible', 'deputy']),
    from: moment('Time since which the person had the role.'),
    until: nullableMoment('Time until which the person had it. Null: the person has it.'),
  },
  { ...exact, $id: 'HeldRole', description: 'A role that a person has or had in a group.' },
);

export const HeldRolePage = Type.Object(
  {
    ...pageSchema(refTo(HeldRole), 'HeldRolePage').properties,
    knownSince: nullableMoment(
      'The audit log of the time before was archived, so that earlier roles may be missing. Null: all are known.',
    ),
  },
  { ...exact, $id: 'HeldRolePage' },
);

export const responsibilitySchemas = [
  AnsweredGroup,
  AnsweredGroupPage,
  HeldRole,
  HeldRolePage,
  ResponsibilityEntry,
  AnsweredBy,
  ResponsibilityOnDay,
];
