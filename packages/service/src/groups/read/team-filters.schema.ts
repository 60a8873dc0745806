// The filters of lists of groups.
import { Type } from 'typebox';
import { statuses } from '../../engine/creation.ts';
import { stateFilters } from '../../engine/group-state.ts';
import { responsibilityStates } from '../../engine/responsibility-state.ts';
import { observationKinds } from '../../engine/observed-state.ts';
import { momentInput } from '../../ground/schema/moment.schema.ts';
import { personPattern } from '../../ground/schema/person.schema.ts';

export const personFilter = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      pattern: personPattern,
      description,
      'x-fault': 'must be a user ID or an e-mail address',
    }),
  );

/** Of the API and of the admin API. */
export const stateFilter = Type.Optional(
  Type.Enum([...stateFilters], {
    description: 'State of the group. `existing`: active or archived, so that the group exists.',
  }),
);

/** Of the API and of the admin API. */
export const findingFilter = Type.Optional(
  Type.Enum([...observationKinds], {
    description:
      'Groups that differ from their record (`differs`), or that have this finding: by the last reconciliation, and active or archived.',
  }),
);

/** Of the API and of the admin API. */
export const responsibilityFilter = Type.Optional(
  Type.Enum([...responsibilityStates], {
    description: 'State of the responsibility, of groups that exist.',
  }),
);

const timeFilter = (description: string) => Type.Optional(momentInput(description));

/** Of the API and of the admin API. */
export const expiresBeforeFilter = timeFilter(
  'Groups that exist and expire before this time, by the governance clock. Groups that have expired already are included.',
);

/** Of the API and of the admin API. */
export const originFilters = {
  from: timeFilter('Groups requested at this time or later.'),
  until: timeFilter('Groups requested before this time.'),
  error: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[a-z][a-z0-9_]*$',
      description: 'Failed creations with this problem code.',
      'x-fault': 'must be a problem code such as owner_not_found',
    }),
  ),
};

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
  state: stateFilter,
  responsibility: responsibilityFilter,
  expiresBefore: expiresBeforeFilter,
  finding: findingFilter,
  ...originFilters,
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
};
