// Calls of the admin API. Whatever goes wrong is an ApiProblem with a sentence for a person, also when the
// service does not answer at all.
import { apiPath } from './location.ts';

export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code?: string;
  readonly detail: string;
}

export class ApiProblem extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  readonly requestId: string | undefined;

  constructor(
    status: number,
    code: string,
    detail: string,
    faults: readonly Fault[] = [],
    requestId?: string,
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
  }
}

export type Query = Readonly<Record<string, string | number | undefined>>;

let csrfToken = '';

/** Known from the session; every change carries it. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

export function get<Answer>(path: string, query: Query = {}, signal?: AbortSignal) {
  return call<Answer>('GET', `${path}${queryOf(query)}`, signal === undefined ? {} : { signal });
}

const largestPage = 200;
const maxPages = 50;

/** A whole list that is short by nature, page after page. */
export async function getAll<List extends { readonly items: readonly unknown[]; total: number }>(
  path: string,
  signal: AbortSignal,
): Promise<List> {
  const first = await get<List>(path, { limit: largestPage }, signal);
  const items = [...first.items];
  for (let page = 1; page < maxPages && items.length < first.total; page += 1) {
    const next = await get<List>(path, { limit: largestPage, offset: items.length }, signal);
    if (next.items.length === 0) break;
    items.push(...next.items);
  }
  return { ...first, items };
}

export function send<Answer>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: { body?: unknown; etag?: string; idempotencyKey?: string } = {},
) {
  return call<Answer>(method, path, options);
}

export function queryOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

async function call<Answer>(
  method: string,
  path: string,
  {
    body,
    etag,
    idempotencyKey,
    signal,
  }: { body?: unknown; etag?: string; idempotencyKey?: string; signal?: AbortSignal },
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`${apiPath}/${path}`, {
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
    const detail =
      method === 'GET'
        ? 'The service does not answer. Try again in a moment.'
        : 'The service does not answer. Nothing you typed is lost: try again.';
    throw new ApiProblem(0, 'no_answer', detail);
  }
  if (response.ok) {
    if (response.status === 204) return undefined as Answer;
    return answerOf<Answer>(response);
  }
  throw await problemOf(response);
}

/** Something between may have put its own page in the place of the answer. */
async function answerOf<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const detail = 'The answer cannot be read; something stands between you and the service.';
    throw new ApiProblem(response.status, 'unreadable', `${detail} Try again in a moment.`);
  }
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const fallback = `The service answered with an error (${response.status}). Try again in a moment.`;
  try {
    const problem = (await response.json()) as {
      code?: string;
      detail?: string;
      errors?: Fault[];
      requestId?: string;
    };
    return new ApiProblem(
      response.status,
      problem.code ?? 'unknown',
      problem.detail ?? fallback,
      problem.errors ?? [],
      problem.requestId,
    );
  } catch {
    return new ApiProblem(response.status, 'unknown', fallback);
  }
}
