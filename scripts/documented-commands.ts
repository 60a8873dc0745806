// The commands that the documents name: of the operator, of the command line package, and scripts of npm.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DocumentedCommand {
  /** The file, relative to the repository, and the text that was found there. */
  readonly place: string;
  readonly program: 'operator' | 'groupwright' | 'npm run';
  /** Behind the program. */
  readonly words: readonly string[];
}

const pages = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'deploy/**/*.{md,env,yaml,service}'];
/** The change log says how it was at that time. */
const isPast = (path: string) => path === 'CHANGELOG.md';

const programs = [
  ['operator', /^(?:npm run (?:-s )?operator --|groupwright-operator|operator)\s+(.+)$/],
  [
    'operator',
    /^(?:npx )?(?:groupwright-server|@groupwright\/server|groupwright) operator\s+(.+)$/,
  ],
  ['groupwright', /^(?:npx )?groupwright\s+(?!operator\b)(.+)$/],
  ['npm run', /^npm run (?:-s )?(?!operator\b)(.+)$/],
] as const;

/** Another program, or a file, takes what the command prints. */
const behind = /\s+(?:>|&&|;|\|\s+(?=(?:jq|tee|sh|cat|tail|head|grep)\b))/;

/** @param root of the repository */
export function documentedCommands(root: string): DocumentedCommand[] {
  return globSync(pages, { cwd: root })
    .filter((path) => !isPast(path))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return commandLines(text).flatMap((line) => commandsIn(path, line));
    });
}

/** Code between backticks, and the lines of blocks of shell code. */
function commandLines(markdown: string): string[] {
  const lines: string[] = [];
  const withoutBlocks = markdown.replaceAll(
    /^```(\w*)\n([\s\S]*?)^```$/gm,
    (_, language: string, code: string) => {
      if (/^(?:sh|bash|shell|text)$/.test(language)) {
        lines.push(...code.replaceAll('\\\n', ' ').split('\n'));
      }
      return '';
    },
  );
  for (const [, code = ''] of withoutBlocks.matchAll(/`([^`\n]+)`/g)) {
    lines.push(code.replaceAll('\\|', '|'));
  }
  return lines;
}

function commandsIn(path: string, line: string): DocumentedCommand[] {
  const command = line
    .replace(/\s+#.*$/, '')
    .replace(/^\s*(?:\$\s|sudo\s|docker compose exec \w+ |[A-Z_]+=\S*\s)*/, '')
    .trim();
  for (const [program, form] of programs) {
    const rest = form.exec(command)?.[1];
    if (rest === undefined) continue;
    const [alone = ''] = rest.split(behind);
    return alternatives(alone).map((words) => ({ place: `${path}: ${command}`, program, words }));
  }
  return [];
}

/** `admin link | add` is two commands. @returns the words of each */
export function alternatives(text: string): string[][] {
  const [first = '', ...others] = text.split(/\s+\|\s+/);
  const words = first.split(/\s+/);
  const before = words.slice(0, -1);
  return [words].concat(others.map((other) => before.concat(other.split(/\s+/))));
}
