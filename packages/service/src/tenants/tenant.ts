import type { DirectoryConnection } from '../directory/connection.ts';

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
  readonly directory: DirectoryConnection;
}
