// The floors that the service is measured beside, each a process of its own, chosen by the first argument:
//   bytes FILE   a bare node:http server that sends the bytes of the file
//   oidc         npm's oidc-provider with its in-memory adapter and one client
// Prints its address and serves until it is ended.
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

function oidc(issuer: string): RequestListener {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'bench',
        client_secret: 'bench-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  });
  return provider.callback();
}

const [, , kind, file] = process.argv;
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', kind === 'oidc' ? oidc(address) : bytes(file ?? ''));
  console.log(address);
});
