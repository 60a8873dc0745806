// The door of the package: what is named here is its promise, everything else may change.
export type { Credentials } from './access-token.ts';
export {
  createClient,
  type Client,
  type ClientOptions,
  type Creation,
  type TeamFilter,
  type TeamRecord,
} from './client.ts';
export {
  ConnectionError,
  CreationFailedError,
  GroupwrightError,
  OperationFailedError,
  ProblemError,
  UnexpectedAnswerError,
  WebhookVerificationError,
  isProblem,
} from './errors.ts';
export type { EventsOptions } from './events.ts';
export { isFinal } from './follow.ts';
export type {
  ActionOptions,
  CallOptions,
  ChangeOptions,
  CreateOptions,
  WaitOptions,
} from './options.ts';
export type { RetryPolicy } from './retry.ts';
export type { AcceptedOperation, Handover, TeamHandle } from './team.ts';
export type * from './types.ts';
export { verifyWebhook, type VerifyWebhookOptions } from './webhooks.ts';
export type { Deps, Deps as World } from './dependencies.ts';
