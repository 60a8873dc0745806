// The dependencies of the tools. The plans outlive a server: over HTTP, each request has another one.
import type {
  Client,
  OperationPlanRequest,
  PersonHandover,
  TeamRequest,
} from '@groupwright/client';
import { z } from 'zod';
import { findTeamId } from '../context/find-team.ts';
import { createKeptPlans, type KeptPlans } from './kept-plans.ts';

/** The argument of every tool for one group. */
export const teamKey = z.string().describe('Id or alias of the group');

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
  /** The id of the group that a tool names by its id or alias. */
  readonly teamIdOf: (key: string) => Promise<string>;
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
  const { signal } = new AbortController();
  return {
    client,
    teamIdOf: (key) => findTeamId({ signal }, client, key),
    plans: {
      creations: createKeptPlans(deps),
      operations: createKeptPlans(deps),
      handovers: createKeptPlans(deps),
      started: new Set(),
    },
  };
}
