import { exact, nullable } from '../ground/schema/parts.schema.ts';
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { activityFilterQuery } from './activity.schema.ts';
import { guidQuery } from './common.schema.ts';

const counts = {
  open: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  declined: Type.Integer({
    description: 'Requests that people rejected, or did not approve in time.',
  }),
  cancelled: Type.Integer(),
};

export const failureCount = Type.Object({ code: Type.String(), count: Type.Integer() }, exact);

/** The members of every report about creations. */
export const creationReport = {
  days: Type.Array(Type.Object({ date: Type.String(), ...counts }, exact), {
    description: 'Each day of the range in UTC, oldest first. The overview has the last 30 days.',
  }),
  finish: Type.Object(
    {
      medianMs: nullable(Type.Number()),
      p95Ms: nullable(Type.Number()),
      classes: Type.Array(
        Type.Object({ upToMs: nullable(Type.Integer()), count: Type.Integer() }, exact),
      ),
    },
    {
      ...exact,
      description:
        'The times from request to finished group: of the creations that succeeded, or of the newest 10,000 of them. The sum of the classes is their number.',
    },
  ),
  failures: Type.Array(failureCount, { description: 'The most frequent reasons of failures.' }),
};

const { from, until } = activityFilterQuery;

export const reportQuery = Type.Object({
  from,
  until,
  organisationId: Type.Optional(guidQuery),
  templateId: Type.Optional(guidQuery),
});

export const CreationReportAnswer = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    until: Type.String({ format: 'date', description: 'The last day, inclusive.' }),
    ...creationReport,
    templates: Type.Array(
      Type.Object(
        {
          organisationId: Type.String(),
          organisation: Type.String({ description: 'The name; the id of a deleted one.' }),
          templateId: Type.String(),
          template: Type.String({ description: 'The name; the id of a deleted one.' }),
          ...counts,
        },
        exact,
      ),
      { description: 'Creations by template, most frequent first.' },
    ),
  },
  { ...exact, $id: 'CreationReport' },
);

/** Text to callers. */
export const ReportFile = {
  content: { 'text/csv': { schema: Type.Unsafe<Readable | string>(Type.String()) } },
};
