// A plugin of the bundler: compiles the ICU messages in src/messages/LANGUAGE/, so that the page has no parser. A text
// with a fault in its syntax fails the build.
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Texts = { readonly [key: string]: string | Texts };

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
      return `export const ${language} = ${JSON.stringify(compiled(module[language] ?? {}))};`;
    },
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
  };
}
