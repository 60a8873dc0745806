// A plugin of the bundler: compiles the ICU messages in src/messages/LANGUAGE/, so that the page has no parser, and puts
// those of one language into its scripts. A text with a fault in its syntax fails the build.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type compileMessage from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { type Language, languages } from './src/messages/locale.ts';

type Compile = typeof compileMessage;
type Texts = { readonly [key: string]: string | Texts };

/** English shows the sentences of the service, so no English page reads its texts by code, by rule and by reason. */
const isUnread = (id: string, key: string) =>
  /\/en\/(?:fault-rules|reasons)\.ts$/.test(id) ||
  (id.endsWith('/en/faults.ts') && ['problem', 'code', 'warning'].includes(key));

const catalogue = /\/src\/messages\/(en|de)\/([\w-]+)\.ts$/;
const virtual = 'virtual:texts';
/** The headings of an imported file may be in any of them. */
const inAllLanguages = new Set(['group-request']);
const messages = new URL('src/messages/', import.meta.url);

function compiled(texts: Texts, compile: Compile): object {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'string' ? compile(text) : compiled(text, compile),
  ]);
  return Object.fromEntries(entries) as object;
}

async function areaOf(language: string, area: string): Promise<object> {
  const id = new URL(`${language}/${area}.ts`, messages).href;
  const module = (await import(id)) as Record<string, Texts>;
  const texts = Object.entries(module[language] ?? {}).filter(([key]) => !isUnread(id, key));
  // A clone without development dependencies has no compiler; the build says so.
  const { default: compile } = await import('icu-minify/compile');
  return compiled(Object.fromEntries(texts), compile);
}

async function allAreasOf(language: string): Promise<object> {
  const areas = readdirSync(new URL(`${language}/`, messages))
    .map((name) => name.replace(/\.ts$/, ''))
    .filter((area) => area !== 'translation');
  const texts = areas.map(async (area) => [area, await areaOf(language, area)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** @param built the language whose texts are in the scripts; the others are in one file each */
export function compileMessages(built: Language): Plugin {
  const others = languages.filter((one) => one !== built);
  return {
    name: 'compile-messages',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(virtual) ? id : null),
    async load(id) {
      if (id === virtual) {
        const files = others.map((one) => `${one}: () => import('${virtual}/${one}')`);
        return `export const builtLanguage = '${built}'; export const otherLanguages = { ${files.join()} };`;
      }
      const other = others.find((one) => id === `${virtual}/${one}`);
      if (other !== undefined) return `export default ${JSON.stringify(await allAreasOf(other))};`;
      const [, language, area] = catalogue.exec(id) ?? [];
      if (language === undefined || area === undefined || area === 'translation') return null;
      if (language === built || inAllLanguages.has(area)) {
        return `export const ${language} = ${JSON.stringify(await areaOf(language, area))};`;
      }
      const texts = fileURLToPath(new URL('texts.ts', messages));
      return `import { textsOf } from '${texts}'; export const ${language} = textsOf('${language}', '${area}');`;
    },
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
  };
}
