// The door: reads the configuration, starts the service, and stops it on SIGINT and SIGTERM.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

import { type Config, ConfigError, readConfig } from './ground/config/config.ts';
import { createMainLog, type Log } from './ground/log.ts';
import { makeDirectories } from './ground/make-directories.ts';
import type { Started } from './start.ts';

/** A stop is no longer waited for after this time, once callers had time to leave. */
const stopWithinMs = 30_000;
/** Ctrl-C reaches us from the terminal and once more by way of npm: that is one signal, not two. */
const sameSignalWithinMs = 1_000;

async function readConfigOrExplain(): Promise<Config | undefined> {
  try {
    const read = readConfig(process.env);
    if (read.port !== 0) return read;
    // Addresses that the service gives out have the port, so it is chosen before anything starts.
    const port = await openBriefly(read.host, 0).catch(() => 0);
    return readConfig({ ...process.env, PORT: String(port) });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return undefined;
  }
}

/** Answers the port, which is free: a chosen one for 0. */
async function openBriefly(host: string, wanted: number): Promise<number> {
  const server = createServer().listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Stops the result of `started`. A start in progress completes first, so that nothing is left behind, unless it waits for
 * its database.
 */
function stopOnSignals(
  { started, waiting }: { started: Promise<Started | undefined>; waiting: AbortController },
  config: Config,
  log: Log,
): void {
  let stoppingSince: number | undefined;

  async function stop(delayMs: number): Promise<void> {
    try {
      const running = await started;
      await running?.drain(delayMs);
      await running?.stop();
    } catch (error) {
      log.error({ err: error }, 'the service did not stop cleanly');
      process.exitCode = 1;
    }
    process.exit();
  }

  function onSignal(signal: NodeJS.Signals): void {
    const now = performance.now();
    if (stoppingSince !== undefined) {
      if (now - stoppingSince > sameSignalWithinMs) process.exit(130);
      return;
    }
    stoppingSince = now;
    waiting.abort();
    // Ctrl-C is a person who waits. A process without the role api has no callers.
    const mayDelay = signal === 'SIGTERM' && config.roles.includes('api');
    const delayMs = mayDelay ? config.shutdownDelayMs : 0;
    log.info({ signal, delayMs }, 'stopping');
    setTimeout(() => process.exit(1), delayMs + stopWithinMs).unref();
    void stop(delayMs);
  }

  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

async function startOrExplain(
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<Started | undefined> {
  try {
    // Loaded from here, so that the compiled code is kept for the next start.
    const { start } = await import('./start.ts');
    // A port in use is reported before a database is made. Several processes would share it with those of another service.
    // Where neither is so, the port stays closed until requests are served: a proxy that tries each server would be cut off.
    const isToldLater = config.databaseUrl !== undefined && config.processes === 1;
    if (!isToldLater) await openBriefly(config.host, config.port);
    const started = await start(config, log, signal);
    if (config.isNotified) notifyReady(log);
    return started;
  } catch (error) {
    if (signal.aborted) return undefined;
    const { exitCodeOf, explainStart } = await import('./app/compose/explain-start.ts');
    const explanation = explainStart(error, config);
    if (explanation === undefined) log.fatal({ err: error }, 'the start failed');
    else console.error(explanation);
    process.exitCode = exitCodeOf(error, config);
    return undefined;
  }
}

/** Tells systemd (`Type=notify`). Node has no sockets of the kind that it listens on. */
function notifyReady(log: Log): void {
  const told = spawn('systemd-notify', ['--ready'], { stdio: 'ignore' });
  told.on('error', (error) =>
    log.warn({ err: error }, 'systemd did not learn that the service is ready'),
  );
}

/** Speeds up the next start. The start itself reports a directory that cannot be used. */
function keepCompiledCode(dataDir: string): void {
  const directory = join(dataDir, 'compile-cache');
  try {
    // PostgreSQL's account has to pass through the data directory.
    makeDirectories(dataDir, 0o711);
    makeDirectories(directory, 0o700);
    // Code from here is executed: no other account may write it.
    if (statSync(directory).uid !== process.getuid?.()) return;
    chmodSync(directory, 0o700);
  } catch {
    return;
  }
  enableCompileCache(directory);
}

const config = await readConfigOrExplain();
if (config === undefined) {
  // As sysexits.h has it: another start would read the same settings.
  process.exitCode = 78;
} else {
  keepCompiledCode(config.dataDir);
  const log = createMainLog(config.logLevel, config.logFormat, process.stdout);
  for (const warning of config.warnings) log.warn(warning);
  const waiting = new AbortController();
  const started = startOrExplain(config, log, waiting.signal);
  stopOnSignals({ started, waiting }, config, log);
  await started;
}
