#!/usr/bin/env node
// The command `groupwright`: what was built where it is installed, and in a clone of the repository the source as
// it is, so that `npx groupwright` works there without a build. JavaScript, because Node strips no types of what
// is installed.
const { enableCompileCache, registerHooks } = process.getBuiltinModule('node:module');
const { env } = process;
const cache = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : `${env.HOME}/.cache`;
// Halves the processor time of each start but the first. A directory of the user, where nobody else writes.
if (env.HOME || env.XDG_CACHE_HOME) enableCompileCache?.(`${cache}/groupwright`);

const isInstalled = import.meta.url.includes('/node_modules/');

if (isInstalled) {
  await import('../dist/main.js');
} else {
  registerHooks({
    // As `node --conditions=@groupwright/source` does.
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, '@groupwright/source'] }),
  });
  await import('../src/main.ts');
}
