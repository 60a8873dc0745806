// The events as a union, discriminated by `type`.
import type {
  ApiKeyEvent,
  GroupAcceptedEvent,
  GroupCancelledEvent,
  GroupChangeFailedEvent,
  GroupFailedEvent,
  GroupLifecycleEvent,
  GroupObservationEvent,
  GroupOperationEvent,
  GroupSucceededEvent,
  MassDepartureEvent,
  OrganisationEvent,
  ResponsibilityEvent,
  ReviewEvent,
  SuiteExpirationEvent,
  TaskEvent,
  TemplateEvent,
  WebhookTestEvent,
} from './generated/api.ts';

/**
 * An event of the feed or of a webhook. `type` tells which members `data` has. The service may add types, so ignore
 * those that you do not know: give a `switch` a default case.
 */
export type GroupwrightEvent =
  | ApiKeyEvent
  | GroupAcceptedEvent
  | GroupCancelledEvent
  | GroupChangeFailedEvent
  | GroupFailedEvent
  | GroupLifecycleEvent
  | GroupObservationEvent
  | GroupOperationEvent
  | GroupSucceededEvent
  | MassDepartureEvent
  | OrganisationEvent
  | ResponsibilityEvent
  | ReviewEvent
  | SuiteExpirationEvent
  | TaskEvent
  | TemplateEvent
  | WebhookTestEvent;

export type EventType = GroupwrightEvent['type'];

/** The events of these types. */
export type EventOf<Type extends EventType, One = GroupwrightEvent> = One extends {
  readonly type: infer Own;
}
  ? [Extract<Own, Type>] extends [never]
    ? never
    : One
  : never;
