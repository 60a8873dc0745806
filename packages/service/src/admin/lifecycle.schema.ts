import { Type } from 'typebox';
import { HoldBody, RenewalBody } from '../governance/lifecycle/lifecycle.schema.ts';
import { guidPattern } from '../ground/schema/guid.schema.ts';
import { CreationProblem } from '../groups/read/teams.schema.ts';
import { refTo } from '../http/schema-ref.ts';
import { exact, moment, nullable } from './common.schema.ts';

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
