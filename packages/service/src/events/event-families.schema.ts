// The members of `data` by the type of the event, for the description of webhooks and for sample events. Types with the
// same members are a family. Later versions may add members, so a receiver must ignore those it does not know.
import { type TSchema, Type } from 'typebox';
import { refTo } from '../http/schema-ref.ts';
import { unansweredActions } from '../settings/organisations/lifecycle-policy.ts';
import { responsibilityStates } from '../engine/responsibility-state.ts';
import { reviewStates } from '../ground/schema/parts.schema.ts';
import { batchKinds } from '../groups/batches/batch.ts';
import { taskKinds } from '../messages/tasks/task.ts';
import { SeenDrift } from '../groups/read/observed-team.schema.ts';
import { CreationProblem } from '../groups/read/teams.schema.ts';
import {
  authorship,
  cause,
  creation,
  difference,
  guid,
  type Members,
  names,
  nullable,
  number,
  oneOf,
  operation,
  optional,
  person,
  placement,
  reason,
  sampleIds,
  teamId,
  text,
  time,
} from './event-members.schema.ts';
import { EventResponse } from './events.schema.ts';

/** One type of a family. */
interface TypeSample {
  /** The optional members that it has. */
  readonly has?: readonly string[];
  /** Values of its sample instead of the examples of the schema. */
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface EventFamily {
  /** Name of the schema in the API's description. */
  readonly name: string;
  /** Sentence about an event of the family. */
  readonly meaning: string;
  readonly types: Readonly<Record<string, TypeSample>>;
  readonly data: Members;
}

const failure = {
  type: 'http://127.0.0.1:8080/problems/people_not_found',
  title: 'People not found in the directory',
  status: 422,
  detail: 'The directory does not know gone@nordlicht.example. Correct it and send it again.',
  code: 'people_not_found',
};
const error = optional(refTo(CreationProblem));
const changed = { has: ['before', 'after'] };

const creations: readonly EventFamily[] = [
  {
    name: 'GroupAcceptedEvent',
    meaning: 'The service accepted the creation of a group.',
    types: { 'group.accepted': {} },
    data: { ...creation, status: Type.Literal('accepted') },
  },
  {
    name: 'GroupSucceededEvent',
    meaning: 'A group was created, or one that others made was adopted.',
    types: { 'group.succeeded': {}, 'group.adopted': {} },
    data: {
      ...creation,
      status: Type.Literal('succeeded'),
      directory: nullable(
        Type.Object(
          {
            groupId: nullable(text('Id in the directory.', '02bd9fd6-8f93-4758-87c3-1fb73740a315')),
            mail: nullable(text('E-mail address of the group.', 'prj-4711@nordlicht.example')),
            webUrl: nullable(text('Address of the team.', 'https://teams.example/prj-4711')),
          },
          { description: 'The group in the directory.' },
        ),
      ),
    },
  },
  {
    name: 'GroupFailedEvent',
    meaning: 'The creation of a group failed.',
    types: { 'group.failed': { has: ['error'], values: { error: failure } } },
    data: { ...creation, status: Type.Literal('failed'), error },
  },
  {
    name: 'GroupCancelledEvent',
    meaning: 'The creation of a group was cancelled.',
    types: { 'group.cancelled': {} },
    data: { ...creation, status: Type.Literal('cancelled') },
  },
];

const ofExistingGroups: readonly EventFamily[] = [
  {
    name: 'GroupOperationEvent',
    meaning: 'An operation on a group succeeded.',
    types: {
      'group.changed': { has: ['reason', 'before', 'after'] },
      'group.handed_over': {
        ...changed,
        values: {
          kind: 'handover',
          before: { responsible: 'ingrid.solberg@nordlicht.example' },
          after: { responsible: 'mateusz.kowalski@nordlicht.example' },
        },
      },
      'group.archived': { has: ['cause'], values: { kind: 'archive' } },
      'group.unarchived': { values: { kind: 'unarchive' } },
      'group.deleted': { values: { kind: 'delete' } },
      'group.restored': { values: { kind: 'restore' } },
      'group.repaired': {
        has: ['cause', 'before', 'after'],
        values: {
          kind: 'repair',
          before: { visibility: 'public' },
          after: { visibility: 'private' },
        },
      },
      'group.drift_accepted': {
        has: ['reason', 'before', 'after'],
        values: {
          kind: 'accept_drift',
          before: { displayName: 'Project 4711' },
          after: { displayName: 'Project Sunrise' },
        },
      },
    },
    data: operation,
  },
  {
    name: 'GroupChangeFailedEvent',
    meaning: 'An operation on a group failed. It names the parts that were applied before.',
    types: { 'group.change_failed': { has: ['error'], values: { error: failure } } },
    data: { ...operation, error },
  },
  {
    name: 'RosterAppliedEvent',
    meaning: 'A group was brought in line with its rosters.',
    types: {
      'roster.applied': {
        has: ['before', 'after', 'counts'],
        values: {
          kind: 'roster',
          before: { members: ['02bd9fd6-8f93-4758-87c3-1fb73740a315'] },
          after: { members: ['e4f9c1d2-58b0-4c6e-9a37-0f5d2b8e6c41'] },
        },
      },
    },
    data: {
      ...operation,
      source: text('The source of the roster.', 'hr'),
      counts: optional(
        Type.Object(
          {
            added: number('Number of people whom it brought.', 1),
            invited: number('Number of guests who have not accepted their invitation.', 0),
            kept: number('Number of people who were in the group.', 23),
            removed: number('Number of people who left.', 1),
            waiting: number('Number of people whom the directory does not know.', 0),
            refused: number('Number of people who cannot be in the group.', 0),
          },
          { description: 'The results of the roster.' },
        ),
      ),
    },
  },
  {
    name: 'RosterEvent',
    meaning:
      'A roster names people whom the directory does not know, removes so many people that someone has to confirm it, had guests invited, or a guest whom it brought has left the group.',
    types: {
      'roster.held': { has: ['held'] },
      'roster.person_waiting': { has: ['people', 'count', 'state'] },
      'guest.invited': { has: ['people', 'count'] },
      'guest.ended': { has: ['people', 'count'] },
    },
    data: {
      teamId,
      source: text('The source of the roster.', 'hr'),
      operationId: guid('The operation that found this.', sampleIds.operation),
      held: optional(number('Number of removals that wait.', 14)),
      people: optional(
        Type.Array(text('A person as the source names the person.', 'new@nordlicht.example'), {
          description: 'The first 100 of the people.',
        }),
      ),
      count: optional(number('Number of people.', 1)),
      state: optional(
        oneOf('waiting: the service looks daily for 30 days. given_up: these days are over.', [
          'waiting',
          'given_up',
        ]),
      ),
      mailNickName: names.mailNickName,
      ...placement,
    },
  },
  {
    name: 'GroupLifecycleEvent',
    meaning:
      'A group is about to expire, has expired, was renewed, was put on hold or released, or is no longer used, or used again.',
    types: {
      'group.expiring': { has: ['expiresAt', 'unanswered', 'cause'] },
      'group.renewed': { has: ['expiresAt', 'renewals', 'reason'] },
      'group.expired': { has: ['outcome', 'cause'] },
      'group.held': { has: ['reason'], values: { reason: 'Legal hold 2026-17' } },
      'group.released': {},
      'group.idle': { has: ['unusedSince', 'cause'] },
      'group.active_again': { has: ['lastOn'] },
    },
    data: {
      teamId,
      expiresAt: optional(time('Time at which the group expires.')),
      unanswered: optional(oneOf('The action if nobody answers.', unansweredActions)),
      outcome: optional(
        oneOf('The result of the expiry.', ['archive_requested', 'kept', 'cannot_archive']),
      ),
      renewals: optional(number('Number of renewals.', 1)),
      unusedSince: optional(
        text('The day since which no use of the group is known.', '2027-03-28'),
      ),
      lastOn: optional(text('The day of the last use.', '2027-10-04')),
      reason,
      cause,
      mailNickName: names.mailNickName,
      ...placement,
    },
  },
  {
    name: 'DirectoryGroupEvent',
    meaning: 'Someone made a group in the directory, which the service does not govern.',
    types: { 'directory.group_found': {} },
    data: {
      groupId: text('Id in the directory.', '02bd9fd6-8f93-4758-87c3-1fb73740a315'),
      ...names,
    },
  },
  {
    name: 'GroupObservationEvent',
    meaning:
      'A group differs from its record, or no longer does, or its adoption ended and it is no longer governed.',
    types: {
      'group.adoption_ended': {},
      'group.gone': { has: ['by'] },
      'group.returned': {},
      'group.team_added': {},
      'group.drifted': {
        has: ['drift'],
        values: {
          drift: [
            {
              property: 'visibility',
              expected: 'private',
              observed: 'public',
              since: '2027-01-15T09:00:00.000Z',
            },
          ],
        },
      },
      'group.contested': { has: ['contested', 'cause'] },
      'group.ownerless': {},
      'group.responsible_unavailable': { has: ['responsible', 'account'] },
      'group.deputy_unavailable': { has: ['deputy', 'account'] },
    },
    data: {
      teamId,
      ...names,
      ...placement,
      drift: optional(Type.Array(SeenDrift)),
      by: optional(
        text(
          'The person or application that removed it, where the directory says so.',
          'ingrid.solberg@nordlicht.example',
        ),
      ),
      contested: optional(
        Type.Array(text('A property that differs.', 'visibility'), {
          description:
            'The properties that another tool writes back whenever the service restores them.',
        }),
      ),
      cause,
      responsible: optional(text('As in the record.', 'ingrid.solberg@nordlicht.example')),
      deputy: optional(text('As in the record.', 'mateusz.kowalski@nordlicht.example')),
      account: optional(
        oneOf('State of the account.', ['disabled', 'gone', 'guest', 'unlicensed']),
      ),
    },
  },
];

const ofPeople: readonly EventFamily[] = [
  {
    name: 'ResponsibilityEvent',
    meaning: 'The responsibility for a group changed.',
    types: {
      'responsibility.shaky': { has: ['state', 'until'], values: { state: 'shaky' } },
      'responsibility.handed_over': { has: ['former', 'cause'] },
      'responsibility.deputy_vacant': {
        has: ['state'],
        values: { state: 'deputy_vacant', deputy: null },
      },
      'responsibility.vacant': { has: ['state'], values: { state: 'vacant' } },
      'responsibility.restored': { has: ['state'], values: { state: 'held' } },
    },
    data: {
      teamId,
      ...names,
      state: optional(oneOf('The new state.', responsibilityStates)),
      responsible: person,
      deputy: person,
      former: optional(person),
      until: optional(time('The end of the grace period.')),
      cause,
      ...placement,
    },
  },
  {
    name: 'PersonDeliveryEvent',
    meaning: 'The last three messages to a person failed, or a message reached the person again.',
    types: {
      'person.unreachable': {
        has: ['failures', 'since', 'reason'],
        values: { reason: 'The address of the person cannot get mail.' },
      },
      'person.reachable': {},
    },
    data: {
      personId: text(
        'Id in the directory, or the address of a person without one.',
        sampleIds.person,
      ),
      email: text('E-mail address.', 'ingrid.solberg@nordlicht.example'),
      failures: optional(number('Number of failures in a row.', 3)),
      since: optional(time('Time of the first of them.')),
      reason,
    },
  },
  {
    name: 'MassDepartureEvent',
    meaning: 'Many people became unavailable or got a leave date within a week, or this has ended.',
    types: {
      mass_departure: { has: ['departed', 'answering'] },
      mass_departure_ended: { has: ['departed', 'answering', 'outcome'] },
    },
    data: {
      departed: optional(number('Number of departures.', 40)),
      answering: optional(number('Number of people who answer for groups.', 120)),
      outcome: optional(oneOf('How it ended.', ['released', 'returned'])),
    },
  },
  {
    name: 'ConnectionAssumptionEvent',
    meaning:
      'A probe of the connection saw that Microsoft 365 no longer behaves as the connection assumes, or does so again.',
    types: { 'connection.assumption_changed': {} },
    data: {
      assumption: text('Name of the assumption. The list may grow.', 'marker_kept'),
      verdict: oneOf('Whether Microsoft 365 behaves as assumed.', ['changed', 'as_assumed']),
      assumed: text(
        'The assumption, as a sentence.',
        'A unique name that a group has cannot be changed.',
      ),
      seen: text('The observation in words, without names and ids.', 'accepted'),
    },
  },
  {
    name: 'BatchEvent',
    meaning: 'All groups of a batch are final.',
    types: { 'batch.completed': { has: ['batchId', 'kind', 'counts'] } },
    data: {
      batchId: guid('Identifier of the batch.', sampleIds.batch),
      kind: oneOf('The kind of the batch.', batchKinds),
      counts: optional(
        Type.Record(Type.String(), Type.Integer(), {
          description:
            'Number of groups by their status: succeeded, unchanged, refused, failed and cancelled.',
          examples: [{ succeeded: 399, unchanged: 0, refused: 3, failed: 0, cancelled: 0 }],
        }),
      ),
    },
  },
  {
    name: 'TaskEvent',
    meaning: 'People are asked for a decision about a group, or the decision was made.',
    types: {
      'task.opened': {},
      'task.reminded': {},
      'task.escalated': {},
      'task.reassigned': {},
      'task.decided': { has: ['outcome', 'reason', 'decidedVia'] },
      'task.lapsed': {
        has: ['outcome', 'reason'],
        values: { outcome: 'unanswered', reason: null },
      },
      'task.withdrawn': {
        has: ['outcome', 'reason'],
        values: { outcome: null, reason: 'The group was renewed.' },
      },
    },
    data: {
      teamId,
      taskId: guid('Identifier of the task.', sampleIds.task),
      kind: oneOf('The kind of the task.', taskKinds),
      assignees: Type.Array(
        Type.Object({
          personId: text('Id in the directory.', sampleIds.person),
          email: nullable(text('E-mail address.', 'ingrid.solberg@nordlicht.example')),
        }),
        { description: 'The people who may decide.' },
      ),
      operationId: optional(guid('The operation that the task approves.', sampleIds.operation)),
      dueAt: nullable(time('Time at which the task lapses.')),
      outcome: optional(nullable(text('The decision, or the result without one.', 'renew'))),
      reason,
      decidedVia: optional(oneOf('How the decision was made.', ['link', 'admin', 'api'])),
      cause,
      ...names,
      ...placement,
    },
  },
];

const ofSettings: EventFamily = {
  name: 'GroupSettingsAppliedEvent',
  meaning: 'The settings of its template were written to a group, and the directory shows them.',
  types: { 'group.settings_applied': {} },
  data: {
    teamId,
    operationId: optional(
      guid('The repair; absent: a creation or an adoption.', sampleIds.operation),
    ),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The written settings by their names.',
      examples: [{ guests: 'deny', 'members.createChannels': false }],
    }),
    refused: Type.Array(text('Name of a setting.', 'fun.giphy'), {
      description: 'The settings that the directory did not take.',
    }),
    cause,
    mailNickName: names.mailNickName,
    ...placement,
  },
};

