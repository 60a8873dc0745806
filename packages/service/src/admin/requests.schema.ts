import {
  exact,
  guidPattern,
  moment,
  nullable,
  knownNameSchema,
} from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { FieldErrorSchema } from '../http/field-error.schema.ts';
import { pageQuery } from '../http/paging.ts';
import { refTo } from '../http/schema-ref.ts';
import { problemCodes } from '../ground/errors.ts';
import { pageSchema } from '../ground/schema/page.schema.ts';
import { activityFilterQuery } from './activity.schema.ts';
import { guidQuery } from './common.schema.ts';

const { from, until } = activityFilterQuery;

export const requestListQuery = Type.Object({
  keyId: Type.Optional(guidQuery),
  outcome: Type.Optional(
    Type.Enum(['refused', 'succeeded'], { description: 'refused: a status of 400 and above.' }),
  ),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  code: Type.Optional(
    knownNameSchema(
      problemCodes,
      'must be a problem code such as validation_failed',
      'The code of the problem that was answered.',
    ),
  ),
  groupId: Type.Optional(
    Type.String({
      pattern: guidPattern,
      'x-fault': 'must be a GUID',
      description: 'Requests about this group, and the request that created it.',
    }),
  ),
  requestId: Type.Optional(Type.String({ maxLength: 64 })),
  from,
  until,
  ...pageQuery,
});

const LoggedRequestAnswer = Type.Object(
  {
    entryId: Type.Integer(),
    occurredAt: moment(),
    key: Type.Object(
      {
        keyId: Type.String(),
        name: nullable(Type.String({ description: 'Null once the key is removed.' })),
      },
      exact,
    ),
    method: Type.String(),
    route: Type.String({ description: 'The pattern of the path, such as /teams/:teamId.' }),
    status: Type.Integer(),
    requestId: Type.String(),
    durationMs: Type.Number(),
    address: Type.String({ description: 'Empty where the caller had hung up.' }),
    userAgent: nullable(Type.String()),
    groupId: nullable(Type.String({ description: 'The group that the path names.' })),
    code: nullable(Type.String({ description: 'Null if the request was not refused.' })),
    problem: nullable(Type.String({ description: 'Address of the page about the problem.' })),
    detail: nullable(Type.String()),
    errors: Type.Array(refTo(FieldErrorSchema)),
    body: Type.Unknown({
      description:
        'The body of a refused request, without secrets, and cut if it is large. Null otherwise.',
    }),
    isBodyCut: Type.Boolean(),
  },
  exact,
);

export const RequestPage = pageSchema(LoggedRequestAnswer, 'RequestPage');
