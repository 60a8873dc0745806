import { matchKinds } from '../search/match.ts';
import { usageSources } from '../../directory/usage-reports.ts';
import { ToDoResponse } from './to-do.schema.ts';
import { moment, nullable, nullableMoment } from '../../ground/schema/parts.schema.ts';
import { type Static, Type } from 'typebox';
import { ExternalIdsMember } from '../../ground/schema/external-key.schema.ts';

import { FieldErrorSchema } from '../../http/field-error.schema.ts';
import { refTo } from '../../http/schema-ref.ts';
import {
  ApprovalDecisionResponse,
  ApprovalResponse,
} from '../../messages/tasks/approval.schema.ts';
import { optionalMoment } from '../../ground/schema/moment.schema.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import { type CreationStatus, statuses } from '../../engine/creation.ts';
import {
  type AcceptanceState,
  acceptanceStates,
  type ResponsibilityState,
  responsibilityStates,
} from '../../engine/responsibility-state.ts';
import { type GroupState, groupStates } from '../../engine/group-state.ts';
import {
  ComparisonResponse,
  FindingCountsResponse,
  FindingName,
  ObservedTeam,
  observedDescriptions,
  PropertyDrift,
} from './observed-team.schema.ts';
import { RosterSummaryResponse } from './roster-summary.schema.ts';
import { LifecycleResponse } from './team-lifecycle.schema.ts';
import { unansweredActions } from '../../settings/organisations/lifecycle-policy.ts';
import { type GroupApp, groupApps } from '../../microsoft-graph/group-links.ts';
import { linesSchema } from '../../ground/schema/name.schema.ts';

const person = (description: string) => Type.String({ minLength: 1, maxLength: 320, description });
const guid = (description: string) => Type.String({ format: 'uuid', description });

export const propertyValues = (description: string) =>
  Type.Record(
    Type.String(),
    Type.Union([Type.String({ maxLength: 1_024 }), Type.Integer(), Type.Null()]),
    { maxProperties: 50, description },
  );

/** Section 2.4 of the specification. */
export const TeamRequestBody = Type.Object(
  {
    displayName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'Name of the group, without control characters or surrounding white space. You may leave it out if the template has a display name pattern; the service then renders it from properties.',
      }),
    ),
    description: Type.Optional(
      Type.Union([linesSchema({ maxLength: 1_024 }), Type.Null()], {
        description: 'Description of the group. An empty text counts as null.',
      }),
    ),
    mailNickName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Unique alias for the group\'s e-mail address: printable ASCII without @ ( ) \\ [ ] " ; : < > , or space. Dots must be single and between other characters. Refused as alias_reserved: abuse, admin, administrator, hostmaster, majordomo, postmaster, root, secure, security, ssl-admin, webmaster. You may leave it out if the template has a pattern for it; the service then renders it from properties.',
      }),
    ),
    responsible: person(
      'User ID or e-mail address of the responsible person, who becomes an owner.',
    ),
    deputy: Type.Optional(
      Type.Union([Type.String({ maxLength: 320 }), Type.Null()], {
        description:
          'User ID or e-mail address of the deputy, who becomes an owner. An empty text counts as null.',
      }),
    ),
    organisationIdOrIdentifier: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Id or short identifier of the organisation that creates the group.',
    }),
    templateIdOrIdentifier: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Id or short identifier of the template to apply.',
    }),
    owners: Type.Optional(
      Type.Array(person('User ID or e-mail address.'), {
        description:
          'Owners of the group, besides responsible and deputy. A group has at most 100 owners, including these two and the default owners of the template. A person named twice counts once. Absent: none.',
      }),
    ),
    members: Type.Optional(
      Type.Array(person('User ID or e-mail address.'), {
        description:
          'Members of the group: at most 25,000, including the default members of the template. A person named twice counts once. Absent: none.',
      }),
    ),
    properties: Type.Optional(
      propertyValues(
        'Values of the placeholders in the naming patterns, and of other properties that the template declares. Names that you leave out are rendered from them; names that you send must agree with them. An empty text and null count as absent.',
      ),
    ),
    expiresAt: optionalMoment(
      "Expiry of the group, where the template lets callers set one. Absent: the expiry by the template. It counts by the tenant's governance clock. An empty text counts as null.",
    ),
    externalIds: ExternalIdsMember,
    requestedBy: Type.Optional(
      Type.Union([Type.String({ maxLength: 320 }), Type.Null()], {
        description:
          'User ID or e-mail address of the person for whom your system asks. The approvers and the audit log have it. The service does not look the person up. An empty text counts as null.',
      }),
    ),
    reason: Type.Optional(
      Type.Union([linesSchema({ maxLength: 500 }), Type.Null()], {
        description:
          'Why the group is needed, for the approvers and the audit log. An empty text counts as null.',
      }),
    ),
  },
  {
    $id: 'TeamRequest',
    additionalProperties: false,
    'x-elsewhere': {
      visibility: 'the template decides it, and a change of the group may name it.',
      idempotencyKey:
        'the header Idempotency-Key has it. POST /teams/external/{source}/apply knows each entry by its externalId.',
      settings: 'the template decides what members and guests may do.',
    },
    examples: [
      {
        displayName: 'Project 4711',
        description: 'Bridge over the harbour',
        mailNickName: 'prj-4711',
        responsible: 'ingrid.solberg@nordlicht.example',
        deputy: 'mateusz.kowalski@nordlicht.example',
        organisationIdOrIdentifier: 'nordlicht-energy',
        templateIdOrIdentifier: 'project',
        owners: [],
        members: ['amara.okafor@nordlicht.example'],
      },
    ],
  },
);

