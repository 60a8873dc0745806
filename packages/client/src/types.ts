// The shapes that travel between caller and service: generated from its OpenAPI document, and named here
// where a caller says them differently.
import type {
  CreationProblem as GeneratedCreationProblem,
  Fault,
  Problem as GeneratedProblem,
  TeamAcceptance,
} from './generated/api.ts';

export type {
  Fault,
  Organisation,
  OrganisationSummary,
  ProblemCode,
  Step,
  Team,
  TeamAcceptance,
  TeamRequest,
  TeamStatus,
  TeamSummary,
  Template,
} from './generated/api.ts';

/** A problem as the service answers it, or as it keeps it with a failed creation, then without requestId. */
export type Problem = Omit<GeneratedProblem, 'requestId'> & { readonly requestId?: string };
export type CreationProblem = GeneratedCreationProblem;

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextLink?: string;
}

/** A CloudEvents 1.0 event of the service. */
export interface GroupwrightEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  /** For example `group.succeeded`; the list may grow. */
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly tenantid: string;
  readonly sequence: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PlannedStep {
  readonly name: string;
  readonly detail?: string;
}

export interface TeamPlan {
  /** Whether `POST /teams` with the same body would be accepted now. */
  readonly conforming: boolean;
  readonly errors: readonly Fault[];
  readonly properties: Readonly<Record<string, string>>;
  readonly steps: readonly PlannedStep[];
}

export interface BulkResult {
  readonly status: number;
  readonly team?: TeamAcceptance;
  readonly problem?: Problem;
}

export interface BulkAnswer {
  readonly results: readonly BulkResult[];
}
