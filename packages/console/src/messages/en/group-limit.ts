export const en = {
  organisations: 'Organizations (all if none selected)',
  templates: 'Templates (all if none selected)',
} as const;
