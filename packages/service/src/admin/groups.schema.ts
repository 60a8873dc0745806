import { Type } from 'typebox';
import {
  FindingName,
  ObservedTeam,
  observedDescriptions,
  PropertyDrift,
} from '../groups/read/observed-team.schema.ts';
import { groupApps } from '../microsoft-graph/group-links.ts';
import { refTo } from '../http/schema-ref.ts';
import { LifecycleResponse } from '../groups/read/team-lifecycle.schema.ts';
import {
  TeamResponsibility,
  TeamStatusResponse,
  teamDescriptions,
} from '../groups/read/teams.schema.ts';
import { unansweredActions } from '../settings/organisations/lifecycle-policy.ts';
import { statuses } from '../engine/creation.ts';
import { groupStates } from '../engine/group-state.ts';
import { etag, exact, idParams, moment, nullable } from './common.schema.ts';

export const GroupParams = idParams({ teamId: 'The group.' });

const status = Type.Enum([...statuses]);
const state = Type.Enum([...groupStates], {
  description: 'Where the group is in its life. `gone`: it was removed in the directory.',
});
const names = { name: Type.String(), identifier: Type.String() };

const origin = Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }, exact);
const supersededBy = nullable(
  Type.String({
    description:
      'Of a failed creation: its newest retry, or else the group that has its alias now. Null while the failure is open.',
  }),
);

const attempt = Type.Integer({
  description: 'Its place in the chain of retries: 1 if it repeats no other creation.',
});

export const Group = Type.Object(
  {
    teamId: Type.String(),
    etag,
    state,
    restorableUntil: nullable(
      moment({ description: 'End of the time in which a deleted group can be restored.' }),
    ),
    displayName: Type.String(),
    description: nullable(Type.String()),
    visibility: Type.Enum(['private', 'public']),
    classification: nullable(
      Type.String({ description: 'Given by the template when the group was created.' }),
    ),
    preferredLanguage: nullable(
      Type.String({ description: 'A language tag, given like the classification.' }),
    ),
    mailNickName: Type.String(),
    organisation: Type.Object({ organisationId: Type.String(), ...names }, exact),
    template: Type.Object({ templateId: Type.String(), ...names }, exact),
    properties: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, exact)),
    people: Type.Object(
      {
        responsible: Type.String(),
        deputy: nullable(Type.String()),
        owners: Type.Integer(),
        members: Type.Integer(),
      },
      exact,
    ),
    directory: nullable(
      Type.Object(
        {
          groupId: Type.String(),
          mail: nullable(Type.String()),
          webUrl: nullable(Type.String()),
          links: Type.Array(
            Type.Object({ app: Type.Enum([...groupApps]), url: Type.String() }, exact),
            {
              description:
                'Addresses that open the group in applications of Microsoft 365, as far as the service knows them. Empty in the sandbox.',
            },
          ),
          goneSince: nullable(
            moment({
              description:
                'Time at which the service found that the group was removed in the directory.',
            }),
          ),
        },
        exact,
      ),
    ),
    observed: Type.Union([ObservedTeam, Type.Null()], {
      description: observedDescriptions.observed,
    }),
    drift: Type.Union([Type.Array(PropertyDrift), Type.Null()], {
      description: observedDescriptions.drift,
    }),
    findings: Type.Union([Type.Array(FindingName), Type.Null()], {
      description: observedDescriptions.findings,
    }),
    responsibility: Type.Union([refTo(TeamResponsibility), Type.Null()], {
      description: teamDescriptions.responsibility,
    }),
    lifecycle: Type.Union([refTo(LifecycleResponse), Type.Null()], {
      description: teamDescriptions.lifecycle,
    }),
    afterExpiry: Type.Union(
      [
        Type.Object(
          {
            unanswered: Type.Enum([...unansweredActions]),
            deleteAfterArchived: nullable(Type.String({ description: 'ISO 8601 duration.' })),
          },
          exact,
        ),
        Type.Null(),
      ],
      {
        description:
          'The consequence if nobody renews the group, by its template as it is now. Null: the template has no lifecycle.',
      },
    ),
    nextReviewAt: nullable(
      moment({ description: 'When the next review by policy is due. Null: none is planned.' }),
    ),
    createdBy: origin,
    requestId: Type.String(),
    status: refTo(TeamStatusResponse),
    incidents: Type.Array(
      Type.Object(
        {
          step: Type.String(),
          attempt: Type.Integer(),
          occurredAt: moment(),
          code: Type.String(),
          detail: Type.String(),
          directoryRequestId: nullable(Type.String()),
          retryAt: nullable(moment()),
        },
        exact,
      ),
    ),
    retryOf: nullable(Type.String()),
    retries: Type.Array(Type.Object({ teamId: Type.String(), status, attempt }, exact)),
    attempts: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          attempt,
          displayName: Type.String(),
          status,
          createdAt: moment(),
          error: nullable(Type.String({ description: 'Problem code of a failed creation.' })),
        },
        exact,
      ),
      {
        description:
          'This creation with all that it retries and all that retry it, oldest first; empty without any.',
      },
    ),
    supersededBy,
    canRetry: Type.Boolean({
      description:
        'True if the creation failed, has no retry, and no other group has its alias now.',
    }),
    aliasHolder: nullable(
      Type.Object({ teamId: Type.String(), displayName: Type.String(), status }, exact),
    ),
  },
  { ...exact, $id: 'Group' },
);
