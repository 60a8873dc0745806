// An answer of Microsoft Graph as it is read: alone, or as a part of a batch.

export interface GraphErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: readonly {
    readonly code: string;
    readonly target: string;
    readonly message: string;
    /** The required beginning and end of a name, if a naming policy requires them. */
    readonly prefix: string;
    readonly suffix: string;
  }[];
}

export interface GraphResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed, or undefined when empty. */
  readonly body: unknown;
  /** Graph's `error`, for statuses from 400 on; missing texts are empty. */
  readonly error: GraphErrorBody;
  readonly directoryRequestId: string | undefined;
}

export function readError(body: unknown): GraphErrorBody {
  const { error } = asRecord(body);
  const { code, message, details } = asRecord(error);
  return {
    code: asText(code),
    message: asText(message),
    details: (Array.isArray(details) ? (details as unknown[]) : []).map((detail) => {
      const { code: detailCode, target, message: detailMessage, prefix, suffix } = asRecord(detail);
      return {
        code: asText(detailCode),
        target: asText(target),
        message: asText(detailMessage),
        prefix: asText(prefix),
        suffix: asText(suffix),
      };
    }),
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  Object(value) as Record<string, unknown>;
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function readParts(whole: GraphResponse): Map<string, GraphResponse> {
  const list = (whole.body as { responses?: unknown } | undefined)?.responses;
  const parts = new Map<string, GraphResponse>();
  for (const item of Array.isArray(list) ? (list as unknown[]) : []) {
    const { id, status, headers, body } = item as Record<string, unknown>;
    if (typeof id !== 'string' || typeof status !== 'number') continue;
    const named = Object.entries((headers ?? {}) as Record<string, unknown>).map(
      ([name, value]): [string, string] => [name.toLowerCase(), String(value)],
    );
    parts.set(id, {
      status,
      headers: Object.fromEntries(named),
      body,
      error: readError(body),
      directoryRequestId: whole.directoryRequestId,
    });
  }
  return parts;
}
