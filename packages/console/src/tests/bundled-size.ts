// The size of a program in a page, as a bundler makes it.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** The bytes of the bundled, minified and compressed program of an entry file. */
export async function bundledBytes(entry: string): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const code = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((file) => (file.type === 'chunk' ? file.code : ''))
    .join('\n');
  return gzipSync(code, { level: 9 }).length;
}
