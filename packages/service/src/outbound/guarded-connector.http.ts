// Connects only to permitted addresses. They are checked when the connection is made, so a name that later points to
// another address is refused.
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import type { TargetAddresses } from './target-addresses.ts';

/** Finds the addresses of a name; `dns.lookup` unless a test plays the name server. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

class AddressRefused extends Error {
  constructor(address: string) {
    super(`The address ${address} is not allowed.`);
  }
}

/** The `connect` of an undici Agent takes it. */
export function createGuardedConnector(deps: {
  targets: TargetAddresses;
  resolve?: Resolve | undefined;
  connectWithinMs: number;
}): buildConnector.connector {
  const { targets, resolve = resolveBySystem, connectWithinMs } = deps;

  function connectorFor(isPermitted: (address: string) => boolean): buildConnector.connector {
    async function findPermitted(hostname: string): Promise<{ address: string; family: number }[]> {
      const addresses = await findAddresses(hostname, resolve, isPermitted);
      return addresses.map((address) => ({ address, family: isIP(address) }));
    }
    const findAndTell = callbackify(findPermitted);
    const lookup: LookupFunction = (hostname, options, callback) => {
      findAndTell(hostname, (error, found) => {
        const [first] = found ?? [];
        if (error !== null || first === undefined) callback(error, []);
        else if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      });
    };
    const connect = buildConnector({ lookup, allowH2: false, timeout: connectWithinMs });
    return (options, callback) => {
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      // A literal address is connected to without asking for it.
      if (isIP(literal) !== 0 && !isPermitted(literal)) {
        callback(new AddressRefused(literal), null);
        return;
      }
      connect(options, (...result) => {
        const [error, socket] = result;
        const address = socket?.remoteAddress ?? '';
        if (error === null && !isPermitted(address)) {
          socket.destroy();
          callback(new AddressRefused(address), null);
        } else callback(...result);
      });
    };
  }

  const connectHttps = connectorFor((address) => targets.permits(address));
  // Plain http may only go where the operator says that it may.
  const connectHttp = connectorFor((address) => targets.isNamed(address));
  return (options, callback) =>
    (options.protocol === 'https:' ? connectHttps : connectHttp)(options, callback);
}

/**
 * The addresses of a target that may be reached, for a tunnel that is asked for one of them.
 * @throws an error that `refusedAddress` knows, where one may not
 */
export async function findPermittedAddresses(
  deps: { readonly targets: TargetAddresses; readonly resolve?: Resolve | undefined },
  protocol: string,
  hostname: string,
): Promise<readonly string[]> {
  const { targets, resolve = resolveBySystem } = deps;
  const isPermitted = protocol === 'https:' ? targets.permits : targets.isNamed;
  return findAddresses(hostname, isIP(hostname) === 0 ? resolve : async () => [hostname], (one) =>
    isPermitted(one),
  );
}

async function findAddresses(
  hostname: string,
  resolve: Resolve,
  isPermitted: (address: string) => boolean,
): Promise<readonly string[]> {
  const addresses = await resolve(hostname);
  // One address that is not permitted among several is suspicious enough to refuse the name.
  const refused = addresses.find((address) => !isPermitted(address));
  if (refused !== undefined) throw new AddressRefused(refused);
  if (addresses.length === 0) throw new Error(`The name ${hostname} has no address.`);
  return addresses;
}

/** The refusal of an address, where that is why something failed. */
export function refusedAddress(error: unknown): Error | undefined {
  return causesOf(error).find((cause) => cause instanceof AddressRefused);
}

/** The error and everything below it. */
export function causesOf(error: unknown): unknown[] {
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, ...inner, ...(cause === undefined ? [] : causesOf(cause))];
}

function resolveBySystem(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(error);
    });
  });
}
