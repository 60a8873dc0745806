// The door of the package: what is named here is its promise, everything else may change.
export type { Credentials } from './access-token.ts';
export {
  createClient,
  type CallOptions,
  type Client,
  type ClientOptions,
  type CreateOptions,
  type Creation,
  type TeamFilter,
  type WaitOptions,
} from './client.ts';
export {
  ConnectionError,
  CreationFailedError,
  GroupwrightError,
  ProblemError,
  UnexpectedAnswerError,
  WebhookVerificationError,
  isProblem,
} from './errors.ts';
export type { EventsOptions } from './events.ts';
export { isFinal } from './follow.ts';
export type { RetryPolicy } from './retry.ts';
export type * from './types.ts';
export { verifyWebhook, type VerifyWebhookOptions } from './webhooks.ts';
export type { Deps, Deps as World } from './dependencies.ts';
