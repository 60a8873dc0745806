// mcp: a Model Context Protocol server over stdio, under the same key and policies as every other caller.
import { once } from 'node:events';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import type { Run } from '../context/run.ts';

export function addMcpCommand(program: Command, run: Run): void {
  program
    .command('mcp')
    .summary('let an assistant plan, create and change groups (MCP)')
    .description(
      `Serves the Model Context Protocol over standard input and output, for assistants that use tools.
An assistant can create or change a group only from a plan that it has shown.`,
    )
    .action(run(serve));
}

async function serve(context: Context): Promise<void> {
  const { stdin, stderr, signal } = context;
  const client = await context.client();
  // Loaded only here: every other command starts sooner without it.
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const { createMcpServer } = await import('../mcp/server.ts');
  const handle = serveStdio(
    () => createMcpServer({ client, now: () => Date.now(), newId: () => crypto.randomUUID() }),
    // The standard output belongs to the protocol.
    { onerror: (error) => void stderr.write(`${error.message}\n`) },
  );
  const interrupted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await Promise.race([once(stdin, 'end'), once(stdin, 'close'), interrupted]);
  await handle.close();
}
