// Checks documents, API descriptions, comments and the texts in the source for words and turns that make English hard
// to read, and names a plain one for each. Also checks that all pages have one example.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Documents that the list holds for. */
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/operator/*.md',
  'docs/microsoft-365/*.md',
  'docs/guides/*.md',
  'docs/decisions/*.md',
  'packages/*/README.md',
  'CHANGELOG.md',
  'docs/examples/*.yaml',
];

/** API descriptions: the list holds for the prose in them. */
const apiDescriptions = ['docs/api/*.json'];

/** Source: the list holds for comments and texts. Applied migrations never change, so they are not in it. */
const sources = ['packages/*/*.ts', 'packages/*/{bench,src,testing}/**/*.{ts,tsx}', 'scripts/*.ts'];
const notProse = ['**/generated/**', 'scripts/plain-english*.ts'];

/** Comments that are no sentences. The list holds for source only. */
const fragments: readonly { readonly found: RegExp; readonly instead: string }[] = [
  {
    found: /^\s*(?:\/\/|\/\*\*|\*) (?:Of|Those of|That of) /,
    instead: 'a sentence with a subject: "A change has it", "The first of two counts"',
  },
  {
    found:
      /^\s*(?:\/\/|\/\*\*|\*) (?:After|Also|Among|As|Before|Besides?|By|For|From|In|Over|Per|Since|So (?:long|many|much)|Until|With|Without) [^,:;]*\.(?= \*\/$|$)/,
    instead: 'a sentence with a subject: "It has no …", "Without a policy, nobody …"',
  },
  { found: /^\s*(?:\/\/|\/?\*).*\bany ?more\b(?=[.)]*(?: \*\/)?$)/, instead: 'no longer' },
];

