import { exact, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { noticeTopics } from '../ground/schema/notice-topic.ts';

const language = nullable(
  Type.String({
    maxLength: 35,
    pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    'x-fault': 'must be a language tag, such as en or de',
    description: 'A language tag (BCP 47). Null: the language of the browser.',
  }),
);
const timeZone = nullable(
  Type.String({
    maxLength: 64,
    description: 'The IANA name of a time zone. Null: the time zone of the browser.',
  }),
);

const mutedNotices = Type.Array(Type.Enum([...noticeTopics]), {
  uniqueItems: true,
  maxItems: noticeTopics.length,
  description:
    'Topics of messages to owners and administrators that the caller does not get: webhooks that fail, work again or were turned off; the credential of the connection; many departures at once. Messages about groups for which the caller answers cannot be muted.',
});

export const Preferences = Type.Object(
  { language, timeZone, mutedNotices },
  { ...exact, $id: 'Preferences', description: 'The choices of an administrator for the page.' },
);

export const PreferencesChange = Type.Object(
  {
    language: Type.Optional(language),
    timeZone: Type.Optional(timeZone),
    mutedNotices: Type.Optional(mutedNotices),
  },
  { ...exact, $id: 'PreferencesChange' },
);
