// A Microsoft 365 connection whose requests get answers from a list, for tests of single answers.
import { testMarkingKeys } from './simulated-graph.ts';
import { systemClock } from '../src/ground/clock.ts';
import type { Directory, NewGroup } from '../src/directory/directory.ts';
import { createMicrosoftGraphDirectory } from '../src/microsoft-graph/microsoft-graph.ts';
import type { RateLimiterClock } from '../src/microsoft-graph/rate-limiter.ts';
import type { RawResponse, RawRequest } from '../src/microsoft-graph/transport.ts';

export const answeringTenantId = '44444444-4444-4444-8444-444444444444';
const entraId = '11111111-1111-4111-8111-111111111111';

export const newGroup = {
  marker: '22222222-2222-4222-8222-222222222222',
  displayName: 'Group',
  description: null,
  mailNickname: 'group',
  visibility: 'private',
  welcomeMail: false,
  ownerIds: ['33333333-3333-4333-8333-333333333333'],
  memberIds: [],
} as const satisfies NewGroup;

type Answer = Partial<RawResponse> | Error;

export interface AnsweringGraph {
  readonly directory: Directory;
  readonly requests: RawRequest[];
}

/** Each request gets the next answer; the last one is repeated. */
export function answering(...answers: Answer[]): AnsweringGraph {
  return answeringWith(
    (_, index) => answers[Math.min(index, answers.length - 1)] ?? {},
    systemClock,
  );
}

/**
 * @param answer by the request and how many came before it
 * @param options.steadyClock of the rate limiter, where it is another clock
 */
export function answeringWith(
  answer: (request: RawRequest, index: number) => Answer,
  clock: RateLimiterClock,
  { token = 'token', steadyClock = clock }: { token?: string; steadyClock?: RateLimiterClock } = {},
): AnsweringGraph {
  const requests: RawRequest[] = [];
  const directory = createMicrosoftGraphDirectory({
    tenantId: answeringTenantId,
    markingKeys: async () => testMarkingKeys,
    connection: {
      kind: 'microsoft365',
      entraTenantId: entraId,
      clientId: entraId,
      credential: 'secret',
      graphBaseUrl: 'https://graph.microsoft.com',
      loginBaseUrl: 'https://login.microsoftonline.com',
      limits: {},
    },
    secret: undefined,
    clock,
    steadyClock,
    tokens: { token: async () => token, forget: () => undefined },
    transport: {
      async send(request) {
        const given = answer(request, requests.length);
        requests.push(request);
        if (given instanceof Error) throw given;
        return { status: 200, headers: {}, body: '', ...given };
      },
      close: async () => undefined,
    },
  });
  return { directory, requests };
}

export const graphError = (
  code: string,
  message: string,
  details: readonly object[] = [],
): string => JSON.stringify({ error: { code, message, details } });