const ofSuites: EventFamily = {
  name: 'SuiteExpirationEvent',
  meaning: 'A policy of the productivity suite ends a group before its template does.',
  types: { 'group.suite_expires_earlier': {} },
  data: {
    teamId,
    expiresAt: nullable(time('Time at which the group expires by its template.')),
    suiteExpiresAt: time('Time at which the suite lets it expire.'),
    mailNickName: names.mailNickName,
    ...placement,
  },
};

const ofReviews: EventFamily = {
  name: 'ReviewEvent',
  meaning: 'The owners and guests of a group are reviewed, or were.',
  types: {
    'review.requested': { values: { state: 'requested', dueAt: null } },
    'review.opened': { values: { state: 'open' } },
    'review.answered': { values: { state: 'open' } },
    'review.completed': { values: { state: 'completed' } },
    'review.lapsed': { has: ['outcome', 'cause'], values: { state: 'lapsed' } },
    'review.withdrawn': { has: ['cause'], values: { state: 'withdrawn' } },
  },
  data: {
    teamId,
    reviewId: guid('Identifier of the review.', sampleIds.review),
    state: optional(oneOf('The state of the review.', reviewStates)),
    outcome: optional(
      oneOf('The consequence of a lapse.', ['keep', 'remove_guests', 'archive', 'cannot_archive']),
    ),
    dueAt: optional(nullable(time('Time at which the review lapses.'))),
    people: number('Number of people.', 4),
    kept: number('Number of those who stay.', 2),
    removed: number('Number of those who leave.', 1),
    unsure: number('Number of those about whom nobody was sure; they stay.', 1),
    undecided: number('Number of those about whom nobody decided.', 0),
    reason,
    cause,
    mailNickName: names.mailNickName,
    ...placement,
  },
};

