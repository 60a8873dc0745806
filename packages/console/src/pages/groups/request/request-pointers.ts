/** The fields of a request for a group that a form shows, as places in the request. */
export const requestPointers = [
  '/templateIdOrIdentifier',
  '/organisationIdOrIdentifier',
  '/displayName',
  '/mailNickName',
  '/description',
  '/properties',
  '/responsible',
  '/deputy',
  '/owners',
  '/members',
  '/expiresAt',
] as const;