export type TeamRequestBody = Static<typeof TeamRequestBody>;
type Others = Omit<TeamRequestBody, Optional>;
type Optional =
  | 'displayName'
  | 'mailNickName'
  | 'properties'
  | 'expiresAt'
  | 'externalIds'
  | 'requestedBy'
  | 'reason';
/** The request as the rules read it: an absent description or deputy is null, an absent list empty, and an absent name undefined. */
export type TeamRequest = {
  readonly [Member in keyof Others]-?: Exclude<Others[Member], undefined> extends string[]
    ? readonly string[]
    : Others[Member];
} & { readonly [Member in Optional]?: TeamRequestBody[Member] | undefined };

export const TeamStatusName = Type.Unsafe<CreationStatus>(
  Type.String({
    examples: [...statuses],
    description:
      'accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final.',
  }),
);

export const GroupStateName = Type.Unsafe<GroupState>(
  Type.String({
    examples: [...groupStates],
    description:
      'being_created, active, archived, deleted, gone (removed in the directory) or failed (never created). The list may grow.',
  }),
);

export const ResponsibilityStateName = Type.Unsafe<ResponsibilityState>(
  Type.String({
    examples: [...responsibilityStates],
    description:
      'held, shaky (the responsible person or the deputy is unavailable, in the grace period), deputy_vacant or vacant. The list may grow.',
  }),
);

const RoleAcceptance = Type.Object(
  {
    state: Type.Unsafe<AcceptanceState>(
      Type.String({
        examples: [...acceptanceStates],
        description:
          'awaited (the person was asked), accepted, declined, passed_on (until the person whom the answer names has the role) or unanswered. The list may grow.',
      }),
    ),
    since: nullableMoment('Time since which the state holds.'),
    dueAt: nullableMoment(
      'Time until which the answer is awaited. Null once there is none to wait for.',
    ),
    taskId: nullable(Type.String({ description: 'The open task that asks the person.' })),
  },
  {
    $id: 'RoleAcceptance',
    additionalProperties: false,
    description: 'Whether a person has accepted to answer for the group.',
  },
);

const AnsweringPerson = Type.Object(
  {
    id: nullable(Type.String({ description: "The directory's id of the person." })),
    email: nullable(Type.String()),
    displayName: nullable(Type.String()),
    available: Type.Boolean({
      description:
        'False if the account is disabled, deleted, a guest, or without a licence that the group needs.',
    }),
    acceptance: Type.Union([refTo(RoleAcceptance), Type.Null()], {
      description:
        'Whether the person has accepted the role. Null: nobody asked, because the template does not or the person had the role before.',
    }),
  },
  {
    $id: 'AnsweringPerson',
    additionalProperties: false,
    description:
      'A person who answers for a group. E-mail address and name are null until the directory was asked.',
  },
);

