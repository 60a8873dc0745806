// `node build.ts` builds the page if necessary and prints its directory. The directory is named after a fingerprint of
// all inputs of the page, so an existing page is up to date and the next call is quick. Concurrent builders do not harm
// each other. Every text file gets a .br and a .gz next to it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { languages } from './src/messages/locale.ts';
import { pageSources } from './page-sources.ts';

const home = fileURLToPath(new URL('.', import.meta.url));
const output = join(home, 'dist');

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function sourcesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const files = await filesOf(path);
  return files.filter((file) => !file.startsWith(join(path, 'tests')));
}

async function fingerprint(): Promise<string> {
  const lists = await Promise.all(pageSources.map((name) => sourcesOf(join(home, name))));
  const digest = createHash('sha256');
  for (const path of lists.flat()) {
    digest
      .update(`${relative(home, path)}\0`)
      .update(await readFile(path))
      .update('\0');
  }
  return digest.digest('hex').slice(0, 16);
}

async function compress(directory: string): Promise<void> {
  const texts = (await filesOf(directory)).filter((path) => /\.(?:js|css|svg)$/.test(path));
  await Promise.all(
    texts.map(async (path) => {
      const content = await readFile(path);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

/** A module that is left out of the sources would leave an outdated page in place when it changes. */
const sourcesOnly: Plugin = {
  name: 'sources-only',
  moduleParsed({ id }) {
    const path = relative(home, id.replace(/\?.*$/, ''));
    const isOfProject = isAbsolute(id) && !id.includes('/node_modules/');
    const isNamed = pageSources.some((name) => path === name || path.startsWith(`${name}/`));
    if (!isOfProject || isNamed) return;
    this.error(`${path} is a source of the page: page-sources.ts has to name it.`);
  },
};

async function build(directory: string): Promise<void> {
  // Loaded only for a build, because loading takes longer than everything else here.
  const { build: bundle } = await import('vite');
  const draft = join(output, `draft-${process.pid}`);
  await mkdir(output, { recursive: true });
  try {
    for (const language of languages) {
      await bundle({
        root: home,
        configFile: join(home, 'vite.config.ts'),
        logLevel: 'warn',
        plugins: [sourcesOnly, compileMessages(language)],
        // The scripts of all languages are in one folder: their names are those of their contents.
        build: { outDir: draft, emptyOutDir: language === languages[0] },
      });
      await rename(join(draft, 'index.html'), join(draft, `${language}.html`));
    }
    await compress(draft);
    // Fails if another builder finished first; its result is the same.
    await rename(draft, directory).catch((error: unknown) => {
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Deletes earlier pages except the newest few: a running process may still serve one. */
async function removeOutdated(present: string): Promise<void> {
  const others = (await readdir(output)).filter((name) => name !== present);
  for (const name of others.filter((name) => /^[0-9a-f]{16}$/.test(name)).slice(0, -2)) {
    await rm(join(output, name), { recursive: true, force: true });
  }
}

/** An installation without development dependencies has no bundler. It serves a page that was built before. */
function hasBundler(): boolean {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
}

const name = await fingerprint();
const directory = join(output, name);
const isBuilt = existsSync(join(directory, `${languages[0]}.html`));
if (!isBuilt && hasBundler()) {
  await build(directory);
  await removeOutdated(name);
}
if (isBuilt || hasBundler()) process.stdout.write(`${directory}\n`);
else {
  process.stderr.write(
    'The admin center is not built, and its bundler is not installed. To have it, run `npm ci` once; after that, `npm ci --omit=dev` keeps it.\n',
  );
  process.exitCode = 1;
}
