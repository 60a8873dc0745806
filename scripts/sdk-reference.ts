// `node scripts/sdk-reference.ts` writes docs/api/sdk.md and docs/api/sdk-types.md: everything that the SDK exports, from
// the declarations that the compiler makes of it. With `--check` it fails when a page differs from what it would write.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A declaration at the outermost level, with the comment before it. */
interface Declaration {
  readonly file: string;
  readonly text: string;
}

function declarations(): ReadonlyMap<string, Declaration> {
  const outDir = mkdtempSync(join(tmpdir(), 'groupwright-reference-'));
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const project = join(root, 'packages/client/tsconfig.build.json');
    const options = ['--emitDeclarationOnly', '--declarationMap', 'false', '--sourceMap', 'false'];
    const args = [compiler, '--project', project, ...options, '--outDir', outDir];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stdout);
    const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
    return new Map(
      files
        .filter((file) => file.endsWith('.d.ts'))
        .flatMap((file) => declarationsIn(file, readFileSync(join(outDir, file), 'utf8'))),
    );
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

const beginning =
  /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:declare )?(?:abstract )?(?:interface|type|class|function|const) (\w+)/g;

function declarationsIn(file: string, text: string): readonly [string, Declaration][] {
  const found = [...text.matchAll(beginning)].filter(
    ({ index }) => index === 0 || text[index - 1] === '\n',
  );
  return found.map(({ 1: name = '', index }, n) => {
    const own = text.slice(index, found[n + 1]?.index).replace(/\nexport \{[\s\S]*$/, '');
    return [name, { file, text: own.replaceAll(/^export (declare )?/gm, '').trim() }];
  });
}

/** The names that a file exports from others, by the file that has them. */
function exportsOf(file: string): readonly (readonly [string, readonly string[]])[] {
  const text = readFileSync(join(root, 'packages/client/src', file), 'utf8');
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)\.ts'/g)];
  return lists.map(([, names = '', from = '']) => [
    from,
    names
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== ''),
  ]);
}

const all = declarations();

function page(title: string, introduction: string, files: ReturnType<typeof exportsOf>): string {
  const sections = files.flatMap(([, names]) =>
    names.map((name) => {
      const declaration = all.get(name);
      if (declaration === undefined) throw new Error(`No declaration of ${name} was found.`);
      return `## ${name}\n\n\`\`\`text\n${declaration.text}\n\`\`\`\n`;
    }),
  );
  return `<!-- Written by scripts/sdk-reference.ts; do not edit. -->\n\n# ${title}\n\n${introduction}\n\n${sections.join('\n')}`;
}

const pages = {
  'docs/api/sdk.md': page(
    'Reference of the SDK',
    'Everything that `@groupwright/client` exports, except for [the types of requests and answers](sdk-types.md). [Its README](../../packages/client/README.md) has an overview.',
    exportsOf('index.ts'),
  ),
  'docs/api/sdk-types.md': page(
    'Types of the SDK',
    'The types of requests, answers and events that `@groupwright/client` exports. They are made from [openapi.json](openapi.json). [The reference](sdk.md) has the functions.',
    exportsOf('types.ts'),
  ),
};

for (const [file, text] of Object.entries(pages)) {
  const path = join(root, file);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${file} differs from the SDK: run node scripts/sdk-reference.ts`);
    process.exit(1);
  }
}
