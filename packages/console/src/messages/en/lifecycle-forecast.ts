export const en = {
  counts:
    '{questions, plural, one {# question} other {# questions}}, {archived, number} archived, {deleted, number} deleted, {expired, number} expired and kept, {withoutOwner, number} without a living owner.',
  different:
    '{count, plural, one {# group is} other {# groups are}} different from what is saved now.',
  nothing: 'nothing any longer',
  notDerived: {
    idle: 'Not derived: questions about unused groups. Nobody knows the use of a group in advance, and reports of the past are not kept.',
    responsibility:
      'Not derived: handovers and questions about who answers for a group. They follow from accounts that are closed or come back.',
    enforcement:
      'Not derived: restores of settings and of deleted groups. They follow from changes that others make in the directory.',
    new_groups:
      'Not derived: adoptions by rule. They follow from groups that others make in the directory.',
  },
  first: 'These are the first {count, plural, one {# group} other {# groups}} of the template.',
  unknown:
    'The audit log no longer has the beginning of {count, plural, one {# group} other {# groups}}.',
  assumes: {
    forecast:
      'If nobody answers, every message is sent, and people, holds and policies stay as they are.',
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
