import { Type } from 'typebox';
import { lifecycleLists } from '../governance/lifecycle/browse-lifecycles.postgres.ts';
import { HoldBody, RenewalBody } from '../governance/lifecycle/lifecycle.schema.ts';
import { dayInput } from '../ground/schema/moment.schema.ts';
import { guidPattern } from '../ground/schema/guid.schema.ts';
import { CreationProblem } from '../groups/read/teams.schema.ts';
import { refTo } from '../http/schema-ref.ts';
import { exact, moment, nullable, offsetPageSchema, offsetQuery } from './common.schema.ts';
import { GroupSummary } from './groups.schema.ts';

export const LifecycleOverviewResponse = Type.Object(
  {
    now: moment({ description: 'The governance clock of the tenant.' }),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'Day of the tenant.' }),
          expiring: Type.Integer({ description: 'Groups that expire unless they are renewed.' }),
          archiving: Type.Integer({ description: 'Those of them that are archived then.' }),
          deleting: Type.Integer({ description: 'Archived groups that are deleted.' }),
        },
        exact,
      ),
      {
        description:
          'The next 90 days, today first. Groups on hold do not count. Dates that have passed count today.',
      },
    ),
    expiring: Type.Integer({
      description: 'Groups that expire some day, those on hold included.',
    }),
    deleting: Type.Integer({
      description: 'Archived groups that will be deleted, those on hold included.',
    }),
    archived: Type.Integer({ description: 'Archived groups.' }),
    onHold: Type.Integer({ description: 'Groups on hold.' }),
  },
  { ...exact, $id: 'LifecycleOverview' },
);

export const lifecycleListQuery = Type.Object({
  ...offsetQuery.properties,
  list: Type.Enum([...lifecycleLists], {
    description:
      'expiring and deleting: the next date first. archived and on_hold: the newest first.',
  }),
  date: Type.Optional(
    dayInput(
      'Of expiring and deleting: only the groups that the calendar counts on this day of the tenant, without groups on hold.',
    ),
  ),
  archives: Type.Optional(
    Type.Boolean({
      description:
        'Of the groups that expire on the day. True: only those that are archived then. False: only the others.',
    }),
  ),
});

export const LifecycleGroupPage = offsetPageSchema(
  Type.Object(
    {
      ...GroupSummary.properties,
      expiresAt: nullable(moment()),
      archivedAt: nullable(moment({ description: 'In real time.' })),
      deletesAt: nullable(moment()),
      isOnHold: Type.Boolean(),
    },
    { ...exact, $id: 'LifecycleGroup' },
  ),
  'LifecycleGroupPage',
);

const maxGroups = 200;

const teamIds = Type.Array(Type.String({ pattern: guidPattern, 'x-fault': 'must be a GUID' }), {
  minItems: 1,
  maxItems: maxGroups,
  uniqueItems: true,
});

export const BulkLifecycle = Type.Object(
  {
    action: Type.Enum(['renew', 'hold', 'release']),
    teamIds,
    until: RenewalBody.properties.until,
    reason: Type.Optional(
      Type.Union([HoldBody.properties.reason, Type.Null()], {
        description: 'Reason, for the activity log. A hold requires one.',
      }),
    ),
  },
  exact,
);

export const BulkLifecycleResult = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          expiresAt: nullable(moment({ description: 'The new expiry of a renewed group.' })),
          error: nullable(refTo(CreationProblem)),
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'BulkLifecycleResult' },
);
