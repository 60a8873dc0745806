// The sentences of "What always holds" in ARCHITECTURE.md that can be read off the source, and that each one
// names a test or a check that exists.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { productFiles } from './floors.ts';

const service = 'packages/service/src/';
const text = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const isEdge = (file: string) =>
  /\.(routes|postgres|http|schema)\.ts$|\/(compose|config|demo|embedded|operator|postgres|http|processes)\/|src\/(main|start)\.ts$/.test(
    file,
  );

/** A rule that a line of the service's code may not break, but in the files that are named. */
interface Rule {
  readonly title: string;
  readonly forbidden: RegExp;
  readonly applies: (file: string) => boolean;
  /** Files that may, each with its reason. */
  readonly except: Readonly<Record<string, string>>;
  readonly planted: string;
}

const rules: readonly Rule[] = [
  {
    title: 'no setting is read from the environment outside ground/config/',
    forbidden: /\bprocess\.env\b/,
    applies: (file) => !file.startsWith(`${service}ground/config/`),
    except: {
      'main.ts': 'hands the environment to config/',
      'app/processes/process.ts': 'hands the environment to config/',
      'operator/operator.ts': 'hands the environment to config/',
      'admin/built-page.ts': 'the environment of the build that it starts',
      'embedded/cluster.ts': 'the environment of the server that it starts',
      'embedded/program.ts': 'the environment of the server that it starts',
    },
    planted: `const port = process.env['PORT'];`,
  },
  {
    title: 'rules and use cases read no clock, start no timer and roll no dice',
    forbidden:
      /\b(?:Date\.now|performance\.now|setTimeout|setInterval|Math\.random)\(|\bnew Date\(\)|node:timers\/promises/,
    applies: (file) => !isEdge(file),
    except: {
      'ground/clock.ts': 'is the clock',
      'ground/log-destination.ts': 'writes the log, below everything that is handed a clock',
    },
    planted: 'const now = Date.now();',
  },
  {
    title: 'no error status is chosen outside http/',
    forbidden: /\.code\([45]\d\d\)|statusCode = [45]\d\d/,
    applies: (file) => !file.startsWith(`${service}http/`),
    except: { 'admin/page.routes.ts': 'an HTML page while the admin center is being built' },
    planted: 'reply.code(409).send();',
  },
];

/** Code for another release names it, and the release that deletes the code, in one comment. */
const otherRelease =
  /\b(?:earlier|former|older|previous) (?:releases?|services?|versions? of the service)\b|\bolder (?:pages?|process(?:es)?|versions?)\b|\blegacy\b|\b(?:before|since|with|by) (?:release |version )?\d+\.\d+\.\d+\b/i;
const namesBoth = /\brelease \d+\.\d+\.\d+\b.*\brelease \d+\.\d+\.\d+ deletes\b/;

function unnamedReleases(file: string, code: string): string[] {
  return code
    .split('\n')
    .filter((line) => otherRelease.test(line) && !namesBoth.test(line))
    .map((line) => `${file}: ${line.trim()}`);
}

test('code for another release names it, and the release that deletes it', () => {
  assert.deepEqual(
    productFiles()
      .filter((file) => !file.includes('/messages/'))
      .flatMap((file) => unnamedReleases(file, text(file))),
    [],
  );
  for (const unnamed of [
    '// An earlier release wrote no such rows.',
    '// Legacy rows have no version.',
    '/** Absent: seen by an older version. */',
    '// An older page of the admin center does not know them.',
    '// Before version 0.1.0 this was null.',
    '/** Kept for rows that were written by 0.0.9. */',
  ]) {
    assert.equal(unnamedReleases('x', unnamed).length, 1, unnamed);
  }
  const named =
    '// An earlier release wrote none: release 0.1.0 did so, and release 0.3.0 deletes this.';
  assert.deepEqual(unnamedReleases('x', named), []);
});

function breaches({ forbidden, applies, except }: Rule, file: string, code: string): string[] {
  const name = file.slice(service.length);
  if (!file.startsWith(service) || !applies(file) || name in except) return [];
  return code
    .split('\n')
    .filter((line) => forbidden.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .map((line) => `${name}: ${line.trim()}`);
}

suite('what always holds in the source', () => {
  for (const rule of rules) {
    test(rule.title, () => {
      assert.deepEqual(
        productFiles().flatMap((file) => breaches(rule, file, text(file))),
        [],
      );
      assert.equal(breaches(rule, `${service}groups/planted.ts`, rule.planted).length, 1);
      for (const name of Object.keys(rule.except)) {
        assert.match(text(`${service}${name}`), rule.forbidden, `${name} needs no exception`);
      }
    });
  }
});

/** The files of the admin center that render a table or a grid. See docs/decisions/0050-small-parts-are-ours.md. */
const tables: Readonly<Record<string, RegExp>> = {
  'components/data-table.tsx': /<table\b/,
  'components/grid/grid.tsx': /role="(?:grid|table|treegrid)"/,
};

function rendersTable(code: string): boolean {
  return Object.values(tables).some((pattern) => pattern.test(code));
}

test('one file of the admin center renders tables, and one renders grids', () => {
  const rendering = productFiles().filter(
    (file) => file.startsWith('packages/console/src/') && rendersTable(text(file)),
  );
  assert.deepEqual(
    rendering.map((file) => file.slice('packages/console/src/'.length)).toSorted(),
    Object.keys(tables).toSorted(),
  );
  for (const planted of ['<table className="x">', '<div role="table">', '<div role="grid">']) {
    assert.ok(rendersTable(planted), planted);
  }
});

test('every sentence of "What always holds" names a test or check that exists', () => {
  const section = /## What always holds\n(.*?)\n## /s.exec(text('ARCHITECTURE.md'))?.[1] ?? '';
  const sentences = section.split('\n').filter((line) => line.startsWith('- '));
  assert.ok(sentences.length >= 10);
  for (const sentence of sentences) {
    const holders = [...sentence.matchAll(/`([\w./-]+\.(?:test|suite)\.ts|\.oxlintrc\.json)`/g)];
    assert.ok(holders.length > 0, `names nothing that holds it: ${sentence}`);
    for (const [, file = ''] of holders) {
      const path = /^(?:packages\/|scripts\/|\.)/.test(file) ? file : service + file;
      assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), `${path} is not there`);
    }
  }
});

