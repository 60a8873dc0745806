export const en = {
  title: 'Responsibility',
  state: 'State',
  since: 'since {date}',
  responsible: 'Responsible',
  deputy: 'Deputy',
  none: 'None',
  notAvailable: 'Not available',
  acceptance: {
    awaited: 'Asked to accept',
    accepted: 'Accepted',
    declined: 'Declined',
    passed_on: 'Passed on',
    unanswered: 'No answer',
  },
  until: 'until {date}',
  on: 'on {date}',
} as const;
