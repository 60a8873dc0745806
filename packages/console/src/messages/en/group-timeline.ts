export const en = {
  title: 'Upcoming',
  now: 'Now',
  expires: 'The group expires, unless renewed',
  suiteExpires: 'Microsoft 365 itself ends the group',
  deletes: 'The archived group is deleted',
  review: 'Next review of owners and guests',
  take_over: 'Offered to {people}, because nobody is responsible',
  offeredToNobody: 'Nobody to offer the group to: an administrator decides',
  accept_responsibility: '{people} is asked to accept the responsibility',
  accept_deputy_role: '{people} is asked to accept the deputy role',
  task: '{task}: {people}',
} as const;
