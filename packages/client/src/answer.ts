// The value of a call, and on demand the HTTP response that brought it.
import { requestIdOf, type Call, type Transport } from './transport.ts';

export interface WithResponse<Value> {
  readonly data: Value;
  /** Status and headers; its body has been read. */
  readonly response: Response;
  /** Name this when asking for help: the service's log carries it too. */
  readonly requestId: string | undefined;
}

/**
 * A promise of a value.
 *
 * @example const { data, requestId } = await client.getTeam(teamId).withResponse();
 */
export interface Answer<Value> extends Promise<Value> {
  /** Gives the value together with the HTTP response. */
  withResponse(): Promise<WithResponse<Value>>;
}

/** @param call made when it is sent, so that its errors are those of the promise */
export function answerTo<Body, Value = Body>(
  transport: Transport,
  call: () => Call,
  valueOf: (body: Body, response: Response) => Value,
): Answer<Value> {
  async function send(): Promise<WithResponse<Value>> {
    const { body, response } = await transport.call<Body>(call());
    return { data: valueOf(body, response), response, requestId: requestIdOf(response) };
  }
  const answer = send();
  const value = answer.then(({ data }) => data);
  return Object.assign(value, {
    withResponse() {
      // The caller handles the error of the other promise.
      value.catch(() => undefined);
      return answer;
    },
  });
}

export const bodyOf = <Body>(transport: Transport, call: () => Call): Answer<Body> =>
  answerTo<Body>(transport, call, (body) => body);

/** The answer to a call that `start` may refuse to make: its errors are those of the promise. */
export function answerOf<Value>(start: () => Answer<Value>): Answer<Value> {
  const started = (async () => ({ answer: start() }))();
  const value = started.then(({ answer }) => answer);
  return Object.assign(value, {
    withResponse() {
      value.catch(() => undefined);
      return started.then(({ answer }) => answer.withResponse());
    },
  });
}

/** The record with its version from the header, as If-Match takes it. */
export const withEtag = <Stored extends object>(record: Stored, { headers }: Response) => ({
  ...record,
  etag: headers.get('etag') ?? '',
});
