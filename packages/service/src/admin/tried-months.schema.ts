// Twelve months of groups under a change that is not saved yet.
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import {
  mostWalked,
  notDerivedRules,
  walkedEvents,
} from '../governance/lifecycle/preview-lifecycle.postgres.ts';
import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { refTo } from '../http/schema-ref.ts';

const named = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description }));

const TriedMonthsQuery = Type.Object(
  {
    forecast: named(
      'Derive the next twelve months of the groups, too, and name at most so many of them.',
    ),
    backtest: named(
      'Derive the last twelve months of the groups under this change, too, and name at most so many of them.',
    ),
  },
  exact,
);

export const months = ['forecast', 'backtest'] as const;

const TriedMonthsExportQuery = Type.Object(
  { months: Type.Enum([...months], { description: 'The next twelve months, or the last ones.' }) },
  exact,
);

const TriedMonthsFile = {
  content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } },
};

const most = mostWalked.toLocaleString('en');

const LifecycleMonths = Type.Object(
  {
    from: moment('By the governance clock, as every date of it.'),
    until: moment('Twelve months later.'),
    groups: Type.Integer({
      description: `Groups whose life was derived: all, or the first ${most} of more.`,
    }),
    isCut: Type.Boolean({
      description: `There are more than ${most} groups. The others are in no count.`,
    }),
    unknown: Type.Integer({
      description:
        'Groups that began before the oldest entry of the audit log, so that their past cannot be derived.',
    }),
    questions: Type.Integer({
      description:
        'Questions whether to renew a group or whether it is still needed, and who answers for it, and reviews of its people.',
    }),
    reminders: Type.Integer(),
    expired: Type.Integer({ description: 'Groups that expire and stay as they are.' }),
    archived: Type.Integer(),
    deleted: Type.Integer(),
    handedOver: Type.Integer({
      description:
        'Handovers by rule, because a responsible person is no longer available or leaves.',
    }),
    restored: Type.Integer({
      description: 'Groups in which something that differs from the record is put back.',
    }),
    withoutOwner: Type.Integer({
      description:
        'Groups that end the months without a responsible person or deputy who can sign in, as far as leave dates are known, after the handovers that are counted.',
    }),
    concerned: Type.Integer({
      description: 'Groups with something of these, or with something that the change takes away.',
    }),
    different: Type.Integer({
      description:
        'Groups in which something happens at another time, to other people or not at all, compared with what is saved now.',
    }),
    named: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          displayName: Type.String(),
          mailNickname: Type.String(),
          isWithoutOwner: Type.Boolean(),
          isDifferent: Type.Boolean({ description: 'It is one of `different`.' }),
          events: Type.Array(
            Type.Object(
              { at: moment('When it happens.'), event: Type.Enum([...walkedEvents]) },
              exact,
            ),
            { description: 'In their order. None: the change takes away what there was.' },
          ),
        },
        exact,
      ),
      {
        description:
          'The first groups of `concerned`: those that are different, then the others, each in the order in which they feel it. The export has all of them.',
      },
    ),
  },
  { ...exact, $id: 'LifecycleMonths' },
);

export const forecastMonths = nullable(
  refTo(LifecycleMonths),
  'The next twelve months by the rules of the service, if nobody answers a question: messages are sent, archivings, deletions and handovers succeed, and people, holds and policies stay as they are. Closed accounts and leave dates count as they are known now, the use of a group as the last reports have it, and differences as the last comparison saw them. Null: the request did not ask for it, or there are no groups.',
);

export const backtestMonths = nullable(
  refTo(LifecycleMonths),
  'The last twelve months, as if the change had been in force: each group lives again from its creation by the policies and the settings of that time, by renewals, holds, archivings, deletions and answers of people as the audit log has them, and by the change in these months. Questions about the use of a group and about who answers for it, handovers and restores are those of the log. The people, their roles and the properties of groups are those of today, and every message counts as sent. Null: as `forecast`.',
);

export const notDerived = Type.Array(
  Type.Object(
    {
      rule: Type.Enum([...notDerivedRules]),
      detail: Type.String({ description: 'Why, in a sentence.' }),
    },
    exact,
  ),
  {
    description:
      'Rules whose effect under this change is in no count, because records do not say what they would follow from.',
  },
);

const TriedPlan = Type.Object(
  {
    groups: Type.Integer({ description: 'Existing groups that the change reaches.' }),
    forecast: forecastMonths,
    backtest: backtestMonths,
    notDerived,
  },
  { ...exact, $id: 'TriedPlan' },
);

/** Schemas that others refer to. */
export const triedSchemas = [LifecycleMonths];

/** A plan changes nothing, so a reader may look, too. */
export const planned = { admin: 'view', querystring: TriedMonthsQuery } as const;

export const plannedMonths = { ...planned, response: { 200: TriedPlan } };

export const exportedMonths = {
  admin: 'view',
  description:
    'A line for each event of each group, and one without an event for a group in which the change takes away what there was.',
  answer: 'All groups that the plan counts as a file.',
  produces: ['text/csv'],
  querystring: TriedMonthsExportQuery,
  response: { 200: TriedMonthsFile },
} as const;