export const TeamResponsibility = Type.Object(
  {
    state: ResponsibilityStateName,
    since: nullableMoment('Time since which the state holds. Null while it is held.'),
    responsible: Type.Union([refTo(AnsweringPerson), Type.Null()], {
      description: 'Null: a group that was adopted without one, until a person takes it over.',
    }),
    deputy: Type.Union([refTo(AnsweringPerson), Type.Null()]),
    taskId: nullable(
      Type.String({
        description: 'The open task that asks for a deputy, or for a person who takes over.',
      }),
    ),
  },
  {
    $id: 'TeamResponsibility',
    additionalProperties: false,
    description: 'The availability of the people who answer for a group.',
  },
);

/** Section 2.5 of the specification. */
export const TeamAcceptance = Type.Object(
  {
    status: TeamStatusName,
    teamId: guid('Identifier of the team. It never changes, from the first answer on.'),
    statusUrl: Type.String({
      format: 'uri',
      description: 'Address where you follow the creation.',
    }),
  },
  {
    $id: 'TeamAcceptance',
    additionalProperties: false,
    examples: [
      {
        status: 'accepted',
        teamId: '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f',
        statusUrl: 'http://127.0.0.1:8080/teams/0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f/status',
      },
    ],
  },
);

export const StepResponse = Type.Object(
  {
    name: Type.String({
      description: 'Name of the step, for example resolve_people or create_group.',
    }),
    status: Type.String({
      description: 'pending, running, waiting (retried at retryAt), succeeded, failed or skipped.',
    }),
    attempts: Type.Integer(),
    startedAt: nullableMoment('Start of the step.'),
    completedAt: nullableMoment('End of the step.'),
    retryAt: nullableMoment('Time of the next retry of the step.'),
    detail: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'Step', additionalProperties: false },
);

export const CreationProblem = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    errors: Type.Optional(Type.Array(refTo(FieldErrorSchema))),
  },
  { $id: 'CreationProblem', description: 'The cause of a failed creation, and its remedy.' },
);

export const TeamStatusResponse = Type.Object(
  {
    status: TeamStatusName,
    teamId: guid('Identifier of the team.'),
    statusUrl: Type.String({ format: 'uri', description: 'The address of this answer.' }),
    createdAt: moment('Time at which the request was accepted.'),
    updatedAt: moment('Time of the latest change.'),
    completedAt: nullableMoment('Time at which the creation ended.'),
    approval: Type.Optional(refTo(ApprovalResponse)),
    steps: Type.Array(refTo(StepResponse), {
      description: 'Steps in the order in which they run.',
    }),
    error: Type.Union([refTo(CreationProblem), Type.Null()]),
    warnings: Type.Array(Type.Object({ code: Type.String(), detail: Type.String() })),
    version: Type.Integer({
      description: 'Number of the latest change, which is the id of its event in the stream.',
    }),
  },
  { $id: 'TeamStatus', additionalProperties: false },
);
export type TeamStatusResponse = Static<typeof TeamStatusResponse>;

export const summaryProperties = {
  teamId: guid('Identifier of the team.'),
  status: TeamStatusName,
  statusUrl: Type.String({ format: 'uri' }),
  organisationId: guid('Organisation of the team.'),
  templateId: guid('Template that was applied.'),
  displayName: Type.String(),
  mailNickName: Type.String(),
  createdAt: moment('Time at which the request was accepted.'),
  completedAt: nullableMoment('Time at which the creation ended.'),
  state: GroupStateName,
  externalIds: Type.Array(
    Type.Object(
      { source: Type.String(), externalId: Type.String() },
      { additionalProperties: false },
    ),
    {
      description:
        "The ids that the callers' own systems have for the group, at most one of a source. A failed creation keeps its ids, and another group may have them then.",
    },
  ),
  properties: Type.Record(Type.String(), Type.String(), {
    description:
      'Values of the placeholders in the naming patterns, and of the other properties that the template declares.',
  }),
};

const originDescriptions = {
  createdBy: 'The API key or the administrator that sent the request.',
  supersededBy:
    'Of a failed creation: its newest retry, or else the group that has its alias now. Null while the failure is open.',
  retryOf: 'The failed creation that this one repeats.',
  attempt: 'Its place in the chain of retries: 1 if it repeats no other creation.',
  error: 'Problem code of a failed creation.',
} as const;

