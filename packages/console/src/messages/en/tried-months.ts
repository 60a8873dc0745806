export const en = {
  directions: {
    forecast: 'Effect in the next twelve months',
    backtest: 'Effect in the last twelve months',
  },
  refused: 'There is no preview while a field has a fault.',
  noGroups: 'There are no groups yet.',
  counts:
    '{questions, plural, one {# question} other {# questions}}, {archived, number} archived, {deleted, number} deleted, {expired, number} expired and kept, {withoutOwner, number} without a living owner.',
  moved:
    '{handedOver, plural, =0 {} other {{handedOver, number} handed over.}} {restored, plural, =0 {} other {{restored, number} restored.}}',
  different:
    '{count, plural, =0 {Nothing is different from what is saved now.} one {# group is different from what is saved now.} other {# groups are different from what is saved now.}}',
  isDifferent: 'Different',
  nothing: 'nothing any longer',
  notDerived: {
    review:
      'In the past months, the people of a group are those whom its record named then. People whom someone added or removed in the directory itself, and guests, are those of today: no record says since when. A review that had nobody to decide about may count as a question, with what follows.',
    idle: 'In the past months, questions about unused groups are those that were asked, not those of this change. Reports of the past are not kept.',
    responsibility:
      'In the past months, handovers and questions about who answers for a group are those that happened, not those of this change. No record says in full when which account was closed.',
    enforcement:
      'In the past months, restores are those that happened, not those of this change. No record says in full what differed when.',
    new_groups:
      'Not derived: adoptions by rule. They follow from groups that others make in the directory.',
  },
  first: 'These are the first {count, plural, one {# group} other {# groups}}.',
  unknown:
    'The audit log no longer has the beginning of {count, plural, one {# group} other {# groups}}.',
  assumes: {
    forecast:
      'If nobody answers, no message fails, and people, holds and policies stay as they are. Closed accounts and leave dates count as they are known now, the use of a group as the last reports have it, and differences as the last comparison saw them.',
    backtest:
      'As if this change had been in force. Renewals, holds and answers are those of the audit log. People and properties are those of today, and every message counts as sent.',
  },
  events: {
    review: 'review {date}',
    renewal: 'question {date}',
    reminder: 'reminder {date}',
    expired: 'expires {date}',
    archived: 'archived {date}',
    warning: 'warning {date}',
    deleted: 'deleted {date}',
    idle: 'question about its use {date}',
    responsibility: 'question who answers for it {date}',
    handover: 'handed over {date}',
    restored: 'restored {date}',
  },
  withoutOwner: 'without a living owner',
  others: '{count, plural, one {# other group is} other {# other groups are}} not shown.',
} as const;
