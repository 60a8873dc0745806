import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Dialogs of groups. They are loaded when they are first opened. */
const isOfDialogs = (id: string) =>
  /\/src\/pages\/groups\/(?:request|dialogs)\/(?!late-|refusals|asked-properties|managed-members)/.test(
    id,
  );

/** Only a few pages need it, so it is not in the file of all pages. */
const isOfFewPages = (id: string) =>
  /\/messages\/(?:\w\w\/)?(?:activity|administrators|api-keys|template[\w-]*)\.ts$/.test(id) ||
  /\/(?:csv-table\.ts|days(?:-table)?\.tsx|administrator-grant\.tsx|group-differences\.tsx|group-columns\.tsx)$/.test(
    id,
  );

const isOfPages = (id: string) => !isOfDialogs(id) && !isOfFewPages(id);

/** Parts of the pages of groups, tasks and reviews. */
const isOfGroups = (id: string) =>
  /\/src\/pages\/groups\/(?:import|request)\//.test(id) ||
  /\/src\/(?:pages|messages)\/(?:[\w-]+\/)*(?:group|review|request|task|lifecycle|responsib|notice)[^/]*$/.test(
    id,
  ) ||
  /\/(?:components\/popup\.tsx|api\/use-group\.ts)$/.test(id);

/** The first script is small, so the browser learns from the document what it will load. */
const preloadOfAll: Plugin = {
  name: 'preload-of-all',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap(({ fileName, name }) =>
        name === 'base'
          ? [
              {
                tag: 'link',
                attrs: { rel: 'modulepreload', crossorigin: '', href: `./${fileName}` },
              },
            ]
          : [],
      ),
  },
};

/** Preact does what this page and its libraries use of React, in a tenth of the size. */
const preactForReact: Plugin = {
  name: 'preact-for-react',
  enforce: 'pre',
  resolveId: (id) => (id === 'react' ? '\0react' : null),
  load(id) {
    if (id !== '\0react') return null;
    const path = fileURLToPath(new URL('src/shell/beside-preact.ts', import.meta.url));
    return `
      export * from 'preact/compat';
      export { default } from 'preact/compat';
      export * from ${JSON.stringify(path)};`;
  },
};

/** Nothing to compute, and nothing that was rendered by a server, is left for the page. */
const evaluated: Plugin = {
  name: 'evaluated',
  enforce: 'pre',
  async load(id) {
    if (id.endsWith('/rehydrateRendererCache.js')) {
      return 'export function rehydrateRendererCache() {}';
    }
    if (id.endsWith('/@fluentui/tokens/lib/tokens.js')) {
      return 'export const tokens = new Proxy({}, { get: (_, name) => `var(--${name})` });';
    }
    if (!id.endsWith('/src/shell/themes.ts')) return null;
    const { lightTheme, darkTheme } = await import('./src/shell/themes.ts');
    const different = Object.entries(darkTheme).filter(
      ([name, value]) => lightTheme[name as keyof typeof lightTheme] !== value,
    );
    return [
      `export const lightTheme = ${JSON.stringify(lightTheme)};`,
      `export const darkTheme = { ...lightTheme, ...${JSON.stringify(Object.fromEntries(different))} };`,
    ].join('\n');
  },
};

export default defineConfig({
  // build.ts adds the texts of a language.
  // The service serves the page under an address that is set at run time, and completes `./assets/` in
  // index.html when it sends it.
  base: './',
  plugins: [react(), preactForReact, preloadOfAll, evaluated],
  resolve: {
    alias: [
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: 'react-dom/client', replacement: 'preact/compat/client' },
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    target: 'es2023',
    // Nothing inline: the content security policy allows scripts and images of our own files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // A late dialog may use parts of another one.
      checks: { ineffectiveDynamicImport: false },
      // Fluent's styles read their tokens before the compiler puts the values there.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Few files, because each one is a request of a page: the first load is one, and parts that several pages share
        // are in few others. The test of the budgets holds their number and size.
        codeSplitting: {
          groups: [
            // The first script and what it shares with the others.
            { name: 'start', tags: ['$initial'], priority: 9 },
            // Menus and panels bring no part of theirs into the file of all pages.
            {
              name: 'base',
              test: /\/src\/app\.tsx$|react-(?:utilities|shared-contexts|context-selector|jsx-runtime)\//,
              priority: 7,
            },
            {
              name: 'overlays',
              test: /node_modules\/(?:tabster|@floating-ui|use-sync-external-store|@fluentui\/react-(?:menu|positioning|drawer|dialog|toast|motion|portal|motion-components-preview)\/)/,
              priority: 6,
            },
            { name: 'common', minShareCount: 3, test: isOfPages, priority: 4 },
            { name: 'dialogs', minShareCount: 2, test: isOfDialogs, priority: 3 },
            { name: 'groups', minShareCount: 2, test: isOfGroups, priority: 2 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 14_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
