export const en = {
  beyondLimit:
    'Your role is limited to organizations, so it doesn’t include what concerns the whole tenant.',
  readerChanges: 'Your role is Reader. You can view everything, but you can’t change anything.',
  intervening: 'Your role doesn’t allow you to retry or cancel requests.',
  groups: 'Your role doesn’t allow you to change groups.',
  templates: 'Your role doesn’t allow you to change templates or naming rules.',
  settings: 'Your role doesn’t allow you to change settings.',
  administrators: 'Your role doesn’t allow you to change administrators.',
  ownRights: 'You can’t change your own role. Another administrator can.',
  rightsLost: 'You may no longer manage administrators. Nothing was changed.',
  ownersOnly: 'Only owners can make someone an owner or change an owner. Nothing was changed.',
  staleSession: 'The page doesn’t match your session. Reload it. Nothing was changed.',
  foreignPage:
    'The address of this page isn’t the configured one, so changes aren’t accepted. Your operator can correct ADMIN_URL.',
} as const;
