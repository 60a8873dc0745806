// Calls of the admin API, typed by its description: a route or field that it does not have does not compile.
// Every failure is an ApiProblem with a sentence for people, even if the service does not answer.
import { connection } from '../messages/connection.ts';
import { loadFaultRules } from '../messages/late-fault-rules.ts';
import { serviceText } from '../messages/service-text.ts';
import { messagesOf } from '../messages/use-messages.ts';
import type { Fault, Problem } from './generated/admin-api.ts';
import { apiPath } from './location.ts';
import { reachability } from './reachability.ts';
import type { Answer, Args, List, ListPath, Method, PathOf } from './route-types.ts';

export class ApiProblem extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  /** The service wrote this sentence. */
  readonly detail: string;
  readonly faults: readonly Fault[];
  readonly requestId: string | undefined;

  constructor(
    status: number,
    code: string,
    detail: string,
    faults: readonly Fault[] = [],
    requestId?: string,
  ) {
    super();
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.faults = faults;
    this.requestId = requestId;
  }

  /** The text is in the language of the page. */
  override get message(): string {
    return serviceText('problem', this.code, this.detail);
  }
}

let csrfToken = '';

/** Known from the session; every change carries it. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

function caller<M extends Method>(method: M) {
  return <Path extends PathOf<M>>(path: Path, ...[options]: Args<M, Path>) =>
    call<Answer<M, Path>>(method.toUpperCase(), path, options);
}

export const api = {
  get: caller('get'),
  post: caller('post'),
  put: caller('put'),
  patch: caller('patch'),
  delete: caller('delete'),
};

const largestPage = 200;
const maxPages = 50;

/** All items of a list that is short by nature, read page by page. */
export async function getAll<Path extends ListPath>(
  path: Path,
  signal: AbortSignal,
): Promise<Answer<'get', Path>> {
  const read = (offset?: number) =>
    call<Answer<'get', Path> & List>('GET', path, {
      query: { limit: largestPage, offset },
      signal,
    });
  const first = await read();
  const items = [...first.items];
  for (let page = 1; page < maxPages && items.length < first.total; page += 1) {
    const next = await read(items.length);
    if (next.items.length === 0) break;
    items.push(...next.items);
  }
  return { ...first, items };
}

/** The address of a download or a stream, which the browser reads itself. */
export function urlOf<Path extends PathOf<'get'>>(path: Path, ...[options]: Args<'get', Path>) {
  return addressOf(path, options);
}

interface Options {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly etag?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

function addressOf(template: string, { path = {}, query = {} }: Options = {}): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  return `${apiPath}${filled}${search}`;
}

async function call<Result>(method: string, path: string, options: Options = {}): Promise<Result> {
  const { body, etag, idempotencyKey, signal } = options;
  let response: Response;
  try {
    response = await fetch(addressOf(path, options), {
      method,
      headers: {
        accept: 'application/json',
        ...(method !== 'GET' && { 'x-csrf-token': csrfToken }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-match': `"${etag}"` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': `"${idempotencyKey}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reachability.note(0);
    const t = messagesOf(connection);
    throw new ApiProblem(0, 'no_answer', t(method === 'GET' ? 'noAnswer' : 'noAnswerToChange'));
  }
  reachability.note(response.status);
  if (!response.ok) throw await problemOf(response);
  return response.status === 204 ? (undefined as Result) : resultOf<Result>(response);
}

const hasFaultRule = /"values":\{"rule":/;

/** A proxy may have replaced the answer with its own page. */
async function resultOf<Result>(response: Response): Promise<Result> {
  try {
    const text = await response.text();
    // A creation or a preview may have faults, too.
    if (hasFaultRule.test(text)) await loadFaultRules();
    return JSON.parse(text) as Result;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(response.status, 'unreadable', messagesOf(connection)('unreadable'));
  }
}

/** A form sends some of its fields as parameters. */
function atMember(fault: Fault): Fault {
  const { pointer, parameter } = fault;
  return pointer === undefined && parameter !== undefined
    ? { ...fault, pointer: `/${parameter}` }
    : fault;
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const fallback = messagesOf(connection)('error', { status: String(response.status) });
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (problem.errors?.some(({ values }) => values?.rule !== undefined)) await loadFaultRules();
    return new ApiProblem(
      response.status,
      problem.code ?? 'unknown',
      problem.detail ?? fallback,
      (problem.errors ?? []).map(atMember),
      problem.requestId,
    );
  } catch {
    return new ApiProblem(response.status, 'unknown', fallback);
  }
}
