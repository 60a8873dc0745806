// The door of the package: what is named here is its promise, everything else may change.
export type { Credentials } from './access-token.ts';
export type { Answer, WithResponse } from './answer.ts';
export {
  createClient,
  type Client,
  type DirectoryGroupFilter,
  type RequestOptions,
  type GetTeamOptions,
  type TeamFilter,
  type TeamRecord,
  type TemplateOptions,
} from './client.ts';
export type { ClientOptions } from './configuration.ts';
export type { BulkCreation, Creation } from './creation.ts';
export type { ApplyOptions } from './desired.ts';
export {
  ConnectionError,
  CreationFailedError,
  GroupwrightError,
  OperationFailedError,
  ProblemError,
  StillWaitingError,
  UnexpectedAnswerError,
  WebhookVerificationError,
  isProblem,
} from './errors.ts';
export type { EventsOptions } from './events.ts';
export { isFinal } from './follow.ts';
export {
  governanceOf,
  type BatchFilter,
  type BatchGroupFilter,
  type DecideReviewOptions,
  type Governance,
  type HoldOptions,
  type PersonDecision,
  type RenewOptions,
  type ReviewFilter,
  type ReviewOptions,
  type StartBatchOptions,
  type TaskFilter,
} from './governance.ts';
export type {
  ActionOptions,
  CallOptions,
  ChangeOptions,
  PlanOptions,
  VersionOptions,
  CreateOptions,
  WaitOptions,
} from './options.ts';
export type {
  AcceptedHandover,
  PersonHandle,
  PersonHandoverOptions,
  PersonHandoverPlan,
} from './person.ts';
export type { RetryPolicy } from './retry.ts';
export type { EndRosterOptions, NamedPerson, ReadRosterOptions, Rosters } from './rosters.ts';
export type { AcceptedOperation, EndedOperation } from './accepted-operation.ts';
export type { Handover, SetMembersOptions, TeamHandle } from './team.ts';
export type * from './types.ts';
export { verifyWebhook, type VerifyWebhookOptions } from './webhooks.ts';
export type { Deps } from './dependencies.ts';
export type { LoggedAttempt } from './transport.ts';
export { VERSION } from './version.ts';
