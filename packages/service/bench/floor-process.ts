// The peers that the service is compared with, each in a separate process, chosen by the first argument:
//   oidc           npm's oidc-provider with its in-memory adapter and one client, as it comes: opaque tokens
//   oidc-jwt       the same with tokens of our kind: RFC 9068, signed with ES256
//   scim FOLDER    a SCIM 2.0 server that keeps groups in memory: npm's scimmy and its routers, installed in the folder
// Prints its address and serves until it is ended.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { Provider } from 'oidc-provider';

function oidc(issuer: string, withJwt: boolean): RequestListener {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'bench',
        client_secret: 'bench-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      ...(withJwt && {
        resourceIndicators: {
          enabled: true,
          defaultResource: () => 'http://127.0.0.1',
          getResourceServerInfo: () => ({
            scope: '',
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      }),
    },
  });
  return provider.callback();
}

interface ScimGroup {
  readonly id?: string;
}
/** The parts of scimmy and of its routers that are used here; they are no dependencies. */
interface Scimmy {
  readonly Resources: {
    readonly User: unknown;
    readonly Group: unknown;
    declare(resource: unknown, handlers: object): void;
  };
}
type ScimmyRouters = new (options: object) => RequestListener;
interface Express {
  (): RequestListener & { use(path: string, handler: RequestListener): void };
}

function scim(folder: string): RequestListener {
  const load = createRequire(join(folder, 'package.json'));
  const scimmy = (load('scimmy') as { default: Scimmy }).default;
  const Routers = (load('scimmy-routers') as { default: ScimmyRouters }).default;
  const groups = new Map<string, ScimGroup>();
  let created = 0;
  const handlers = {
    ingress({ id }: ScimGroup, group: object) {
      const known = id ?? String((created += 1));
      const stored = { ...group, id: known };
      groups.set(known, stored);
      return stored;
    },
    egress: ({ id }: ScimGroup) =>
      id === undefined ? [...groups.values()] : [groups.get(id)].filter((group) => group),
    degress: ({ id }: ScimGroup) => void groups.delete(id ?? ''),
  };
  scimmy.Resources.declare(scimmy.Resources.Group, handlers);
  const app = (load('express') as Express)();
  app.use(
    '/scim',
    new Routers({
      type: 'bearer',
      handler(request: { header(name: string): string | undefined }) {
        if (request.header('authorization') === 'Bearer bench') return 'bench';
        throw new Error('The token is not known.');
      },
    }),
  );
  return app;
}

const [, , kind = '', argument = ''] = process.argv;
const floors: Readonly<Record<string, (address: string) => RequestListener>> = {
  oidc: (address) => oidc(address, false),
  'oidc-jwt': (address) => oidc(address, true),
  scim: () => scim(argument),
};

const server = createServer();
server.listen(0, '127.0.0.1', serve);

function serve(): void {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const floor = floors[kind];
  if (floor === undefined) throw new Error(`There is no peer ${kind}.`);
  server.on('request', floor(address));
  console.log(address);
}
