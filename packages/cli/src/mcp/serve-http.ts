// The MCP server over Streamable HTTP, on this machine only. Every request needs the token, because callers act with
// the key of this command. A page of another origin is refused, also under a name that resolves to this machine (DNS rebinding).
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import type { McpDeps } from './mcp-deps.ts';
import { createMcpServer } from './server.ts';

export interface HttpOptions {
  readonly port: number;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly onError: (error: Error) => void;
  readonly onListening: (url: string) => void;
}

const maxBodyBytes = 4 * 1024 * 1024;

export async function serveHttp(deps: McpDeps, options: HttpOptions): Promise<void> {
  const { port, token, signal, onError, onListening } = options;
  const handler = createMcpHandler(() => createMcpServer(deps), { onerror: onError });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await webRequest(request);
    const refused =
      hostHeaderValidationResponse(asked, localhostAllowedHostnames()) ??
      originValidationResponse(asked, localhostAllowedOrigins()) ??
      (new URL(asked.url).pathname === '/mcp' ? undefined : new Response(null, { status: 404 })) ??
      (isAuthorized(asked, token) ? undefined : unauthorized());
    await send(refused ?? (await handler.fetch(asked)), response);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    const detail = `Cannot listen on 127.0.0.1:${port}: ${(cause as Error).message}.`;
    throw new CommandError(exitCodes.usage, 'cannot_listen', detail, { cause });
  });
  onListening(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  if (!signal.aborted) await once(signal, 'abort');
  await handler.close();
  server.closeAllConnections();
  server.close();
}

async function webRequest(request: IncomingMessage): Promise<Request> {
  const { method = 'GET', headers, url = '/' } = request;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new Error('The request is too long.');
    chunks.push(chunk);
  }
  return new Request(new URL(url, 'http://127.0.0.1'), {
    method,
    headers: given,
    body: length === 0 ? null : new Uint8Array(Buffer.concat(chunks)),
  });
}

function isAuthorized(request: Request, token: string): boolean {
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function unauthorized(): Response {
  const headers = { 'www-authenticate': 'Bearer realm="groupwright mcp"' };
  return new Response('Send the token that the command printed.', { status: 401, headers });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  const body = Readable.fromWeb(answer.body);
  response.on('close', () => body.destroy());
  body.on('error', () => response.destroy());
  body.pipe(response);
  await once(response, 'close');
}
