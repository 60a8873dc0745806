import { Type } from 'typebox';
import { exact, moment } from './common.schema.ts';

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
