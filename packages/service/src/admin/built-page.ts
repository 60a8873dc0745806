// The built page of the admin center: found, or built first by a separate process, so that it affects neither the
// start nor the memory of the service. The files are read on request.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The published package has the page beside its code. */
const shippedPage = fileURLToPath(new URL('../../page', import.meta.url));
const builder = fileURLToPath(new URL('../../../console/build.ts', import.meta.url));
const buildTimeoutMs = 120_000;

export interface BuiltPage {
  /** The document by language, with `%NAME%` where the server fills something in. */
  readonly documents: ReadonlyMap<string, string>;
  /** Names of files below `assets/`, those with .br and .gz included. */
  readonly assets: ReadonlySet<string>;
  readAsset(name: string): Promise<Buffer>;
}

/** The page does not exist and cannot be built here. The message says how to get it. */
export class PageMissingError extends Error {}

/** The bundler's many packages get the variables that a process needs to run, and none of the service's secrets. */
export function builderEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = /^(?:PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_.*|SYSTEMROOT|PATHEXT|COMSPEC)$/i;
  const needed = Object.entries(env).filter(([name]) => passed.test(name));
  return { ...Object.fromEntries(needed), NODE_ENV: 'production' };
}

/**
 * Resolves when the page is there, which is at once but for the first time after a change.
 * @param signal ends the build when the service stops
 */
export async function buildPage(signal: AbortSignal): Promise<BuiltPage> {
  return readPage(existsSync(shippedPage) ? shippedPage : await findOrBuild(signal));
}

async function findOrBuild(signal: AbortSignal): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [builder], {
    timeout: buildTimeoutMs,
    signal,
    env: builderEnvironment(process.env),
  }).catch((error: Error & { stderr?: string }) => {
    const lines = error.stderr?.trim().split('\n') ?? [];
    // One line is an explanation by the builder; several are a fault in it.
    throw lines.length === 1 && lines[0] ? new PageMissingError(lines[0]) : error;
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

async function readPage(directory: string): Promise<BuiltPage> {
  const assetDirectory = join(directory, 'assets');
  const documents = (await readdir(directory)).filter((name) => name.endsWith('.html')).sort();
  const texts = documents.map(
    async (name) =>
      [name.replace('.html', ''), await readFile(join(directory, name), 'utf8')] as const,
  );
  return {
    documents: new Map(await Promise.all(texts)),
    assets: new Set(await readdir(assetDirectory)),
    readAsset: (name) => readFile(join(assetDirectory, name)),
  };
}
