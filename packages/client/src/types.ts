// The shapes that travel between caller and service: generated from its OpenAPI document, and named here
// where a caller says them differently.
import type {
  CreationProblem as GeneratedCreationProblem,
  Fault,
  Open,
  OrganisationSummary,
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

export interface PlannedPerson {
  /** As the request or the template names the person. */
  readonly reference: string;
  readonly pointer: string;
  readonly role: string;
  readonly found: boolean;
  readonly person: {
    readonly id: string;
    readonly email: string;
    readonly displayName: string;
    readonly kind: string;
    readonly enabled: boolean;
  } | null;
}

export interface TeamPlan {
  /** True when the creation would succeed, as far as can be told now. */
  readonly conforms: boolean;
  /** What a creation would come to. */
  readonly outcome: Open<'refused' | 'failed' | 'succeeded'>;
  /** What POST /teams would answer, or what the status would end with. */
  readonly error: CreationProblem | null;
  readonly faults: readonly Fault[];
  readonly organisation: OrganisationSummary | null;
  readonly template: OrganisationSummary | null;
  /** What the placeholders of the naming patterns took. */
  readonly properties: Readonly<Record<string, string>>;
  readonly alias: {
    readonly mailNickName: string;
    readonly free: boolean;
    readonly alternatives: readonly {
      readonly mailNickName: string;
      readonly displayName: string;
    }[];
  } | null;
  readonly people: readonly PlannedPerson[];
  /** The steps that would run. */
  readonly steps: readonly string[];
}

export interface BulkEntry {
  /** Place of the entry in the request, from 0. */
  readonly index: number;
  /** Null when the entry was refused. */
  readonly status: TeamAcceptance['status'] | null;
  readonly teamId: string | null;
  readonly statusUrl: string | null;
  readonly error: CreationProblem | null;
}

export interface BulkAnswer {
  readonly accepted: number;
  readonly refused: number;
  /** One for each entry, in their order. */
  readonly items: readonly BulkEntry[];
}
