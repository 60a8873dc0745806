// `node check-literals.ts`: fails on a text for people in the source of the page: texts belong in src/messages, where
// every language has them. Finds text and text attributes of JSX, texts of several words, and capitalised words.
// A line after the comment `no text: REASON` is for machines. It fails on a text that no file reads, too.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const home = fileURLToPath(new URL('.', import.meta.url));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Attributes that people see or hear: even one word of theirs is a text. */
const textAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'placeholder',
  'title',
]);
/** Attributes with values for the browser. */
const otherAttributes = /^(?:className|style|d|viewBox|transform|rel|href|to|path|data-.*)$/;

const hasLetters = /\p{L}{2,}/u;
const severalWords = /\p{L}{2,}[^\p{L}]*\s[^\p{L}]*\p{L}{2,}|\p{L}{2,}[.!…]$/u;
const capitalised = /^\p{Lu}\p{Ll}+$/u;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Places whose strings no person reads: modules, types, comparisons, keys, and messages of faults in the code. */
function isSilent(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return isNode(node['source']);
    case 'ImportExpression':
    case 'TSLiteralType':
      return true;
    case 'BinaryExpression':
      return /^[!=]==?$/.test(String(node['operator']));
    case 'NewExpression':
      return isNode(node['callee']) && node['callee']['name'] === 'Error';
    case 'CallExpression':
      return /^(?:matchMedia|matches|closest|querySelector(?:All)?)$/.test(calleeName(node));
    case 'JSXAttribute':
      return otherAttributes.test(attributeName(node));
    default:
      return false;
  }
}

function calleeName(call: Node): string {
  const callee = call['callee'] as Node;
  return String((callee['property'] as Node | undefined)?.['name'] ?? callee['name']);
}

function attributeName(attribute: Node): string {
  const { name, namespace } = attribute['name'] as { name: unknown; namespace?: { name: string } };
  return namespace === undefined ? String(name) : `${namespace.name}:${String(name)}`;
}

/** Each text with the line where it begins. */
export function literalsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const lines = source.split('\n');
  const report = (node: Node, text: string) => {
    const line = source.slice(0, node.start).split('\n').length;
    if (/\/\/ no text: \S/.test(lines[line - 2] ?? '')) return;
    found.push(`${file}:${line}: ${JSON.stringify(text.trim().slice(0, 60))}`);
  };
  const isText = (text: string, inAttribute: boolean) =>
    inAttribute ? hasLetters.test(text) : severalWords.test(text) || capitalised.test(text);

  function visit(node: Node, inAttribute: boolean): void {
    if (isSilent(node)) return;
    if (node.type === 'JSXText') {
      const text = String(node['value']);
      if (hasLetters.test(text)) report(node, text);
      return;
    }
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      if (isText(node['value'], inAttribute)) report(node, node['value']);
      return;
    }
    if (node.type === 'TemplateLiteral') {
      const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
      const text = parts.map(({ value }) => value.cooked).join('…');
      if (isText(text, inAttribute)) report(node, text);
    }
    const isAttribute = node.type === 'JSXAttribute' && textAttributes.has(attributeName(node));
    // The argument of a call, such as the key of a message, is not the text of the attribute.
    const inside = isAttribute || (inAttribute && node.type !== 'CallExpression');
    for (const [key, member] of Object.entries(node)) {
      if (key === 'key' && node['computed'] === false) continue;
      if (key === 'test' && node.type === 'SwitchCase') continue;
      for (const child of Array.isArray(member) ? member : [member]) {
        if (isNode(child)) visit(child, inside);
      }
    }
  }
  visit(parseSync(file, source).program as unknown as Node, false);
  return found;
}

/** Their keys are values of the service or of the browser, and no file has them all. */
const areasOfValues =
  /\/(?:connection|faults|fault-rules|network|refusals|statuses|translation)\.ts$/;

interface Texts {
  readonly [key: string]: string | Texts;
}

/** The keys of an area that no source names, be it with a part that is known later: `kinds.${kind}`. */
export function unreadKeys(texts: Texts, sources: readonly string[]): string[] {
  const later = /\$\{[^}]*\}/;
  const plain = /'([\w.-]+)'/g;
  const partly = /`([\w.-]*(?:\$\{[^}]*\}[\w.-]*)+)`/g;
  const named = sources
    .flatMap((source) => [...source.matchAll(plain), ...source.matchAll(partly)])
    .map(([, key = '']) => key)
    .filter((key) => /\w/.test(key.replace(later, '')))
    .map((key) =>
      key
        .replaceAll('.', String.raw`\.`)
        .split(later)
        .join('.+'),
    )
    .map((pattern) => new RegExp(`^${pattern}$`));
  const unread = (of: Texts, path: string): string[] =>
    Object.entries(of).flatMap(([name, text]) => {
      if (typeof text !== 'string') return unread(text, `${path}${name}.`);
      return named.some((key) => key.test(path + name)) ? [] : [path + name];
    });
  return unread(texts, '');
}

async function unreadTexts(files: readonly string[]): Promise<string[]> {
  const sources = files.map((file) => readFileSync(join(home, file), 'utf8'));
  const areas = globSync('src/messages/en/*.ts', { cwd: home }).sort();
  const unread = areas
    .filter((area) => !areasOfValues.test(area))
    .map(async (area) => {
      const { en } = (await import(join(home, area))) as { en: Texts };
      const readers = sources.filter((source) => source.includes(`/${basename(area)}'`));
      return unreadKeys(en, readers).map((key) => `${area}: ${key}: no file reads this text`);
    });
  return (await Promise.all(unread)).flat();
}

async function check(): Promise<void> {
  const files = globSync('src/**/*.{ts,tsx}', {
    cwd: home,
    exclude: ['src/tests/**', 'src/messages/**', 'src/**/generated/**'],
  }).sort();
  const faults = [
    ...files
      .flatMap((file) => literalsIn(file, readFileSync(join(home, file), 'utf8')))
      .map((literal) => `${literal}: belongs in src/messages`),
    ...(await unreadTexts([...files, ...globSync('src/messages/*.ts', { cwd: home })])),
  ];
  for (const fault of faults) process.stderr.write(`packages/console/${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.main) void check();
