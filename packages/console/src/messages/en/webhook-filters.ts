export const en = {
  organisations: 'Organisations (all if none selected)',
  templates: 'Templates (all if none selected)',
} as const;
