// One Chromium for all tests of a process, from an npm package, with nothing else installed.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium as playwright, type Browser } from 'playwright-core';

const cache = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url));

interface Looks {
  /**
   * Pages are drawn, for pictures and for the time until something is seen. Elements that are not drawn have their places,
   * sizes and colours all the same, and their page takes less processor time.
   */
  readonly paints?: boolean;
}

const shared = new Map<boolean, Promise<Browser>>();

/** The browser of the process. It ends with the process. */
export function sharedBrowser({ paints = false }: Looks = {}): Promise<Browser> {
  const browser = shared.get(paints) ?? launchBrowser({ paints });
  shared.set(paints, browser);
  return browser;
}

const mostStarts = 3;

/** The end of a file: the next one of the process begins without its pages. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export async function launchBrowser(looks: Looks = {}): Promise<Browser> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await startBrowser(looks);
    } catch (error) {
      // On a busy machine, Chromium crashed in two of 35 starts, before it had a page.
      if (starts === mostStarts || !String(error).includes('signal=SIGSEGV')) throw error;
    }
  }
}

async function startBrowser({ paints = false }: Looks): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpackedBrowser(cache),
    // Not the package's own arguments: they disable the same-origin policy, and Origin headers with it.
    args: [
      '--no-sandbox',
      '--headless=shell',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // One process for what Chromium spreads over three saves a tenth of the processor time.
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
      // Without memory for them, no part of a page is drawn.
      ...(paints ? [] : ['--force-gpu-mem-available-mb=0']),
    ],
  });
}

/**
 * Unpacks Chromium where it is not yet. The package itself unpacks into the system's temporary folder, and takes a file
 * that is there for a whole one: another process may still be writing it, or have died doing so. Here each process
 * unpacks into a folder that no other one uses, and the first that is done gives the folder its final name.
 * @param parent where the folder of this version is
 * @returns the path of the program
 */
export async function unpackedBrowser(parent: string): Promise<string> {
  const folder = join(parent, `chromium-${browserVersion()}`);
  if (!existsSync(folder)) {
    await mkdir(parent, { recursive: true });
    const unpacked = await mkdtemp(`${folder}-`);
    const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unpacked },
    });
    try {
      await rename(unpacked, folder);
    } catch (error) {
      await rm(unpacked, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'chromium');
}

function browserVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