/** The list and the answer of one group have these. */
const originProperties = {
  organisation: Type.String({ description: 'Name of the organisation.' }),
  template: Type.String({ description: 'Name of the template.' }),
  createdBy: Type.Object(
    { kind: Type.String(), id: Type.String(), name: Type.String() },
    { additionalProperties: false, description: originDescriptions.createdBy },
  ),
  requestId: Type.String({ description: 'Id of the request.' }),
  supersededBy: nullable(Type.String({ description: originDescriptions.supersededBy })),
  retryOf: nullable(Type.String({ description: originDescriptions.retryOf })),
  attempt: Type.Integer({ description: originDescriptions.attempt }),
};

const IncidentResponse = Type.Object(
  {
    step: Type.String(),
    attempt: Type.Integer(),
    occurredAt: moment(),
    code: Type.String(),
    detail: Type.String(),
    directoryRequestId: nullable(Type.String()),
    retryAt: nullableMoment('Time of the next attempt.'),
  },
  { $id: 'Incident', additionalProperties: false, description: 'A failed attempt of a step.' },
);

const AttemptResponse = Type.Object(
  {
    teamId: Type.String(),
    attempt: Type.Integer({ description: originDescriptions.attempt }),
    retryOf: nullable(Type.String({ description: originDescriptions.retryOf })),
    displayName: Type.String(),
    status: TeamStatusName,
    createdAt: moment(),
    error: nullable(Type.String({ description: originDescriptions.error })),
  },
  { $id: 'Attempt', additionalProperties: false, description: 'A creation in a chain of retries.' },
);

const day = (description: string) => nullable(Type.String({ format: 'date', description }));

