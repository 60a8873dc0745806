export const en = {
  noAnswer: 'The service does not respond. Try again in a moment.',
  noAnswerToChange: 'The service does not respond. Your input is not lost. Try again.',
  unreadable:
    'The answer is not readable. A proxy between you and the service may have changed it. Try again in a moment.',
  error: 'The service returned an error ({status}). Try again in a moment.',
  offline: 'You are offline. The page shows the last known state.',
  lost: 'The connection to the service is lost. Trying again…',
} as const;
