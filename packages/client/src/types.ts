// The shapes that travel between caller and service, all of them generated from its OpenAPI document.
export type {
  BulkAnswer,
  BulkEntry,
  CreationProblem,
  /** Not `Event`, which browsers use for something else. */
  Event as GroupwrightEvent,
  Fault,
  Open,
  Organisation,
  OrganisationSummary,
  PlannedPerson,
  Problem,
  ProblemCode,
  Step,
  Team,
  TeamAcceptance,
  TeamPlan,
  TeamRequest,
  TeamStatus,
  TeamSummary,
  Template,
} from './generated/api.ts';