const terms: readonly { readonly found: RegExp; readonly instead: string }[] = [
  { found: /\banew\b/i, instead: 'again' },
  { found: /\bfor good\b/i, instead: 'permanently' },
  { found: /\blets? go of\b|\bletting go of\b/i, instead: 'releases' },
  { found: /\bunder way\b/i, instead: 'in progress' },
  { found: /\b(?:is|are|was|were|be|been) told\b/i, instead: 'gets, is notified, is reported' },
  { found: /\btells? of\b|\btold of\b/i, instead: 'describes, reports' },
  { found: /\bas asked\b(?! \()/i, instead: 'Success' },
  { found: /\bgoes on\b|\bwent on\b|\bgo on\b/i, instead: 'continues' },
  { found: /\bc(?:omes?|ame) to (?:its|their|an) end\b/i, instead: 'ends, completes' },
  { found: /\bleft alone\b|\bleave alone\b/i, instead: 'paused, ignored, unchanged' },
  { found: /\bstands?\b|\bstood\b/i, instead: 'is, exists, means' },
  { found: /\b(?:some|every)body\b/i, instead: 'someone, everyone, a person' },
  { found: /\bc(?:omes?|ame) to be\b/i, instead: 'is created, becomes' },
  { found: /\b(?:is|are|was|were) to be\b/i, instead: 'must be, is' },
  { found: /\bmay be left out\b|\bleft out,/i, instead: 'you can omit it, without it' },
  { found: /\btells? (?:\w+ ){0,4}apart\b/i, instead: 'identifies, distinguishes' },
  { found: /\bthe making of\b|\bbeing made\b/i, instead: 'the creation of, being created' },
  { found: /\b(?:is|are) (?:still there|there still)\b/i, instead: 'still exists' },
  { found: /\bat hand\b/i, instead: 'available' },
  { found: /\bnot looked at\b/i, instead: 'ignored' },
  { found: /\bwhoever\b/i, instead: 'anyone who, a person who' },
  { found: /\bnobody else\b/i, instead: 'no other …' },
  { found: /\bso long\b/i, instead: 'for that time' },
  { found: /\bof (?:its|their|one's|your|a) own\b/i, instead: 'its own …, separate' },
  { found: /\bworth nothing\b/i, instead: 'stops working' },
  { found: /\bwas quicker\b/i, instead: 'changed by someone else' },
  { found: /\bhas to be left\b/i, instead: 'must remain' },
  {
    found: /(?:^|[.!?:] |[*|/-] |["'>])(?:What|Who|Whoever) (?!if\b)[^?|]*\.(?=[ "'<]|$)/,
    instead: 'a subject: "The …", "Callers who …"',
  },
];

/** Names that do not belong to the one example of every page: Nordlicht, its people and its `prj-4711`. */
const otherExamples =
  /\b(?:contoso|fabrikam|northwind|aare)\b|\bexample\.(?:com|net|org)\b|\bprj-(?:alpha|beta|gamma|apollo)\b/i;

/** Where readers see examples: documents, what is installed, API descriptions and the texts of the product. */
const withExamples = [
  'README.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/operator/*.md',
  'docs/microsoft-365/*.md',
  'docs/{guides,examples,api,runbook}/*',
  'packages/*/README.md',
  'deploy/**/*.*',
  'packages/{service,cli,client,console}/src/**/*.{ts,tsx,yaml}',
];
const withoutExamples = ['**/generated/**', '**/*.{test,suite,long}.*', '**/{testing,tests}/**'];

/** Each line with a name of another example, code included. */
export function exampleFaults(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const name = otherExamples.exec(line)?.[0];
    return name === undefined ? [] : [`${file}:${index + 1}: “${name}”: a name of Nordlicht`];
  });
}

/** Blanks the columns headed "Message": they quote the product. */
function withoutMessages(table: string): string {
  const [head = '', ...rows] = table.split('\n');
  const isQuoted = head.split('|').map((cell) => cell.trim().startsWith('Message'));
  const blank = (row: string) =>
    row
      .split(/(?<!\\)\|/)
      .map((cell, column) => (isQuoted[column] ? ' ' : cell))
      .join('|');
  return [head, ...rows.map(blank)].join('\n');
}

/** Each fault with its line. Ignores code and quoted messages. */
export function languageFaults(file: string, text: string, list = terms): string[] {
  const prose = text
    .replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/(?:^\|.*\|\n)+/gm, withoutMessages);
  return prose.split('\n').flatMap((line, index) =>
    list.flatMap(({ found, instead }) => {
      const words = found.exec(line)?.[0].trim();
      return words === undefined ? [] : [`${file}:${index + 1}: “${words}”: ${instead}`];
    }),
  );
}

/** Each fault in the comments and texts of a source file. Ignores inline code in comments, and texts of one word. */
export function sourceFaults(file: string, source: string): string[] {
  const isComment = /^\s*(?:\/\/|\/?\*|--)/;
  const prose = source
    .split('\n')
    .map((line) =>
      isComment.test(line) ? line : line.replaceAll('`', '"').replaceAll(/'[\w-]*'/g, "''"),
    );
  return languageFaults(file, prose.join('\n'), [...terms, ...fragments]);
}

const proseFields: ReadonlySet<string> = new Set(['description', 'summary', 'title']);

/** Each fault in the descriptions, summaries and titles of an OpenAPI document, with its JSON Pointer. */
export function descriptionFaults(file: string, document: unknown): string[] {
  const walk = (value: unknown, pointer: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
      const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return typeof member === 'string' && proseFields.has(name)
        ? languageFaults(place, member)
        : walk(member, place);
    });
  };
  return walk(document, `${file}#`);
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const matching = (patterns: readonly string[], exclude = notProse) =>
    globSync(patterns, { cwd: root, exclude });
  const faults = [
    ...matching(documents).flatMap((file) => languageFaults(file, read(file))),
    ...matching(apiDescriptions).flatMap((file) => descriptionFaults(file, JSON.parse(read(file)))),
    ...matching(sources).flatMap((file) => sourceFaults(file, read(file))),
    ...matching(withExamples, withoutExamples).flatMap((file) => exampleFaults(file, read(file))),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
