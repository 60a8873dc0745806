// The door: reads the configuration, starts the service, and stops it on SIGINT and SIGTERM.
import { once } from 'node:events';
import { chmodSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

import { type Config, ConfigError, readConfig } from './ground/config/config.ts';
import { createMainLog, type Log } from './ground/log.ts';
import { makeDirectories } from './ground/make-directories.ts';

/** After this long a stop is no longer waited for. */
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

/** Stops the result of `started`. A start in progress completes first, so that nothing is left behind. */
function stopOnSignals(started: Promise<(() => Promise<void>) | undefined>, log: Log): void {
  let stoppingSince: number | undefined;

  async function stop(): Promise<void> {
    try {
      const stopAll = await started;
      await stopAll?.();
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
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    void stop();
  }

  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

async function startOrExplain(
  config: Config,
  log: Log,
): Promise<(() => Promise<void>) | undefined> {
  try {
    // Loaded from here, so that the compiled code is kept for the next start.
    const { start } = await import('./start.ts');
    // Processes that share the port would also share it with those of another service.
    if (config.processes > 1) await openBriefly(config.host, config.port);
    return await start(config, log);
  } catch (error) {
    const { explainStart } = await import('./app/compose/explain-start.ts');
    const explanation = explainStart(error, config);
    if (explanation === undefined) log.fatal({ err: error }, 'the start failed');
    else console.error(explanation);
    process.exitCode = 1;
    return undefined;
  }
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
  process.exitCode = 1;
} else {
  keepCompiledCode(config.dataDir);
  const log = createMainLog(config.logLevel, config.logFormat, process.stdout);
  for (const warning of config.warnings) log.warn(warning);
  const started = startOrExplain(config, log);
  stopOnSignals(started, log);
  await started;
}
