// The store of digests, as the process that sends them sees it.
import type { DigestNotice } from './digest.ts';

export interface ClaimedDigest {
  readonly messageId: string;
  readonly personId: string;
  readonly email: string;
  /** Only the last claim is recorded. */
  readonly claims: number;
  readonly attempts: number;
  /** Preferred language of the person, as far as it is known. */
  readonly preferredLanguage: string | null;
  readonly notices: readonly DigestNotice[];
}

export interface DigestRecord {
  readonly messageId: string;
  readonly claims: number;
  readonly state: 'pending' | 'sent' | 'refused' | 'dropped' | 'failed';
  /** It may have been sent: its content no longer changes. */
  readonly isUnclear: boolean;
  readonly isAttempt: boolean;
  readonly language: string;
  readonly detail: string | null;
  /** It belongs to one that is pending. */
  readonly retryInMs: number;
}

export interface FormingDay {
  /** It belongs to the tenant. */
  readonly day: string;
  /** Notices of later are for another digest. */
  readonly until: Date;
  /** A person's digest is formed once their first notice is as old as this. */
  readonly settledBefore: Date;
}

export interface ChannelClaim {
  readonly tenantId: string;
  readonly claims: number;
}

export type ChannelResult =
  | { readonly kind: 'works' }
  /** Nothing was sent. */
  | { readonly kind: 'unused' }
  /** It works, and takes no more for now. */
  | { readonly kind: 'throttled'; readonly pauseMs: number }
  | { readonly kind: 'failed'; readonly detail: string; readonly pauseMs: number };

export interface ChannelState {
  /** Null while it works. */
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly detail: string | null;
  readonly lastSentAt: Date | null;
  /** Digests that are not sent yet. */
  readonly pending: number;
}

export interface DigestStore {
  /** Tenants with notices that no digest has. */
  tenantsWithNotices(): Promise<string[]>;
  /** Tenants with digests that are due, whose channel is free. */
  tenantsWithDigests(): Promise<string[]>;
  /** Whether digests of the tenant are due that this or another process sends: its channel does not rest. */
  isSending(tenantId: string): Promise<boolean>;
  /** Whether groups that are due at that time are still to be assessed, by the governance clock. */
  isAssessing(tenantId: string, until: Date): Promise<boolean>;
  /** Forms digests of a day, some thousands at most. Answers how many notices they took. */
  form(tenantId: string, when: FormingDay): Promise<number>;
  /** The earliest notice that can be in a digest of that day, and whether others wait for a later one. */
  earliestWaiting(
    tenantId: string,
    day: string,
  ): Promise<{ readonly today: Date | undefined; readonly hasLater: boolean }>;
  /** Undefined while another process sends for the tenant, or its channel rests. */
  claimChannel(tenantId: string, leaseMs: number): Promise<number | undefined>;
  /** Due digests; renews the claim of the channel. None once the channel is another's. */
  claim(channel: ChannelClaim, atMost: number, leaseMs: number): Promise<ClaimedDigest[]>;
  record(tenantId: string, records: readonly DigestRecord[]): Promise<void>;
  release(channel: ChannelClaim, result: ChannelResult): Promise<void>;
  channel(tenantId: string): Promise<ChannelState>;
}
