export const en = {
  counts:
    '{questions, plural, one {# question} other {# questions}}, {archived, number} archived, {deleted, number} deleted, {expired, number} expired and kept, {withoutOwner, number} without a living owner.',
  first: 'These are the first {count, plural, one {# group} other {# groups}} of the template.',
  unknown:
    'The audit log no longer has the beginning of {count, plural, one {# group} other {# groups}}.',
  assumes: {
    forecast:
      'If nobody answers, every message is sent, and people, holds and policies stay as they are. Questions about unused groups are not included, because their use is not known in advance.',
    backtest:
      'As if this lifecycle had been in force. Renewals, holds and answers are those of the audit log. People and properties are those of today, and every message counts as sent.',
  },
  events: {
    review: 'review {date}',
    renewal: 'question {date}',
    reminder: 'reminder {date}',
    expired: 'expires {date}',
    archived: 'archived {date}',
    warning: 'warning {date}',
    deleted: 'deleted {date}',
  },
  withoutOwner: 'without a living owner',
  others: '{count, plural, one {# other group is} other {# other groups are}} not shown.',
} as const;
