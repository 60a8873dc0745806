// Reading the request log: pages, newest first, and the calls of a key by day.
import type { FieldError } from '../../ground/errors.ts';
import type { Keepable } from './keepable.ts';

export interface RequestFilter {
  readonly apiKeyId?: string | undefined;
  /** Only refused requests, or only others. */
  readonly outcome?: 'refused' | 'succeeded' | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** Requests about this group, its creation included. */
  readonly groupId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface LoggedRequest {
  readonly entryId: number;
  readonly occurredAt: Date;
  readonly apiKeyId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
  readonly durationMs: number;
  readonly address: string;
  readonly userAgent: string | null;
  readonly groupId: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly errors: readonly FieldError[] | null;
  readonly body: Keepable | null;
  readonly isBodyCut: boolean;
}

export interface DayOfCalls {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly calls: number;
  readonly refused: number;
}

export interface RequestBrowser {
  /** Newest first; those before `beforeId`. */
  read(
    tenantId: string,
    filter: RequestFilter,
    page: { readonly beforeId: number | undefined; readonly limit: number },
  ): Promise<readonly LoggedRequest[]>;
  /** Days since `since` on which the key made calls, oldest first. */
  callsOf(tenantId: string, apiKeyId: string, since: Date): Promise<readonly DayOfCalls[]>;
}
