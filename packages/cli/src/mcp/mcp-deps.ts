// The dependencies of the tools.
import type { Client } from '@groupwright/client';

export interface McpDeps {
  readonly client: Client;
  readonly now: () => number;
  readonly newId: () => string;
}
