/** A user ID or an e-mail address, as directory/person-reference.ts reads it. */
export const personPattern =
  '^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[^\\s@\\p{Cc}]{1,64}@[^\\s@\\p{Cc}.][^\\s@\\p{Cc}]*)$';
