// The floors that the service is compared with, each in a separate process, chosen by the first argument:
//   bytes FILE   a bare node:http server that sends the bytes of the file
//   oidc         npm's oidc-provider with its in-memory adapter and one client, as it comes: opaque tokens
//   oidc-jwt     the same with tokens of our kind: RFC 9068, signed with ES256
// Prints its address and serves until it is ended.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider } from 'oidc-provider';

function bytes(file: string): RequestListener {
  const body = readFileSync(file);
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  };
}

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

const [, , kind, file] = process.argv;
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const isOidc = kind === 'oidc' || kind === 'oidc-jwt';
  server.on('request', isOidc ? oidc(address, kind === 'oidc-jwt') : bytes(file ?? ''));
  console.log(address);
});
