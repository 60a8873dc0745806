// The filters of lists of groups.
import { guidPattern, personPattern, knownNameSchema } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { statuses } from '../../engine/creation.ts';
import { stateFilters } from '../../engine/group-state.ts';
import { responsibilityStates } from '../../engine/responsibility-state.ts';
import { findingFilters } from '../../engine/observed-state.ts';
import { problemCodes } from '../../ground/errors.ts';
import { maxExternalIdLength, sourceSchema } from '../../ground/schema/external-key.schema.ts';
import { dayInput, momentInput } from '../../ground/schema/moment.schema.ts';
import { groupAreas } from './to-do.ts';
import { datesOfFilters, lifecycleFilters, teamOrders } from '../search/team-search.ts';

const personFilter = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      pattern: personPattern,
      description,
      'x-fault': 'must be a user ID or an e-mail address',
    }),
  );

const timeFilter = (description: string) => Type.Optional(momentInput(description));

const duration = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description }));

const propertyFilterPattern = '^properties\\.(.{1,64})$';
export const propertyFilterName = new RegExp(propertyFilterPattern);

/** A list of groups takes these parameters, whose names contain that of a property. */
export const teamListQuery = {
  additionalProperties: false,
  patternProperties: {
    [propertyFilterPattern]: Type.String({ minLength: 1, maxLength: 1_024 }),
  },
  'x-patterned': {
    name: 'properties',
    description:
      'Groups whose property has this value, as in `properties.projectCode=4711`. Case counts, in name and value. Several must all be so.',
    example: { 'properties.projectCode': '4711' },
  },
} as const;

