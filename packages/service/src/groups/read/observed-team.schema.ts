// A group as the directory last showed it, and its differences from the record.
import { exact, moment, nullable } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { SettingsInput } from '../../settings/organisations/settings-policy.ts';

import {
  driftProperties,
  driftResolutions,
  type Finding,
  findings,
} from '../../engine/observed-state.ts';

const account = (person: string) =>
  Type.String({
    examples: ['enabled', 'disabled', 'gone'],
    description: `The account of the ${person}: enabled, disabled or gone.`,
  });

export const ObservedTeam = Type.Object(
  {
    seenAt: moment('Time at which the service last saw the names, description and visibility.'),
    detailsSeenAt: moment(
      'Time at which the service last saw the owners, counts, accounts and archived. It reads them once a day.',
    ),
    displayName: Type.String(),
    description: nullable(Type.String()),
    visibility: Type.String({ description: 'private or public.' }),
    kind: Type.String({ description: 'team or group.' }),
    archived: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Null if the directory does not say it yet.',
    }),
    ownerIds: nullable(
      Type.Array(Type.String()),
      'Ids of the owners in the directory. Null is unknown: the directory hides the owners of some groups that were synchronised or made in Exchange.',
    ),
    memberCount: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of members, including guests and owners who are members.',
    }),
    guestCount: nullable(Type.Integer({ description: 'Number of guests among the members.' })),
    responsible: nullable(account('responsible person')),
    deputy: nullable(account('deputy')),
    settings: Type.Optional(
      Type.Object(
        {
          ...SettingsInput.properties,
          sensitivityLabel: Type.Optional(
            Type.String({ description: 'Id of the sensitivity label, or none.' }),
          ),
        },
        {
          ...exact,
          description:
            'The settings that the template decides, as far as the directory shows them. Absent if it decides none.',
        },
      ),
    ),
  },
  {
    ...exact,
    $id: 'ObservedTeam',
    description: 'A group as the directory last showed it.',
  },
);

const value = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description });

const driftMembers = {
  property: Type.Unsafe<(typeof driftProperties)[number]>(
    Type.String({
      examples: [...driftProperties],
      description:
        'displayName, description, visibility, archived, responsible, deputy, owners, or a setting that the template decides, such as settings.guests or settings.members.createChannels. The list may grow.',
    }),
  ),
  expected: value(
    'The value in the record: for responsible and deputy the person, for owners the minimum of the policy.',
  ),
  observed: value(
    'The value in the directory: null for a person who is not an owner, for owners their number.',
  ),
  since: moment('Time at which a comparison saw the difference first.'),
};
const author =
  'The sign-in name of the person, or the name of the application, that made the change.';
const authorExamples = ['ingrid.solberg@nordlicht.example'];

export const PropertyDrift = Type.Object(
  {
    ...driftMembers,
    by: nullable(
      Type.String({
        examples: authorExamples,
        description: `${author} Null: the directory does not say so.`,
      }),
    ),
    rule: Type.String({
      examples: ['report', 'restore'],
      description:
        'The rule of the template: report (a person decides) or restore (the service repairs it).',
    }),
    resolution: Type.String({
      examples: [...driftResolutions],
      description:
        'pending; restoring while a repair of it is in progress; contested if another tool writes its value back whenever the service restores the one of the record: then a person decides.',
    }),
  },
  {
    ...exact,
    $id: 'PropertyDrift',
    description: 'A difference between the record of a group and the directory.',
  },
);

export const SeenDrift = Type.Object(
  {
    ...driftMembers,
    by: Type.Optional(Type.String({ examples: authorExamples, description: author })),
  },
  { ...exact, description: 'A difference as a comparison saw it.' },
);

export const FindingName = Type.Unsafe<Finding>(
  Type.String({
    examples: [...findings],
    description:
      'ownerless (no owner has an enabled account), too_few_owners (some have, but fewer than the policy requires), responsible_unavailable or deputy_unavailable (the account is disabled or gone), responsible_unreachable or deputy_unreachable (the last three messages to the person failed), contested (another tool writes a value back whenever the service restores it), idle (nobody uses the group, and no person said that it is still needed). The list may grow.',
  }),
);

export const ComparisonResponse = Type.Object(
  {
    finishedAt: nullable(
      Type.Unsafe<Date | string>(
        Type.String({
          format: 'date-time',
          description:
            'Time at which the last comparison of all groups ended. Null before the first.',
        }),
      ),
    ),
    oldestAt: nullable(
      Type.Unsafe<Date | string>(
        Type.String({
          format: 'date-time',
          description:
            'The oldest time at which one of the compared groups was compared. Null: no group was.',
        }),
      ),
    ),
    groups: Type.Integer({ description: 'Number of active and archived groups.' }),
    notCompared: Type.Integer({
      description:
        'Number of these groups that were not compared since they were created or changed: nothing is known about differences of them.',
    }),
  },
  {
    ...exact,
    $id: 'Comparison',
    description:
      'When the groups were compared with the directory, and how many were not. That nothing differs is true only of the groups that were compared.',
  },
);

export const observedDescriptions = {
  observed:
    'The group as the directory last showed it. Null until the first comparison after its creation.',
  drift:
    'Differences between the record and the directory. Null until the present record has been compared: after its creation and after each operation.',
  findings: 'Problems with the people who answer for the group. Null when drift is null.',
} as const;

export const FindingCountsResponse = Type.Object(
  {
    all: Type.Integer({ description: 'Groups with any difference or finding.' }),
    differs: Type.Integer({ description: 'Groups that differ from their record.' }),
    ownerless: Type.Integer({ description: 'Groups without an owner whose account is enabled.' }),
    tooFewOwners: Type.Integer({
      description: 'Groups with fewer owners whose account is enabled than their policy requires.',
    }),
    responsibleUnavailable: Type.Integer({
      description: 'Groups whose responsible has a disabled account or is gone.',
    }),
    deputyUnavailable: Type.Integer({
      description: 'Groups whose deputy has a disabled account or is gone.',
    }),
    responsibleUnreachable: Type.Integer({
      description: 'Groups whose responsible did not get the last three messages.',
    }),
    deputyUnreachable: Type.Integer({
      description: 'Groups whose deputy did not get the last three messages.',
    }),
    contested: Type.Integer({
      description:
        'Groups of which another tool writes a value back whenever the service restores it.',
    }),
    idle: Type.Integer({ description: 'Nobody uses them, by the reports of the suite.' }),
  },
  {
    ...exact,
    $id: 'FindingCounts',
    description: 'Groups by the kind of their differences and findings.',
  },
);
