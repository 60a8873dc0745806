// People in the port, and its methods that follow them over time: who changed, and the present state of each account.
import type { CallContext } from './call-context.ts';

export interface Person {
  /** The directory's id of the person. */
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly kind: 'member' | 'guest';
  /** False when the account is blocked from signing in. */
  readonly enabled: boolean;
  /** Whether the person may use teams; `unknown` where the directory does not tell. */
  readonly licensed: boolean | 'unknown';
  /** The person was invited and has not accepted the invitation. */
  readonly isPending?: boolean | undefined;
}

export interface NewGuest {
  readonly email: string;
  readonly displayName: string;
  /** The directory's id of the person who answers for the guest; undefined: nobody does at present. */
  readonly sponsorId: string | undefined;
}

export const invitationRefusals = ['domain_refused', 'invitation_refused'] as const;

export type Invitation =
  | {
      readonly state: 'invited';
      /** The directory's id of the guest, who may have existed before. */
      readonly personId: string;
    }
  | {
      readonly state: 'refused';
      readonly code: (typeof invitationRefusals)[number];
      /** A sentence for the caller. */
      readonly detail: string;
      /** The directory refuses every invitation, and not this one alone. */
      readonly isOfAll: boolean;
    };

/** The time for which a token works: a delta query of Microsoft Graph, 7 days. */
export const changesTokenLivesMs = 7 * 86_400_000;

export type DirectoryChanges =
  | {
      readonly state: 'read';
      /** Additions, changes, deletions and restorations since the token. Some may be repeated from before it. */
      readonly changedIds: readonly string[];
      /** The next call takes it. */
      readonly token: string;
      /** False if the next call has more changes now. */
      readonly isLast: boolean;
    }
  /** The token is too old, so changes may be lost: read everything, and begin without a token. */
  | { readonly state: 'expired' };

export type PersonState =
  | (Person & {
      readonly state: 'present';
      readonly manager: Pick<Person, 'id' | 'email' | 'displayName'> | null;
      /** The preferred language as a BCP 47 tag; null where the directory has none. */
      readonly language: string | null;
      /** When the person leaves; null where no date is set, or the connection may not read it. */
      readonly leavesOn: Date | null;
    })
  /** The account is deleted, even if it could be restored. */
  | { readonly state: 'deleted'; readonly id: string };

export interface PeopleStates {
  /** One for each id, in the same order. */
  readonly people: readonly PersonState[];
  /** False if the connection may not read leave dates: then the absence of one says nothing. */
  readonly knowsLeaveDates: boolean;
}

/** The part of the port that follows people. */
export interface PeopleLife {
  /**
   * One page of the people who changed. The changes themselves are not in the answer: read the states of those people.
   * @param token of the last answer; undefined begins, and answers a token only
   */
  readPeopleChanges(token: string | undefined, call: CallContext): Promise<DirectoryChanges>;
  /**
   * The accounts as they are now, never from memory.
   * @param ids the directory's ids of the people
   */
  readPeopleStates(ids: readonly string[], call: CallContext): Promise<PeopleStates>;
  /**
   * Invites a person whom the directory does not know. A repeated call finds the same account, and may send its mail again.
   * @throws DirectoryError `permission_missing`
   */
  inviteGuest(guest: NewGuest, call: CallContext): Promise<Invitation>;
}
