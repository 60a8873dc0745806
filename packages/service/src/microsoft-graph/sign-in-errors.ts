// The error for a sign-in without a token. Entra's own answer decides.
import { explainUnreachable } from '../outbound/unreachable.http.ts';
import type { SignInReason } from '../directory/connection-report.ts';
import { DirectoryError } from '../directory/directory.ts';
import { readRetryAfter } from './retry-after.ts';
import { parseAnswer } from './sign-in.ts';

/** The exchange with the sign-in, where it was no success. */
export type SignInTrouble =
  | { readonly kind: 'unreachable'; readonly host: string; readonly cause: unknown }
  | {
      readonly kind: 'answered';
      readonly host: string;
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly body: string;
    };

interface Meaning {
  readonly codes: readonly number[];
  readonly reason: SignInReason;
  readonly sentence: string;
}

/** The meaning of Entra's error codes for the administrator, and the remedy. Other codes pass with Entra's sentence alone. */
const meanings: readonly Meaning[] = [
  {
    codes: [7000215],
    reason: 'secret_wrong',
    sentence: 'The client secret is wrong. Enter the secret’s value, not its id.',
  },
  {
    codes: [7000222],
    reason: 'secret_expired',
    sentence: 'The client secret has expired. Create a new one in Entra and enter it.',
  },
  {
    codes: [700016],
    reason: 'application_unknown',
    sentence: 'The Entra tenant has no application with this client ID.',
  },
  {
    codes: [90002, 900023],
    reason: 'tenant_unknown',
    sentence: 'Entra has no tenant with this ID.',
  },
  {
    codes: [700027],
    reason: 'certificate_refused',
    sentence: 'Entra does not accept the certificate: upload its public part to the application.',
  },
  {
    codes: [7000112],
    reason: 'application_disabled',
    sentence: 'The application is disabled in Entra.',
  },
  {
    codes: [53003, 530031, 530032, 530034, 530035],
    reason: 'blocked_by_policy',
    sentence:
      'A conditional access policy blocks the application: exclude its service principal, or allow the address of this machine.',
  },
  {
    codes: [7000229],
    reason: 'consent_missing',
    sentence:
      'The application has no service principal in this tenant: consent to its permissions as an administrator of the tenant.',
  },
  {
    codes: [7000218],
    reason: 'secret_not_accepted',
    sentence:
      'Entra does not accept a client secret from this application: connect with a certificate or a workload identity.',
  },
  {
    codes: [700024, 500133],
    reason: 'clock_wrong',
    sentence:
      'The signed assertion is outside its validity period: set the clock of this machine, or renew the federated token of the workload.',
  },
  {
    codes: [70021, 700211, 700212, 700213],
    reason: 'no_federated_credential',
    sentence:
      'No federated credential of the application matches the token of the workload: compare issuer, subject and audience.',
  },
  {
    codes: [900382, 900432, 900439, 90038],
    reason: 'other_cloud',
    sentence:
      'The tenant is in another Microsoft cloud: set the sign-in and Graph addresses of that cloud.',
  },
  {
    codes: [500011],
    reason: 'graph_of_other_cloud',
    sentence:
      'This cloud has no Microsoft Graph at the address of the connection: set the sign-in and Graph addresses of the same cloud.',
  },
];

const refused: Omit<Meaning, 'codes'> = {
  reason: 'sign_in_refused',
  sentence: 'Entra does not accept the sign-in of the connection.',
};

/** Entra's own word that a repetition may help. */
const transientCodes: ReadonlySet<number> = new Set([
  90006, 90024, 90033, 90055, 90090, 90100, 900144,
]);

const maxSentence = 400;

/** The code's meaning and remedy, for the codes that are known. */
export function meaningOf(code: number | undefined): Meaning | undefined {
  return meanings.find(({ codes }) => code !== undefined && codes.includes(code));
}

/** @param secret is never repeated, whatever a sign-in answers */
export function signInError(
  trouble: SignInTrouble,
  cause: unknown,
  secret: string | undefined,
  now: number,
): DirectoryError {
  if (trouble.kind === 'unreachable') {
    const { reason } = explainUnreachable(trouble.cause);
    return new DirectoryError(
      'unavailable',
      `Entra issued no token: its sign-in at ${trouble.host} cannot be reached: ${reason}.`,
      { cause: trouble.cause, signInReason: 'sign_in_unreachable' },
    );
  }
  const { host, status } = trouble;
  const { code, sentence, traceId, mayPass } = readSignInResponse(trouble.body, secret);
  const retryAfterMs = readRetryAfter(trouble.retryAfter, now);
  const options = { cause, directoryRequestId: traceId, retryAfterMs };
  const isTransient =
    status >= 500 || status === 429 || mayPass || (code !== undefined && transientCodes.has(code));
  const said = sentence === '' ? `status ${status}` : `“${sentence}”`;
  const numbered = code === undefined ? '' : ` (AADSTS${code})`;
  if (isTransient) {
    const detail = `Entra issued no token at the moment and says: ${said}${numbered}.`;
    return new DirectoryError('unavailable', detail, options);
  }
  if (code === undefined && sentence === '') {
    // A proxy's page, or a host that is no sign-in.
    const detail = `Entra issued no token: ${host} answered with status ${status} and gave no reason. Check the sign-in address and the proxy.`;
    return new DirectoryError('unavailable', detail, options);
  }
  const meaning = meaningOf(code) ?? refused;
  const detail = `${meaning.sentence} Entra says: ${said}${numbered}.`;
  const signInReason = meaning.reason;
  return new DirectoryError('permission_missing', detail, { ...options, signInReason });
}

interface EntraResponse {
  readonly code: number | undefined;
  /** Empty where there is none. */
  readonly sentence: string;
  readonly traceId: string | undefined;
  readonly mayPass: boolean;
}

/**
 * RFC 6749, section 5.2, with Entra's members beside it.
 * @param members where the sentence may be; the first that holds one counts
 */
export function readSignInResponse(
  body: string,
  secret: string | undefined,
  members: readonly string[] = ['error_description', 'error'],
): EntraResponse {
  const answer = parseAnswer(body);
  const { error, error_codes, trace_id } = answer;
  const text = members
    .map((member) => answer[member])
    .find((value) => typeof value === 'string' && value !== '');
  const description = typeof text === 'string' ? text : '';
  const [first] = Array.isArray(error_codes) ? (error_codes as unknown[]) : [];
  const named = /AADSTS(\d+)/.exec(description)?.[1];
  return {
    code: named !== undefined ? Number(named) : typeof first === 'number' ? first : undefined,
    sentence: plainSentence(description, secret),
    traceId: typeof trace_id === 'string' && /^[\w-]{1,64}$/.test(trace_id) ? trace_id : undefined,
    mayPass: error === 'temporarily_unavailable' || error === 'server_error',
  };
}

/** Entra's sentence without its code, ids and time. */
function plainSentence(text: string, secret: string | undefined): string {
  const [sentence = ''] = text
    .replace(/^AADSTS\d+:\s*/, '')
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .split(/ (?:Trace|Correlation) ID:/i);
  const safe =
    secret === undefined || secret === '' ? sentence : sentence.replaceAll(secret, '(secret)');
  return safe.trim().replace(/\.$/, '').slice(0, maxSentence);
}
