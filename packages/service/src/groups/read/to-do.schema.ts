import { Type } from 'typebox';
import { exact, moment, nullable } from '../../ground/schema/parts.schema.ts';
import { refTo } from '../../http/schema-ref.ts';
import { ComparisonResponse } from './observed-team.schema.ts';
import { causeKinds, causeMeanings, toDoAreas } from './to-do.ts';

const meanings = Object.entries(causeMeanings)
  .map(([kind, meaning]) => `${kind}: ${meaning}.`)
  .join(' ');

const ToDoCauseResponse = Type.Object(
  {
    area: Type.Enum([...toDoAreas], { description: 'The list may grow.' }),
    cause: Type.Enum([...causeKinds], { description: `${meanings} The list may grow.` }),
    id: nullable(Type.String({ description: 'As the cause says.' })),
    name: nullable(Type.String({ description: 'Name of the person or the template, if known.' })),
    email: nullable(Type.String({ description: 'E-mail address of the person, if known.' })),
    reason: nullable(
      Type.String({
        description:
          'Why the person is unavailable: disabled, deleted, guest or unlicensed. The list may grow. Null: unknown, or no person.',
      }),
    ),
    count: Type.Integer({
      description:
        'Number of its items: groups, or tasks for approvals, reviews and questions. 1 for a stopped rule.',
    }),
    affected: nullable(
      Type.Integer({ description: 'People or groups that a stopped rule is about.' }),
    ),
    since: nullable(moment('Since when the oldest item waits.')),
  },
  exact,
);

export const ToDoResponse = Type.Object(
  {
    total: Type.Integer({ description: 'Number of items of all causes.' }),
    causes: Type.Array(ToDoCauseResponse, { description: 'The most frequent first.' }),
    comparison: refTo(ComparisonResponse),
  },
  {
    ...exact,
    $id: 'ToDo',
    description:
      'Decisions and repairs that wait for someone, by cause. A group is once in an area, so that the counts add up.',
  },
);
