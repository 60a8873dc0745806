// Checks the documents for words and turns that make English hard to read, and names a plain one for each.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Documents that the list holds for. */
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/glossary.md'];

const terms: readonly { readonly found: RegExp; readonly instead: string }[] = [
  { found: /\banew\b/i, instead: 'again' },
  { found: /\bfor good\b/i, instead: 'permanently' },
  { found: /\blets? go of\b|\bletting go of\b/i, instead: 'releases' },
  { found: /\bunder way\b/i, instead: 'in progress' },
  { found: /\b(?:is|are|was|were|be|been) told\b/i, instead: 'gets, is notified, is reported' },
  { found: /\btells? of\b|\btold of\b/i, instead: 'describes, reports' },
  { found: /\bas asked\b/i, instead: 'Success' },
  { found: /\bgoes on\b|\bwent on\b|\bgo on\b/i, instead: 'continues' },
  { found: /\bc(?:omes?|ame) to (?:its|their|an) end\b/i, instead: 'ends, completes' },
  { found: /\bleft alone\b|\bleave alone\b/i, instead: 'paused, ignored, unchanged' },
  { found: /\bstands? (?:still|there|in)\b|\bit stands\b/i, instead: 'is, exists' },
  { found: /\bwhoever\b/i, instead: 'anyone who, a person who' },
  { found: /\bnobody else\b/i, instead: 'no other …' },
  { found: /\bso long\b/i, instead: 'for that time' },
  { found: /\bof (?:its|their|one's|your|a) own\b/i, instead: 'its own …, separate' },
  {
    found: /(?:^|[.!?:] |[*-] )(?:What|Who|Whoever) (?!if\b)[^?|]*\.(?= |$)/,
    instead: 'a subject: "The …", "Callers who …"',
  },
];

/** Each fault with its line, quotations and code apart. */
export function languageFaults(file: string, text: string): string[] {
  const prose = text
    .replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '');
  return prose.split('\n').flatMap((line, index) =>
    terms.flatMap(({ found, instead }) => {
      const words = found.exec(line)?.[0].trim();
      return words === undefined ? [] : [`${file}:${index + 1}: “${words}”: ${instead}`];
    }),
  );
}

if (import.meta.main) {
  const faults = documents
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .flatMap((file) => languageFaults(file, readFileSync(join(root, file), 'utf8')));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
