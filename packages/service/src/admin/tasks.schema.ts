import { Type } from 'typebox';
import { refTo } from '../http/schema-ref.ts';
import { guidPattern } from '../ground/schema/guid.schema.ts';
import { taskFilterQuery, TaskResponse } from '../messages/tasks/tasks.schema.ts';
import { exact, idParams, limitQuery } from './common.schema.ts';

export const TaskParams = idParams({ taskId: 'The task.' });

export const taskListQuery = Type.Object({
  ...taskFilterQuery,
  after: Type.Optional(
    Type.String({
      pattern: guidPattern,
      'x-fault': 'must be a GUID',
      description: 'Only tasks that are older than this one.',
    }),
  ),
  limit: limitQuery,
});

export const TaskList = Type.Object(
  {
    items: Type.Array(refTo(TaskResponse)),
    hasMore: Type.Boolean({ description: 'True if there are older tasks.' }),
  },
  exact,
);
