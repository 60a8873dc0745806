import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './compile-messages.ts';

/** Dialogs of groups. They are loaded when they are first opened. */
const isOfDialogs = (id: string) => /\/src\/pages\/groups\/(?:request|dialogs)\/(?!late-)/.test(id);

/**
 * Not menus and panels, which are loaded when they are first opened, and no large part that only a few pages need: they
 * are not in the file of all pages.
 */
const isOfPages = (id: string) =>
  !isOfDialogs(id) &&
  !/react-menu|react-positioning|floating-ui|react-drawer|react-dialog|react-textarea/.test(id) &&
  !/\/messages\/(?:\w\w\/)?(?:templates|administrators)\.ts$/.test(id);

/** Parts of the pages of groups, tasks and reviews. */
const isOfGroups = (id: string) =>
  /\/src\/pages\/groups\/(?:import|request)\//.test(id) ||
  /\/src\/(?:pages|messages)\/(?:[\w-]+\/)*(?:group|review|request|task|lifecycle|responsib|notice)[^/]*$/.test(
    id,
  ) ||
  /\/(?:components\/popup\.tsx|api\/use-group\.ts)$/.test(id);

export default defineConfig({
  // The service serves the page under an address that is set at run time, and completes `./assets/` in
  // index.html when it sends it.
  base: './',
  plugins: [compileMessages(), react()],
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
      output: {
        // Few files, because each one is a request of a page: the first load is one, and parts that several pages share
        // are in few others. The test of the budgets holds their number and size.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 5 },
            { name: 'common', minShareCount: 3, test: isOfPages, priority: 4 },
            { name: 'dialogs', minShareCount: 2, test: isOfDialogs, priority: 3 },
            { name: 'groups', minShareCount: 2, test: isOfGroups, priority: 2 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
