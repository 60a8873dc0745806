import { Type } from 'typebox';
import { groupObstacles } from '../directory/group-facts.ts';
import { obstacleDetails } from '../engine/adoption-obstacles.ts';
import { momentInput } from '../ground/schema/moment.schema.ts';
import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { nextLink } from '../ground/schema/page.schema.ts';
import { countedPageQuery } from '../http/paging.ts';

const groupKinds = ['team', 'group'] as const;

const obstacle = Type.Enum([...groupObstacles], {
  description: groupObstacles.map((code) => `\`${code}\`: ${obstacleDetails[code]}`).join(' '),
});

export const directoryGroupQuery = Type.Object(
  {
    governed: Type.Optional(
      Type.Boolean({ description: 'True: groups that have a record. False: the others.' }),
    ),
    kind: Type.Optional(
      Type.Enum([...groupKinds], { description: 'Whether the group has a team.' }),
    ),
    ownerless: Type.Optional(
      Type.Boolean({
        description:
          'True: none of the owners can sign in, or there is none. Groups whose owners are unknown are never among them.',
      }),
    ),
    guests: Type.Optional(Type.Boolean({ description: 'Whether guests are members.' })),
    createdBefore: Type.Optional(momentInput('Groups that were created before, in the directory.')),
    obstacle: Type.Optional(
      Type.Enum([...groupObstacles, 'none'], {
        description: 'Groups with this obstacle; `none`: without any.',
      }),
    ),
    search: Type.Optional(
      Type.String({
        maxLength: 256,
        description:
          'Words of the display name or the alias, in any order, without case and accents; or the id of the group in the directory, or its e-mail address.',
      }),
    ),
    ...countedPageQuery,
    total: Type.Optional(
      Type.Boolean({
        description: 'True: the answer has `total` and `counts`, which take longer.',
      }),
    ),
  },
  exact,
);

const Owner = Type.Object(
  {
    id: Type.String({ description: 'Id in the directory.' }),
    displayName: Type.String({ description: 'Empty if the directory no longer has the person.' }),
    available: Type.Boolean({ description: 'Whether the account can sign in.' }),
  },
  exact,
);

const Proposal = Type.Object(
  {
    organisationId: Type.String(),
    templateId: Type.String({
      description: 'The template whose patterns match the names best.',
    }),
    properties: Type.Record(Type.String(), Type.String(), {
      description: 'The values that the names have.',
    }),
    responsible: nullable(
      Type.String({
        description:
          'The person who has been an owner longest and can answer for the group. Null if no known owner can.',
      }),
    ),
    deputy: nullable(Type.String({ description: 'The next owner who can.' })),
    conforms: Type.Boolean({ description: 'Whether both names follow the patterns.' }),
  },
  exact,
);

const Adoption = Type.Object(
  {
    teamId: Type.String({ description: 'The record that governs the group in the end.' }),
    status: Type.Enum(['accepted', 'awaiting_approval', 'running'], {
      description: '`awaiting_approval`: its people are asked first.',
    }),
  },
  {
    ...exact,
    description:
      'The adoption of the group that has not ended. Until then, there is no proposal, and other adoptions are refused.',
  },
);

export const DirectoryGroup = Type.Object(
  {
    groupId: Type.String({ description: 'Id in the directory.' }),
    teamId: nullable(Type.String({ description: 'The record that governs the group.' })),
    displayName: Type.String(),
    mailNickName: Type.String(),
    mail: nullable(Type.String()),
    kind: Type.Enum([...groupKinds]),
    visibility: Type.Enum(['private', 'public']),
    createdAt: nullable(moment('When the group was created in the directory.')),
    owners: nullable(
      Type.Array(Owner, {
        description:
          'Longest owner first. Null: unknown, because the group was not read yet, or the directory does not show its owners.',
      }),
    ),
    memberCount: nullable(Type.Integer({ description: 'Null: not counted yet.' })),
    guestCount: nullable(Type.Integer()),
    lastActivityOn: nullable(
      Type.String({
        format: 'date',
        description: 'Day of the last use, by the reports of the suite. Null: none is known.',
      }),
    ),
    label: nullable(Type.String({ description: 'Name of the sensitivity label.' })),
    suiteExpiresAt: nullable(moment('When the suite itself lets the group expire.')),
    obstacles: Type.Array(obstacle, {
      description: 'Reasons for which the service cannot govern the group.',
    }),
    adoption: nullable(Adoption),
    proposal: nullable(Proposal),
  },
  { ...exact, $id: 'DirectoryGroup' },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const DirectoryGroupPage = Type.Object(
  {
    items: Type.Array(Type.Ref('DirectoryGroup')),
    seenAt: nullable(
      moment(
        'When all groups of the directory were last listed. Changes since then are followed. Null: not yet.',
      ),
    ),
    total: Type.Optional(count('Number of groups on all pages.')),
    counts: Type.Optional(
      Type.Object(
        {
          ownerless: count('No owner can sign in.'),
          ownersUnknown: count('The owners are unknown.'),
          withGuests: count('Guests are members.'),
          withoutObstacles: count('The service could govern them.'),
          obstacles: Type.Record(Type.String(), Type.Integer(), {
            description: 'The number of groups with each obstacle.',
          }),
        },
        { ...exact, description: 'Of the groups on all pages.' },
      ),
    ),
    nextLink,
  },
  { ...exact, $id: 'DirectoryGroupPage' },
);
