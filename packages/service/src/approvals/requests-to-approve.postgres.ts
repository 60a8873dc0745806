// A request that awaits an approval, as the approvals see it, whatever it asks for.
import type { Actor, Cause } from '../activity/activity.ts';
import type { ApprovalPolicy } from '../organisations/approval-policy.ts';
import type { Queryable } from '../postgres/database.ts';
import type { Approval, CreationFailure } from '../provisioning/creation.ts';
import type { Fact } from '../tasks/task.ts';

export interface RequestToApprove {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly mailNickname: string;
  readonly isSandbox: boolean;
  /** At the acceptance of the request. */
  readonly policy: ApprovalPolicy | undefined;
  readonly approval: Approval;
  readonly responsibleId: string | null;
  /** For the people who approve. */
  readonly facts: readonly Fact[];
  /** By the governance clock. */
  readonly now: Date;
}

export interface RequestKey {
  readonly tenantId: string;
  readonly teamId: string;
}

/** The requests of a kind in the database. */
export interface RequestsToApprove {
  /** Those that nobody was asked about yet, of all tenants but some. */
  readRequested(
    this: void,
    limit: number,
    exceptTenants: readonly string[],
  ): Promise<readonly RequestToApprove[]>;
  /** Those that wait for a decision. */
  readWaiting(this: void, keys: readonly RequestKey[]): Promise<readonly RequestToApprove[]>;
  /** Of two processes, one gets true. */
  markAsked(
    this: void,
    transaction: Queryable,
    request: RequestToApprove,
    approval: Approval,
  ): Promise<boolean>;
  /** Holds the request until the transaction ends; undefined unless it waits for a decision. */
  lockWaiting(
    this: void,
    transaction: Queryable,
    key: RequestKey,
  ): Promise<Pick<RequestToApprove, 'approval'> | undefined>;
  /** With the next stage requested, or approved: then the request continues. */
  proceed(
    this: void,
    transaction: Queryable,
    key: RequestKey,
    approval: Approval,
    at: Date,
  ): Promise<void>;
  /** Ends the request, with its entry in the activity log. */
  fail(
    this: void,
    transaction: Queryable,
    key: RequestKey & { readonly cause: Cause | null },
    end: {
      readonly approval: Approval;
      readonly failure: CreationFailure;
      readonly actor: Actor;
      readonly at: Date;
    },
  ): Promise<void>;
}