const ofConfiguration: readonly EventFamily[] = [
  {
    name: 'ApiKeyEvent',
    meaning: 'An API key or one of its secrets changed. The event has no secret.',
    types: {
      'api_key.created': { has: ['name', 'expiresAt', 'secretId', 'scopes', 'organisationIds'] },
      'api_key.changed': { has: ['name', 'before', 'after'] },
      'api_key.revoked': { has: ['name'] },
      'api_key.secret_added': { has: ['name', 'secretId'] },
      'api_key.secret_ended': { has: ['name', 'secretId'] },
    },
    data: {
      keyId: guid('Identifier of the key.', sampleIds.key),
      name: optional(text('Name of the key.', 'Project management')),
      expiresAt: optional(nullable(time('Time at which the key expires.'))),
      secretId: optional(guid('Identifier of the secret.', sampleIds.secret)),
      scopes: optional(Type.Array(text('A scope.', 'groups:create'))),
      organisationIds: optional(
        nullable(Type.Array(guid('An organisation.', sampleIds.organisation))),
      ),
      templateIds: optional(Type.Array(guid('A template.', sampleIds.template))),
      ipRanges: optional(
        Type.Array(text('A range of addresses that the key may be used from.', '192.0.2.0/24')),
      ),
      source: optional(text('The source that the key is bound to.', 'erp')),
      ...difference({ scopes: ['groups:read'] }, { scopes: ['groups:create', 'groups:read'] }),
    },
  },
  {
    name: 'OrganisationEvent',
    meaning: 'An organisation was created, changed or deleted.',
    types: {
      'organisation.created': { has: ['name', 'identifier'] },
      'organisation.changed': changed,
      'organisation.deleted': { has: ['name', 'identifier'] },
    },
    data: {
      organisationId: guid('Identifier of the organisation.', sampleIds.organisation),
      name: optional(text('Name.', 'Nordlicht Energy')),
      identifier: optional(text('Short identifier.', 'nordlicht-energy')),
      ...difference({ name: 'Nordlicht' }, { name: 'Nordlicht Energy' }),
    },
  },
  {
    name: 'TemplateEvent',
    meaning: 'A template was created, changed or deleted.',
    types: {
      'template.created': {
        has: ['organisationId', 'name', 'identifier', 'mailNicknamePattern', 'displayNamePattern'],
      },
      'template.changed': { has: ['organisationId', 'before', 'after'] },
      'template.deleted': { has: ['organisationId', 'name', 'identifier'] },
    },
    data: {
      templateId: guid('Identifier of the template.', sampleIds.template),
      organisationId: optional(guid('Organisation of the template.', sampleIds.organisation)),
      name: optional(text('Name.', 'Project')),
      identifier: optional(text('Short identifier.', 'project')),
      mailNicknamePattern: optional(nullable(text('Pattern of aliases.', 'prj-{{projectCode}}'))),
      displayNamePattern: optional(nullable(text('Pattern of names.', 'Project {{projectCode}}'))),
      properties: optional(Type.Unknown({ description: 'The declared properties.' })),
      counter: optional(Type.Unknown({ description: 'The counter.' })),
      transliteration: optional(Type.Unknown({ description: 'The transliteration.' })),
      policy: optional(Type.Unknown({ description: 'The policy.' })),
      ...difference(
        { displayNamePattern: '{{projectCode}}' },
        { displayNamePattern: 'Project {{projectCode}}' },
      ),
    },
  },
];

