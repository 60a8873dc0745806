import { exact } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { optionalMoment } from '../../ground/schema/moment.schema.ts';
import { endsEarlier } from './suite-expiration.ts';
import type { LifecycleState } from './lifecycle-state.ts';
import type { Hold } from './lifecycles.postgres.ts';
import { HoldResponse } from '../../groups/read/team-lifecycle.schema.ts';
import { linesSchema } from '../../ground/schema/name.schema.ts';

export const RenewalBody = Type.Object(
  {
    until: optionalMoment(
      'The new expiry. Absent: the length that the template gives a renewal. A caller may name no later time than that length permits, or `longest` where requests may name the expiry. An empty text counts as null.',
    ),
    reason: Type.Optional(
      Type.Union([linesSchema({ maxLength: 1_000 }), Type.Null()], {
        description: 'Reason, for the activity log.',
      }),
    ),
  },
  { ...exact, $id: 'Renewal' },
);

const changed = Type.Boolean({
  description:
    'False if the effect was there already. Then there is no entry in the audit log and no event.',
});

export const RenewalResponse = Type.Object(
  {
    teamId: Type.String({ format: 'uuid' }),
    expiresAt: Type.String({ format: 'date-time' }),
    changed,
  },
  { ...exact, $id: 'RenewalResult' },
);

export const HeldResponse = Type.Object(
  { ...HoldResponse.properties, changed },
  { ...exact, $id: 'Hold' },
);

export const HoldBody = Type.Object(
  {
    reason: linesSchema({
      minLength: 1,
      maxLength: 1_000,
      description: 'Reason of the hold, for the activity log and for those who meet it.',
    }),
  },
  { ...exact, $id: 'HoldInput' },
);

export const lifecycleSchemas = [RenewalBody, RenewalResponse, HeldResponse, HoldBody];

export function lifecycleResponse(
  state: LifecycleState | undefined,
  hold: Hold | undefined,
  suiteExpiresAt: Date | null,
) {
  if (state === undefined && hold === undefined) return null;
  const iso = (date: Date | null | undefined) => date?.toISOString() ?? null;
  return {
    expiresAt: iso(state?.expiresAt),
    renewals: state?.renewals ?? 0,
    reminders: state?.reminders ?? 0,
    outcome: state?.outcome ?? null,
    archivedSince: iso(state?.archivedSince),
    deletesAt: iso(state?.deletesAt),
    hold: hold === undefined ? null : holdResponse(hold),
    suiteExpiresAt: iso(suiteExpiresAt),
    warnings: endsEarlier(suiteExpiresAt, state?.expiresAt ?? null)
      ? ['suite_expires_earlier' as const]
      : [],
  };
}

export function holdResponse({ reason, heldBy, heldAt }: Hold) {
  return { reason, since: heldAt.toISOString(), by: heldBy };
}
