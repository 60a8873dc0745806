export const en = {
  day: 'Day (UTC)',
  none: '{day}: none',
  said: '{day}: {parts}',
  part: '{count, number} {name}',
  asTable: 'Show as table',
  asChart: 'Show as chart',
  hint: 'Point at a day, or use the arrow keys.',
  linkHint: 'Point at a day, or use the arrow keys. Select it to view its list.',
} as const;
