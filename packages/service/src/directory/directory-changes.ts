// Changes of people or groups in the port, as a directory lists them from a token on.

/** The time for which a token works: a delta query of Microsoft Graph, 7 days. */
export const changesTokenLivesMs = 7 * 86_400_000;

export type DirectoryChanges =
  | {
      readonly state: 'read';
      /** What was added, changed, deleted or restored since the token. Some may be repeated from before it. */
      readonly changedIds: readonly string[];
      /** For the next call. */
      readonly token: string;
      /** False if the next call has more changes now. */
      readonly isLast: boolean;
    }
  /** The token is too old, so changes may be lost: read everything, and begin without a token. */
  | { readonly state: 'expired' };