export const TeamActivityResponse = Type.Object(
  {
    lastOn: day(
      'Day of the last use. Null: none in the 180 days before the first report, or since.',
    ),
    sources: Type.Array(
      Type.Object(
        {
          name: Type.Enum([...usageSources], {
            description:
              '`teams`: messages in channels and meetings. `group`: mail, files and Viva Engage.',
          }),
          on: day('Day of the last use of this kind.'),
          reportOn: Type.String({
            format: 'date',
            description: 'Day up to which the last report counts that has the group.',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'The reports that have the group.' },
    ),
    idleSince: nullableMoment(
      'Since when the group is idle by `lifecycle.inactivity` of its template. Null: it is not.',
    ),
    concealed: Type.Boolean({
      description:
        'True: the suite conceals the ids of groups in its reports, so they say nothing.',
    }),
  },
  { $id: 'TeamActivity', additionalProperties: false },
);

const teamDescriptions = {
  responsibility:
    'Whether the people who answer for the group are available. Null unless the group exists.',
  people:
    'A person who was named by ID has the user ID of the directory, and one who was named by an address has the e-mail address of the directory. Until the people of a new group were found, they are as the request names them.',
  lifecycle: 'When the group expires, and what follows. Null: its template has no lifecycle.',
} as const;

/** People of one group in an answer; GET /teams/{teamId}/people pages the others. */
export const mostExpanded = { read: 200, list: 20 } as const;

export const expandQuery = {
  expand: Type.Optional(
    Type.Enum(['people'], {
      description: `people: with the people as the directory has them, each once, with id, address and name: up to ${mostExpanded.read} of one team, and up to ${mostExpanded.list} of each team of a list. GET /teams/{teamId}/people has the others.`,
    }),
  ),
};

const expandedPeople = Type.Optional(
  Type.Array(
    Type.Object(
      {
        role: Type.String({
          examples: ['responsible', 'deputy', 'owner', 'member'],
          description: 'The highest role of the person in the team.',
        }),
        id: nullable(Type.String({ description: 'User ID. Null if it is not known yet.' })),
        email: nullable(Type.String()),
        displayName: nullable(
          Type.String({ description: 'Null if the directory does not have the person.' }),
        ),
      },
      { additionalProperties: false },
    ),
    { description: 'With expand=people: those with the highest roles first.' },
  ),
);

export const TeamResponse = Type.Object(
  {
    ...summaryProperties,
    origin: Type.String({
      description:
        'created by the service, or adopted: others made the group, and the service governs it since.',
    }),
    conforms: nullable(
      Type.Boolean({
        description:
          'Whether the names follow the patterns of the template as it is now. Null once the template is deleted.',
      }),
    ),
    ...originProperties,
    requestedBy: nullable(
      Type.String({
        description:
          'The person for whom the group was requested, as the request names it. Null: the request names nobody.',
      }),
    ),
    reason: nullable(Type.String({ description: 'Reason of the request. Null: none was given.' })),
    etag: Type.String({
      description:
        'Version of the record: in double quotes, the value for If-Match of an operation. The ETag header has it before its dot.',
    }),
    restorableUntil: nullableMoment('End of the time in which a deleted group can be restored.'),
    description: nullable(Type.String()),
    visibility: Type.Unsafe<'private' | 'public'>(
      Type.String({ examples: ['private', 'public'], description: 'private or public.' }),
    ),
    classification: nullable(
      Type.String({ description: 'Given by the template when the group was created. Null: none.' }),
    ),
    preferredLanguage: nullable(
      Type.String({ description: 'A language tag, given like the classification. Null: none.' }),
    ),
    responsible: nullable(
      Type.String(),
      `${teamDescriptions.people} Null: nobody answers for the group, which was adopted so.`,
    ),
    deputy: nullable(Type.String()),
    owners: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Owners beside responsible and deputy. Each person is listed once, whatever names the requests had. Absent with people=counts.',
      }),
    ),
    members: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Members who are no owners. Each person is listed once. Absent with people=counts.',
      }),
    ),
    people: expandedPeople,
    ownersCount: Type.Integer({ description: 'Number of owners.' }),
    membersCount: Type.Integer({ description: 'Number of members.' }),
    directory: Type.Union(
      [
        Type.Object(
          {
            groupId: Type.String({ description: 'Id of the group in the directory.' }),
            mail: nullable(Type.String({ description: "The group's e-mail address." })),
            webUrl: nullable(
              Type.String({ description: 'Address where a person opens the group.' }),
            ),
            links: Type.Array(
              Type.Object(
                {
                  app: Type.Unsafe<GroupApp>(
                    Type.String({
                      examples: [...groupApps],
                      description: 'teams, outlook or entra. The list may grow.',
                    }),
                  ),
                  url: Type.String(),
                },
                { additionalProperties: false },
              ),
              {
                description:
                  'Addresses that open the group in applications of Microsoft 365, as far as the service knows them. Empty in the sandbox.',
              },
            ),
            goneSince: nullable(
              moment(
                'Time at which the service found that the group was removed in the directory; null while it exists.',
              ),
            ),
            goneBy: nullable(
              Type.String(),
              'The person or application that removed it. Null: the directory does not say so, or the group exists.',
            ),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'The group in the directory, once it exists there.' },
    ),
    observed: Type.Union([refTo(ObservedTeam), Type.Null()], {
      description: observedDescriptions.observed,
    }),
    drift: Type.Union([Type.Array(refTo(PropertyDrift)), Type.Null()], {
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
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      {
        description:
          'The consequence if nobody renews the group, by its template as it is now. Null: the template has no lifecycle.',
      },
    ),
    nextReviewAt: nullableMoment('When the next review by policy is due. Null: none is planned.'),
    activity: Type.Union([refTo(TeamActivityResponse), Type.Null()], {
      description: 'The last use of the group. Null: no report about it was read.',
    }),
    comparison: Type.Unsafe<Static<typeof ComparisonResponse>>({
      ...refTo(ComparisonResponse),
      description:
        'When the group was compared with the directory. Without a comparison, that drift is null does not mean that nothing differs.',
    }),
    creation: Type.Unsafe<Static<typeof TeamStatusResponse>>({
      ...refTo(TeamStatusResponse),
      description: 'The creation, as GET /teams/{teamId}/status has it.',
    }),
    managed: Type.Array(
      Type.Object(
        {
          source: Type.String({ description: 'The system of the desired states.' }),
          members: Type.Array(Type.String(), {
            description:
              'Members that its last desired state named, such as displayName, owners or properties.projectCode. The source sets them again with its next one.',
          }),
        },
        { additionalProperties: false },
      ),
      {
        description: 'The members that sources set by desired states, in the order of the sources.',
      },
    ),
    rosters: Type.Array(refTo(RosterSummaryResponse), {
      description: 'The rosters of the team, in the order of their sources.',
    }),
    canRetry: Type.Boolean({
      description:
        'True if the creation failed, has no retry, and no other group has its alias now.',
    }),
    attempts: Type.Array(refTo(AttemptResponse), {
      description:
        'This creation with all that it retries and all that retry it, oldest first; empty without any.',
    }),
    aliasHolder: Type.Union(
      [
        Type.Object(
          { teamId: Type.String(), displayName: Type.String(), status: TeamStatusName },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'Another group that has the alias now.' },
    ),
    incidents: Type.Array(refTo(IncidentResponse), {
      description: 'Failed attempts of the steps of the creation, newest first, up to 200.',
    }),
  },
  {
    $id: 'Team',
    additionalProperties: false,
    description:
      'The record of a team: its request, as its operations have changed it since, and beside it the group as the directory last showed it.',
  },
);

const listedPerson = Type.Object(
  {
    reference: Type.String({
      description: 'User ID; until the group exists, the person as the request names them.',
    }),
    displayName: nullable(Type.String()),
    email: nullable(Type.String()),
  },
  { additionalProperties: false },
);

export const TeamMatchResponse = Type.Object(
  {
    kind: Type.Enum([...matchKinds], {
      description:
        '`exact`: a field is the text. `prefix`: a field begins with it. `words`: its words are in fields of the group. The list may grow.',
    }),
    fields: Type.Array(
      Type.Object(
        {
          field: Type.String({
            description:
              '`displayName`, `mailNickName`, `mail`, `teamId`, `groupId`, `requestId`, `externalId`, `description`, `properties.` and the name of a property, `organisation`, `template`, `responsible`, `deputy`, or `person`: an owner or a member. The list may grow.',
          }),
          value: Type.String({ description: 'Text of the field.' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  {
    $id: 'TeamMatch',
    additionalProperties: false,
    description: 'Why a search by a text found a team.',
  },
);

export const TeamSummaryResponse = Type.Object(
  {
    ...summaryProperties,
    ...originProperties,
    mail: nullable(Type.String()),
    groupId: nullable(Type.String({ description: 'Id of the group in the directory.' })),
    responsible: nullable(listedPerson),
    deputy: nullable(listedPerson),
    error: nullable(Type.String({ description: originDescriptions.error })),
    expiresAt: nullableMoment('Expiry of the group, by the governance clock.'),
    archivedAt: nullableMoment('Time at which the group was archived.'),
    deletesAt: nullableMoment(
      'Time at which the archived group is deleted, by the governance clock.',
    ),
    people: expandedPeople,
    lastActivityOn: day('Day of the last use, by the reports of the suite. Null: none is known.'),
    isOnHold: Type.Boolean({ description: 'True: nothing happens to the group by its lifecycle.' }),
    match: Type.Optional(refTo(TeamMatchResponse)),
    responsibility: Type.Optional(
      Type.Union([refTo(TeamResponsibility), Type.Null()], {
        description: 'In a list by `responsibility`.',
      }),
    ),
    drift: Type.Optional(
      Type.Array(refTo(PropertyDrift), { description: 'In a list by `finding`.' }),
    ),
    findings: Type.Optional(Type.Array(FindingName, { description: 'In a list by `finding`.' })),
    observed: Type.Optional(refTo(ObservedTeam)),
  },
  { $id: 'TeamSummary', additionalProperties: false, description: 'A team in a list.' },
);

export const TeamPage = Type.Object(
  {
    ...pageSchema(refTo(TeamSummaryResponse), 'TeamPage').properties,
    total: Type.Optional(
      Type.Integer({ description: 'Number of teams on all pages, where the query asks for it.' }),
    ),
    totalIsExact: Type.Optional(
      Type.Boolean({
        description:
          'False if there are more teams than total. With a search text or several filters, counting stops at 10,000.',
      }),
    ),
    comparison: Type.Optional(refTo(ComparisonResponse)),
    counts: Type.Optional(refTo(FindingCountsResponse)),
  },
  {
    $id: 'TeamPage',
    additionalProperties: false,
    description:
      'A list by `finding` has comparison: how far the filtered groups were compared; and with `total` also counts: the number of groups of each kind, whichever kind the list is of.',
  },
);

export const teamSchemas = [
  TeamActivityResponse,
  ToDoResponse,
  LifecycleResponse,
  ComparisonResponse,
  FindingCountsResponse,
  ObservedTeam,
  PropertyDrift,
  TeamRequestBody,
  TeamAcceptance,
  StepResponse,
  CreationProblem,
  ApprovalDecisionResponse,
  ApprovalResponse,
  TeamStatusResponse,
  RoleAcceptance,
  AnsweringPerson,
  TeamResponsibility,
  IncidentResponse,
  AttemptResponse,
  RosterSummaryResponse,
  TeamResponse,
  TeamMatchResponse,
  TeamSummaryResponse,
  TeamPage,
];
