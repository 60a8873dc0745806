export const en = {
  compared: 'The last comparison of all groups with the directory ended <time></time>.',
  never: 'No comparison of all groups with the directory has ended yet.',
  allCompared: 'Every group was compared since its last change.',
  notCompared:
    '{count, number} of {groups, plural, one {# group was} other {# groups were}} not compared since the last change.',
  compareNow: 'Compare now',
  comparing: 'Comparing…',
  failed: 'The comparison failed <time></time>.',
} as const;