/** It is sent to one endpoint, and is not in the feed. */
export const testFamily: EventFamily = {
  name: 'WebhookTestEvent',
  meaning: 'An administrator or an operator tests the endpoint.',
  types: { 'webhook.test': {} },
  data: { endpointId: guid('Identifier of the endpoint.', sampleIds.endpoint) },
};

/** Every type of the feed is in exactly one of them. */
export const eventFamilies: readonly EventFamily[] = [
  ...creations,
  ...ofExistingGroups,
  ...ofPeople,
  ofReviews,
  ofSettings,
  ofSuites,
  ...ofConfiguration,
].map(withAuthorship);

function withAuthorship(family: EventFamily): EventFamily {
  return { ...family, data: { ...family.data, ...authorship } };
}

function literalOf(types: readonly string[]): TSchema {
  const literals = types.map((type) => Type.Literal(type));
  return literals.length === 1 && literals[0] !== undefined ? literals[0] : Type.Union(literals);
}

/** An event of the family, as a component of the API's description. */
export function schemaOfFamily({ name, meaning, types, data }: EventFamily): TSchema {
  const { type: _, data: __, ...envelope } = EventResponse.properties;
  const ofFamily = { type: literalOf(Object.keys(types)), data: Type.Object(data) };
  return Type.Object({ ...envelope, ...ofFamily }, { $id: name, description: meaning });
}
