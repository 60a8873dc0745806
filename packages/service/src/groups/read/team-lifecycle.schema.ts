import { exact } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';

const moment = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

export const HoldResponse = Type.Object(
  {
    reason: Type.String(),
    since: Type.String({ format: 'date-time' }),
    by: Type.Object({ kind: Type.String(), id: Type.String() }, exact),
  },
  exact,
);

export const LifecycleResponse = Type.Object(
  {
    expiresAt: moment('When the group expires. Null: it does not expire.'),
    renewals: Type.Integer({ description: 'Number of renewals so far.' }),
    reminders: Type.Integer({ description: 'Reminders since the last renewal.' }),
    outcome: Type.Union([Type.Enum(['archive_requested', 'kept', 'cannot_archive']), Type.Null()], {
      description: 'The consequence of its expiry. Null until it expires.',
    }),
    archivedSince: moment(
      'Since when the group is archived, as far as its template has a lifecycle.',
    ),
    deletesAt: moment('When the archived group is deleted. Null: it is kept.'),
    hold: Type.Union([HoldResponse, Type.Null()], {
      description: 'A group on hold is neither archived nor deleted.',
    }),
    suiteExpiresAt: moment(
      'When a policy of the productivity suite itself lets the group expire. Null: no such policy covers it, as far as is known.',
    ),
    warnings: Type.Array(Type.Enum(['suite_expires_earlier']), {
      description:
        'suite_expires_earlier: the suite ends the group before its template does. The list may grow.',
    }),
  },
  { ...exact, $id: 'Lifecycle' },
);
