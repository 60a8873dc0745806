export const en = {
  compared: 'All groups were last compared with the directory <time></time>.',
  never: 'The groups were not compared with the directory yet.',
  allCompared: 'Every group was compared since its last change.',
  notCompared:
    '{count, number} of {groups, plural, one {# group was} other {# groups were}} not compared since the last change.',
  compareNow: 'Compare now',
  comparing: 'Comparing…',
  failed: 'The comparison failed <time></time>.',
} as const;
