// A request that awaits an approval, as the approvals see it, whatever it asks for.
import type { Actor, Cause } from '../../audit/activity.ts';
import type { ApprovalPolicy, Approval } from '../../settings/organisations/approval-policy.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { CreationFailure, CreationStatus } from '../../engine/creation.ts';
import type { DecisionOption } from '../../messages/tasks/decision.ts';
import type { ApprovalKind, Task } from '../../messages/tasks/task.ts';
import type { TaskRequest } from '../../messages/tasks/task-request.ts';

/** The stage, its people and the name of who asks are added when its people are asked. */
export type AskedFor = Omit<TaskRequest, 'stage' | 'of' | 'notAsked' | 'requestedBy' | 'sentBy'> & {
  readonly requestedBy: Pick<Actor, 'kind' | 'id'>;
  readonly sentBy: Pick<Actor, 'kind' | 'id'>;
};

export interface RequestKey {
  readonly tenantId: string;
  readonly teamId: string;
  /** Undefined: the creation of the group. */
  readonly operationId?: string | undefined;
}

export interface RequestToApprove extends RequestKey {
  readonly organisationId: string;
  readonly templateId: string;
  readonly mailNickname: string;
  readonly isSandbox: boolean;
  /** The kind of the task in which people decide. */
  readonly taskKind: ApprovalKind;
  /** It is the policy at the acceptance of the request. */
  readonly policy: ApprovalPolicy | undefined;
  readonly approval: Approval;
  readonly responsibleId: string | null;
  /** The directory's id of the group of an adoption; null: it is none. */
  readonly groupId: string | null;
  readonly asked: AskedFor;
  /** Why the request cannot be carried out any more; undefined: it can. */
  readonly obstacle?: CreationFailure | undefined;
  /** It is a time of the governance clock. */
  readonly now: Date;
}

/** The status of a request has changed. */
export interface RequestChange extends RequestKey {
  readonly status: CreationStatus;
  /** It ended because people did not approve it. */
  readonly isDeclined?: boolean;
}

/** The requests of a kind in the database. */
export interface RequestsToApprove {
  /** The tasks in which people decide about them. */
  readonly taskKinds: readonly ApprovalKind[];
  /** The decisions of a stage. */
  optionsOf(this: void, task: Task): readonly DecisionOption[];
  /** Nobody was asked yet about these requests, of all tenants but some. */
  readRequested(
    this: void,
    limit: number,
    exceptTenants: readonly string[],
  ): Promise<readonly RequestToApprove[]>;
  /** These requests wait for a decision. */
  readWaiting(
    this: void,
    queryable: Queryable,
    keys: readonly RequestKey[],
  ): Promise<readonly RequestToApprove[]>;
  /** One of two processes gets true. */
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
  /**
   * Gives the group of a request that waits for a decision another name.
   * @throws DomainError `validation_failed` with every fault of the name
   */
  amend(this: void, transaction: Queryable, key: RequestKey, displayName: string): Promise<void>;
  /** The next stage is requested then, or the request is approved and continues. */
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

/** The same for every key of a request. */
export function requestText({ teamId, operationId }: RequestKey): string {
  return operationId ?? teamId;
}

/** Number of people in a group, over its row of provisionings. */
export const peopleCountSql = (provisioning: string) =>
  `jsonb_array_length(coalesce(${provisioning}.resolved_people -> 'ownerIds', '[]'))
    + jsonb_array_length(coalesce(${provisioning}.resolved_people -> 'memberIds', '[]'))`;
