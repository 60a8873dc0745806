import { exact, moment, nullable, knownNameSchema } from '../ground/schema/parts.schema.ts';
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { activityActions, actorKinds } from '../audit/activity.ts';
import { pageQuery } from '../http/paging.ts';
import { dayInput } from '../ground/schema/moment.schema.ts';
import { pageSchema } from '../ground/schema/page.schema.ts';

export const activityFilterQuery = {
  actorKind: Type.Optional(Type.Enum([...actorKinds])),
  actor: Type.Optional(
    Type.String({ maxLength: 320, description: "Part of the actor's id, case-insensitive." }),
  ),
  action: Type.Optional(
    knownNameSchema(
      [...new Set(activityActions.flatMap((action) => [action, action.split('.', 1)[0] ?? '']))],
      'must be an action such as group.archived, or the part of one before the dot',
      'An action, or the part of it before the dot.',
    ),
  ),
  subjectId: Type.Optional(
    Type.String({
      maxLength: 320,
      description:
        'Id of the object of the change, such as a group or an API key. One that the log has no entry about is refused, unless entries of the log are in an archive.',
    }),
  ),
  from: Type.Optional(dayInput('First day of the range, in UTC.')),
  until: Type.Optional(dayInput('Last day of the range, inclusive, in UTC.')),
};

export const activityListQuery = Type.Object({ ...activityFilterQuery, ...pageQuery });

export const activityExportQuery = Type.Object({
  ...activityFilterQuery,
  format: Type.Enum(['csv', 'jsonl']),
});

/** Text to callers; written piece by piece here. */
const schema = Type.Unsafe<Readable>(Type.String());
export const ActivityExport = {
  content: { 'text/csv': { schema }, 'application/jsonl': { schema } },
};

const Entry = Type.Object(
  {
    activityId: Type.Integer(),
    occurredAt: moment(),
    actor: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }, exact),
    address: nullable(Type.String()),
    requestId: nullable(Type.String()),
    action: Type.String(),
    subject: Type.Object(
      { kind: Type.String(), id: Type.String(), name: nullable(Type.String()) },
      exact,
    ),
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  exact,
);

export const ActivityPage = pageSchema(Entry, 'ActivityPage');

export const ActivityProof = Type.Object(
  {
    whole: Type.Boolean(),
    entries: Type.Integer({ description: 'Number of entries in the chain.' }),
    hash: Type.String({
      description: 'Hash of the last entry, hexadecimal. Keep a copy elsewhere.',
    }),
    detail: nullable(Type.String({ description: 'Place and kind of the break in the chain.' })),
  },
  exact,
);
