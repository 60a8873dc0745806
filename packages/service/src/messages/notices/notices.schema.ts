import { Type } from 'typebox';
import { refTo } from '../../http/schema-ref.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import type { ListedNotice } from './notices.postgres.ts';
import { taskKinds } from '../tasks/task.ts';
import { newsKinds } from './notice.ts';

export const TeamNoticeResponse = Type.Object(
  {
    noticeId: Type.String({ format: 'uuid' }),
    kind: Type.Enum([...taskKinds, ...newsKinds], {
      description: 'Subject of the notice. The list may grow.',
    }),
    to: Type.Object(
      {
        id: Type.String({ description: 'User id in the directory.' }),
        email: Type.String(),
      },
      { additionalProperties: false },
    ),
    language: Type.Union([Type.String(), Type.Null()], {
      description: 'Language of the message. Null until it is sent.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    sentAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    outcome: Type.Enum(['waiting', 'pending', 'sent', 'refused', 'dropped', 'failed'], {
      description:
        'waiting: for the digest of the day. pending: the digest is not sent yet. refused: by the mail server of the recipient. dropped: it was no longer of interest. failed: given up after a week.',
    }),
  },
  { $id: 'TeamNotice', additionalProperties: false },
);

export function noticeResponse({ personId, email, createdAt, sentAt, ...notice }: ListedNotice) {
  return {
    ...notice,
    to: { id: personId, email },
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

export const TeamNoticePage = pageSchema(refTo(TeamNoticeResponse), 'TeamNoticePage');
