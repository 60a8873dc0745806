// A plugin of the bundler: compiles the ICU messages in src/messages/LANGUAGE/, so that the page has no parser. A text
// with a fault in its syntax fails the build.
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Texts = { readonly [key: string]: string | Texts };

/** English shows the sentences of the service, so no English page reads its texts by code and by rule. */
const isUnread = (id: string, key: string) =>
  id.endsWith('/en/fault-rules.ts') ||
  (id.endsWith('/en/faults.ts') && ['problem', 'code', 'warning'].includes(key));

const catalogue = /\/src\/messages\/(en|de)\/[\w-]+\.ts$/;

function compiled(texts: Texts): object {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'string' ? compile(text) : compiled(text),
  ]);
  return Object.fromEntries(entries) as object;
}

export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    async load(id) {
      const [, language] = catalogue.exec(id) ?? [];
      if (language === undefined) return null;
      const module = (await import(pathToFileURL(id).href)) as Record<string, Texts>;
      const texts = Object.entries(module[language] ?? {}).filter(([key]) => !isUnread(id, key));
      return `export const ${language} = ${JSON.stringify(compiled(Object.fromEntries(texts)))};`;
    },
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
  };
}