/** Each mention of a decision record that names none of them: a number or a file. */
function unknownDecisions(source: string, records: readonly string[]): string[] {
  const mentions = [
    ...source.matchAll(/decisions\/(\d{4}(?:-[\w-]+\.md)?)/g),
    ...source.matchAll(/\bdecisions? (\d{4})\b/gi),
  ].map(([, mention = '']) => mention);
  return mentions.filter((mention) => !records.some((file) => file.startsWith(mention)));
}

test('every decision record is in the list of them, and every mention of a record names one', () => {
  const root = new URL('..', import.meta.url);
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((path) =>
    path.slice('docs/decisions/'.length),
  );
  const listed = [...text('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)];
  assert.deepEqual([...new Set(listed.map(([, file = '']) => file))].sort(), records.sort());
  assert.equal(new Set(records.map((file) => file.slice(0, 4))).size, records.length);

  const sources = globSync(
    [
      '*.md',
      'docs/**/*.md',
      'scripts/**/*.ts',
      'packages/*/{*,{bench,src,testing}/**/*}.{ts,tsx,sql,md}',
    ],
    { cwd: root },
  ).filter((file) => file !== 'scripts/invariants.test.ts');
  const unknown = sources.flatMap((file) =>
    unknownDecisions(text(file), records).map((mention) => `${file}: ${mention}`),
  );
  assert.deepEqual(unknown, []);
  assert.deepEqual(
    unknownDecisions('Until decision 9999, see docs/decisions/9998-a-name.md.', records),
    ['9998-a-name.md', '9999'],
  );
});
