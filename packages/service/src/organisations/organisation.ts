import type { Template } from './template.ts';

export interface Organisation {
  readonly tenantId: string;
  readonly organisationId: string;
  readonly name: string;
  readonly identifier: string;
  readonly version: number;
  /** In the order in which they were created. */
  readonly templates: readonly Template[];
}
