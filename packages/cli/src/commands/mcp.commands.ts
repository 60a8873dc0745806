// mcp: a Model Context Protocol server over stdio, under the same key and policies as every other caller.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { readWholeNumber } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import type { McpDeps } from '../mcp/mcp-deps.ts';

export function addMcpCommand(program: Command, run: Run): void {
  program
    .command('mcp')
    .summary('let an assistant plan, create and change groups (MCP)')
    .description(
      `Serves the Model Context Protocol over standard input and output, for assistants that use tools.
An assistant can create or change a group only from a plan that it has shown.
With --http, it serves Streamable HTTP on this machine instead. Requests need the token of ${tokenVariable}, or the one that is printed.`,
    )
    .option('--http', 'serve Streamable HTTP on 127.0.0.1')
    .option('--port <port>', 'port for --http; 0 takes any free one', '8765')
    .action(run(serve));
}

const tokenVariable = 'GROUPWRIGHT_MCP_TOKEN';

interface McpOptions {
  readonly http?: boolean;
  readonly port: string;
}

async function serve(context: Context, options: McpOptions): Promise<void> {
  const { stdin, stderr, signal } = context;
  const client = await context.client();
  // Loaded only here: every other command starts sooner without it.
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const { createMcpServer } = await import('../mcp/server.ts');
  const { createMcpDeps } = await import('../mcp/mcp-deps.ts');
  const deps = createMcpDeps(client, { now: () => Date.now(), newId: () => crypto.randomUUID() });
  if (options.http === true) return overHttp(context, options, deps);
  const handle = serveStdio(
    () => createMcpServer(deps),
    // The standard output belongs to the protocol.
    { onerror: (error) => void stderr.write(`${error.message}\n`) },
  );
  const interrupted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await Promise.race([once(stdin, 'end'), once(stdin, 'close'), interrupted]);
  await handle.close();
}

async function overHttp(
  { env, signal, stderr }: Context,
  { port }: McpOptions,
  deps: McpDeps,
): Promise<void> {
  const given = env[tokenVariable] ?? '';
  const token = given === '' ? randomBytes(32).toString('base64url') : given;
  const { serveHttp } = await import('../mcp/serve-http.ts');
  await serveHttp(deps, {
    port: readWholeNumber('--port', port, 0, 65_535),
    token,
    signal,
    onError: (error) => void stderr.write(`${error.message}\n`),
    onListening(url) {
      const shown = given === '' ? ` with the token ${token}` : '';
      stderr.write(`Serving ${url}${shown} (Ctrl-C to stop)\n`);
    },
  });
}
