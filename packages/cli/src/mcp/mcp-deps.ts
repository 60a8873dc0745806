// The dependencies of the tools. The plans outlive a server: over HTTP, each request has another one.
import type {
  Client,
  OperationPlanRequest,
  PersonHandover,
  TeamRequest,
} from '@groupwright/client';
import { createKeptPlans, type KeptPlans } from './kept-plans.ts';

interface KeptOperation {
  readonly teamId: string;
  readonly operation: OperationPlanRequest;
  /** The version of the group that the plan was made for. */
  readonly etag: string;
}

interface KeptHandover {
  readonly person: string;
  readonly handover: PersonHandover;
  /** The outline of the plan. */
  readonly shown: string;
}

export interface McpDeps {
  readonly client: Client;
  readonly plans: {
    readonly creations: KeptPlans<TeamRequest>;
    readonly operations: KeptPlans<KeptOperation>;
    readonly handovers: KeptPlans<KeptHandover>;
    /** Tokens of handovers that were run: a repeated call returns the same operations. */
    readonly started: Set<string>;
  };
}

export function createMcpDeps(
  client: Client,
  deps: { readonly now: () => number; readonly newId: () => string },
): McpDeps {
  return {
    client,
    plans: {
      creations: createKeptPlans(deps),
      operations: createKeptPlans(deps),
      handovers: createKeptPlans(deps),
      started: new Set(),
    },
  };
}