export const teamFilterQuery = {
  organisation: Type.Optional(
    Type.String({ maxLength: 64, description: 'Id or identifier of an organisation.' }),
  ),
  template: Type.Optional(
    Type.String({ maxLength: 64, description: 'Id or identifier of a template.' }),
  ),
  status: Type.Optional(Type.Enum([...statuses])),
  mailNickName: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Exact alias, case-insensitive.',
    }),
  ),
  source: Type.Optional(
    sourceSchema('Groups that have an external id of this source. Its case does not count.'),
  ),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxExternalIdLength,
      description: 'With `source`: the group that has this external id. Its case counts.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        'Words in any order, without case and accents: of the display name, the alias, the description, the values of properties, the names of the organisation and the template, or the name or e-mail address of the responsible or the deputy. Or the id of the team, its id in the directory, its mail address, one of its external ids, or the beginning of one of these; the id of its request; or the e-mail address or id of a person in it, which also finds requests that failed. Each group has `match` then.',
    }),
  ),
  state: Type.Optional(
    Type.Enum([...stateFilters], {
      description: 'State of the group. `existing`: active or archived, so that the group exists.',
    }),
  ),
  lifecycle: Type.Optional(
    Type.Enum([...lifecycleFilters], {
      description:
        'Groups that expire unless someone renews them, that are archived, that are archived and will be deleted, or that are on hold.',
    }),
  ),
  date: Type.Optional(
    dayInput(
      'With `lifecycle=expiring` or `deleting`: the groups whose date is on this day of the tenant, without groups on hold. Dates that have passed count today.',
    ),
  ),
  archives: Type.Optional(
    Type.Boolean({
      description:
        'With `date`. True: only the groups that are archived when they expire. False: only the others.',
    }),
  ),
  responsibility: Type.Optional(
    Type.Enum([...responsibilityStates], {
      description:
        'State of the responsibility, of groups that exist. Each group has `responsibility` then.',
    }),
  ),
  expiresBefore: timeFilter(
    'Groups that exist and expire before this time, by the governance clock. Groups that have expired already are included.',
  ),
  changedSince: timeFilter(
    'Groups about which the audit log has an entry of this time or later: requests, changes, people who answer, dates, differences. Entries appear a moment after their time, so begin a minute before your last call, or follow `GET /events`.',
  ),
  idleBefore: Type.Optional(
    dayInput(
      'Groups that exist, were created before this day, and were not used on it or since, by the reports of the suite. An adopted group was created when the directory says. Groups whose use is unknown are never among them.',
    ),
  ),
  finding: Type.Optional(
    Type.Enum([...findingFilters], {
      description:
        'Groups that differ from their record (`differs`), that have this finding, or either (`any`): by the last reconciliation, and active or archived. Each group has `drift`, `findings` and `observed` then, and the page has `comparison`; with `total` also `counts`, the number of groups of each kind.',
    }),
  ),
  toDo: Type.Optional(
    Type.Enum([...groupAreas], {
      description:
        'Groups of this area of the to-do list (`GET /to-do`). Each group has `drift`, `findings` and `observed` then, and in `ownership` also `responsibility`.',
    }),
  ),
  cause: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[a-z_]+(?::.+)?$',
      'x-fault': 'must be a cause of GET /to-do, with its id after a colon',
      description: 'With `toDo`: a cause, and its id after a colon. Example: `unavailable:01a2…`.',
    }),
  ),
  templateVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Version that the template of the group had when the group was requested.',
    }),
  ),
  createdBy: Type.Optional(
    Type.String({
      maxLength: 340,
      pattern: `^(?:${guidPattern.slice(1, -1)}|[a-z_]+:.+)$`,
      'x-fault': 'must be the id of an API key, or administrator: and an e-mail address',
      description: 'Id of an API key, or `administrator:` and an e-mail address.',
    }),
  ),
  from: timeFilter('Groups requested at this time or later.'),
  until: timeFilter('Groups requested before this time.'),
  error: Type.Optional(
    knownNameSchema(
      problemCodes,
      'must be a problem code such as people_not_found',
      'Failed creations with this problem code.',
    ),
  ),
  durationFromMs: duration(
    'Creations that took at least so many milliseconds, from the request to the end.',
  ),
  durationUntilMs: duration('Creations that took less than this.'),
  superseded: Type.Optional(
    Type.Boolean({
      description:
        'True: only failed creations that were retried, or whose alias another group has now. False: without those.',
    }),
  ),
  declined: Type.Optional(
    Type.Boolean({
      description:
        'True: only creations that people did not approve, or not in time. False: without those.',
    }),
  ),
  attempts: Type.Optional(
    Type.Enum(['all', 'newest'], {
      description:
        '`newest`: of each chain of retries only the newest attempt that was not cancelled. An id or a mail address in `search` still finds earlier ones. Default: `all`.',
    }),
  ),
};

/** Compared by the ids of people in the directory. */
export const teamPeopleQuery = {
  responsible: personFilter('User ID or e-mail address of the responsible person.'),
  deputy: personFilter('User ID or e-mail address of the deputy.'),
  owner: personFilter(
    'User ID or e-mail address of an owner; responsible and deputy are owners too.',
  ),
  member: personFilter('User ID or e-mail address of a member who is not an owner.'),
  person: personFilter('User ID or e-mail address of a person in any role.'),
  requested: Type.Optional(
    Type.Boolean({
      description:
        'True: people are also searched in the requests of creations that are in progress, failed or cancelled. Default: only in the records of groups.',
    }),
  ),
};

export const sortQuery = {
  sort: Type.Optional(
    Type.Enum(
      teamOrders.flatMap((order) =>
        order === 'relevance' ? ([order] as const) : ([order, `-${order}`] as const),
      ),
      {
        description: `Order of the groups; \`-\` is for descending. Default: \`relevance\` with \`search\`, best match first, and \`-createdAt\` without. \`relevance\`: exact ids, aliases, names and mail addresses, then what begins with the text, then the others, newest first. A date requires the filter that has it: ${Object.entries(
          datesOfFilters,
        )
          .map(([date, filter]) => `\`${date}\` (${filter})`)
          .join(', ')}.`,
      },
    ),
  ),
};

export const totalQuery = {
  total: Type.Optional(
    Type.Boolean({ description: 'True: the page has `total`, the number of groups on all pages.' }),
  ),
};
