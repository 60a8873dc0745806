// The answer of a route, and refusals in the form of Microsoft Graph.

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent for an empty body. */
  readonly body?: unknown;
}

/**
 * A call that a correct caller would never make. A refusal with one is the caller's fault and is
 * recorded in the simulator's list of violations.
 */
export type Violation =
  | 'unreadable_body'
  | 'unknown_property'
  | 'read_only_property'
  | 'wrong_type'
  | 'too_long'
  | 'empty_property'
  | 'missing_property'
  | 'too_many_relations'
  | 'repeated_person'
  | 'wrong_bind_form'
  | 'unsupported_query'
  | 'no_expiration_policy'
  | 'unknown_route'
  | 'batch_too_large'
  | 'too_many_people'
  | 'site_read_only'
  | 'label_by_application'
  | 'polled_too_early'
  | 'retried_too_early'
  | 'too_many_calls_on_one_team'
  | 'token_sent_elsewhere'
  | 'missing_token';

export class Refusal extends Error {
  readonly answer: Answer;
  readonly violation: Violation | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: {
      violation?: Violation;
      headers?: Record<string, string>;
      details?: readonly {
        code: string;
        target: string;
        message: string;
        prefix?: string;
        suffix?: string;
      }[];
    } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.violation = options.violation;
    this.answer = {
      status,
      ...(options.headers ? { headers: options.headers } : {}),
      body: {
        error: { code, message, ...(options.details ? { details: options.details } : {}) },
      },
    };
  }
}

/** A body that strict Graph refuses for the caller's own fault. */
export function badRequest(violation: Violation, message: string): Refusal {
  return new Refusal(400, 'Request_BadRequest', message, { violation });
}

export function resourceNotFound(id: string): Refusal {
  return new Refusal(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );
}

export function referencesExist(property: string): Refusal {
  return new Refusal(
    400,
    'Request_BadRequest',
    `One or more added object references already exist for the following modified properties: '${property}'.`,
  );
}
