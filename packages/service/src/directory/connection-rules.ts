// What a directory connection has to be, beyond its shape (connection.schema.ts). Every fault at once.
import type { Fault } from '../errors.ts';
import type { DirectoryConnectionInput } from './connection.schema.ts';
import type { DirectoryConnection } from './connection.ts';
import { budgetNames } from './microsoft-graph/calls.ts';

const globalGraph = 'https://graph.microsoft.com';
const globalLogin = 'https://login.microsoftonline.com';

export function connectionFaults(input: DirectoryConnectionInput): Fault[] {
  if (input.kind === 'sandbox') return [];
  return [
    ...addressFaults('/graphBaseUrl', input.graphBaseUrl ?? globalGraph, { httpOnLoopback: true }),
    ...addressFaults('/loginBaseUrl', input.loginBaseUrl ?? globalLogin, { httpOnLoopback: false }),
    ...Object.keys(input.limits ?? {}).flatMap((name) => limitFaults(name)),
  ];
}

function limitFaults(name: string): Fault[] {
  const names: readonly string[] = budgetNames;
  if (names.includes(name)) return [];
  const detail = `There is no limit ${name}; there are ${budgetNames.join(', ')}.`;
  return [{ pointer: `/limits/${escapePointer(name)}`, code: 'unknown_member', detail }];
}

/** RFC 6901, section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The connection in full; addresses without a trailing slash, ids in lower case. */
export function completeConnection(input: DirectoryConnectionInput): DirectoryConnection {
  if (input.kind === 'sandbox') {
    return {
      kind: 'sandbox',
      replicationDelayMs: input.replicationDelayMs ?? 0,
      teamCreationMs: input.teamCreationMs ?? 0,
    };
  }
  return {
    kind: 'microsoft365',
    entraTenantId: input.entraTenantId.toLowerCase(),
    clientId: input.clientId.toLowerCase(),
    credential: input.credential,
    graphBaseUrl: withoutSlash(input.graphBaseUrl ?? globalGraph),
    loginBaseUrl: withoutSlash(input.loginBaseUrl ?? globalLogin),
    limits: input.limits ?? {},
  };
}

function addressFaults(
  pointer: string,
  text: string,
  { httpOnLoopback }: { httpOnLoopback: boolean },
): Fault[] {
  const url = URL.parse(text);
  const wrong = (detail: string): Fault[] => [{ pointer, code: 'not_valid', detail }];
  if (url === null) return wrong('This must be an absolute https address.');
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
    return wrong('The address must hold no user name, password, query or fragment.');
  }
  if (url.protocol === 'https:') return [];
  const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && loopback && httpOnLoopback) return [];
  return wrong(
    httpOnLoopback
      ? 'The address must begin with https://; http:// is for this machine only (localhost, 127.0.0.1, [::1]).'
      : 'The address must begin with https://.',
  );
}

function withoutSlash(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}
