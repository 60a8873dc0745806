import type { Template } from './template.ts';

export interface Organisation {
  readonly tenantId: string;
  readonly organisationId: string;
  readonly name: string;
  readonly identifier: string;
  /** The person who answers for groups that no other person can answer for: an id or an e-mail address. */
  readonly steward: string | null;
  readonly version: number;
  /** They are in the order in which they were created. */
  readonly templates: readonly Template[];
}

/** The organisations of a tenant, with their templates, as they are now. */
export interface OrganisationLookup {
  organisation(tenantId: string, idOrIdentifier: string): Organisation | undefined;
  /** They are in the order of their ids. */
  organisations(tenantId: string): readonly Organisation[];
}
