// The tables of docs/microsoft-365/failures.md and the sentences of the code are held against each other.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '..');
const files = [
  ...globSync('microsoft-graph/*.ts', { cwd: source }),
  ...globSync('engine/*.ts', { cwd: source }),
  'directory/alias-held.ts',
  'outbound/unreachable.http.ts',
].filter((file) => !/\.(?:test|long|suite|postgres)\.ts$/.test(file));

/** Sentences that describe no failure of a creation, by their purpose. */
const others: Readonly<Record<string, readonly string[]>> = {
  'what the connection test says': [
    'Grant the application permission ',
    'The sign-in works',
    'Leave dates are ',
    'Changes of groups are ',
    'The audit log of Microsoft Entra is not read',
    'Differences say who changed a group',
    'Whether owners may add guests',
    'Templates can decide whether owners may add guests',
    'Teams are archived by the application permission ',
    'Guests are not invited',
    'Rosters can have guests invited',
    'Messages can',
    'The sensitivity labels are not listed',
    'The template editor lists the sensitivity labels',
    'Sensitivity labels can be set',
    'Applications cannot read ',
    'The last use of groups is ',
    'Whether reports conceal names ',
    'Reports show names',
    'Reports conceal names',
    'The report of Microsoft 365 ',
    'Too many adoptions of the template failed',
  ],
  'what a roster says of a guest': [
    'Microsoft 365 invited the person, ',
    'The tenant invites nobody from ',
    'The tenant invites no guests: ',
    ' cannot be invited: ',
  ],
  'how far a step is': [
    'Added ${',
    'Created ${',
    'Found ${',
    'The group already existed: ',
    'Waits for an approval.',
    'No approval is needed.',
  ],
  'a mistake in the program': [
    'which nobody asked for',
    'Unknown result: ',
    'Unknown status of a step: ',
    'The ledger has no ',
    'No archiving has the operation ',
  ],
  'what metrics measure': [
    ' that this process completed',
    ' this process runs',
    'Age of the oldest accepted creation ',
    'Time from the acceptance of a creation ',
    'Duration of an attempt of a step',
    'Requests to Microsoft Graph and SharePoint and, as sign_in, ',
    'Tenants whose latest sign-in ',
    'Duration of requests to Microsoft Graph',
  ],
  'the cause of another, for the log': ['The answer contained no token.'],
  'what is said when a connection is set': [
    'This is not a PEM file.',
    ' in this PEM',
    'The private key does not belong to the certificate.',
    'Entra accepts certificates with an RSA key only.',
  ],
  'a condition of a statement': ['.team_id in (', '.team_id not in ('],
  'what is said when people are followed or messages are sent': [
    'The state of ${id} was not read.',
    'Microsoft 365 has no mailbox ${mailbox}',
    'The connection may not send mail as ${mailbox}',
  ],
};

const plain = (text: string) =>
  text.replaceAll(/[’']/g, "'").replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ');

/** The constant parts of a sentence, around its placeholders: pieces of two words or more. */
function fastParts(sentence: string): string[] {
  return plain(sentence)
    .split(/\$\{[^}]*\}?|…/)
    .map((part) => part.replaceAll(/^[\s“”().:,]+|[\s“”().:,]+$/g, ''))
    .filter((part) => /\w\s+\w/.test(part));
}

/** Text literals that begin like a sentence and hold several words. */
function sentencesOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const literals = [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)];
  return literals
    .map(([, quoted, template]) => quoted ?? template ?? '')
    .filter((literal) => /^(?:[A-Z]|\$\{)/.test(literal) && fastParts(literal).length > 0)
    .filter((literal) => /[.:”)}]$|\w$/.test(literal) && /[a-z] [a-z]/.test(literal));
}

const sentences = files.flatMap((file) =>
  sentencesOf(file).map((sentence) => ({ file: basename(file), sentence })),
);
const section = readFileSync(join(source, '../../../docs/microsoft-365/failures.md'), 'utf8');

test('every failure that a creation can report is in the tables', () => {
  const documented = plain(section);
  const isOther = (sentence: string) =>
    Object.values(others).some((known) => known.some((part) => sentence.includes(part)));
  const missing = sentences
    .filter(({ sentence }) => !isOther(sentence))
    .filter(({ sentence }) => !fastParts(sentence).every((part) => documented.includes(part)));
  assert.deepEqual(missing, []);
  assert.ok(sentences.length > 60, `${sentences.length} sentences`);
});

test('every message in the tables is one that the code can say', () => {
  const elsewhere = ['outbound/guarded-connector.http.ts'];
  const said = plain(
    [...files, ...elsewhere].map((file) => readFileSync(join(source, file), 'utf8')).join('\n'),
  );
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Message'));
  const messages = rows.flatMap((row) => {
    const cells = row.split(/(?<!\\)\|/).slice(1, -1);
    return cells.length === 3 ? [cells[1] ?? ''] : [cells[0] ?? ''];
  });
  const unsaid = messages.flatMap((message) =>
    message
      // Italic words, quotations and brackets are placeholders.
      .split(/\*[^*]+\*|“[^”]*”|\([^)]*\)|…|\/ |: (?=Microsoft 365 says)|(?<=belongs to) |(?<=\.) /)
      .flatMap((part) => fastParts(part))
      .filter((part) => part.split(' ').length > 3 && !said.includes(part)),
  );
  assert.deepEqual(unsaid, []);
  assert.ok(messages.length > 50, `${messages.length} messages`);
});

test('every code with which a creation can fail is in the first column', () => {
  const text = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
  const codes = new Set([
    ...[...text.matchAll(/new StepFailure\(\s*'(\w+)'/g)].map(([, code]) => code ?? ''),
    ...[...text.matchAll(/code: '(directory_\w+|internal_error)'/g)].map(([, code]) => code ?? ''),
    ...[...text.matchAll(/: '(directory_\w+)'/g)].map(([, code]) => code ?? ''),
  ]);
  const column = new Set([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code ?? ''));
  assert.deepEqual(codes, new Set([...column].filter((code) => codes.has(code))));
  assert.ok(codes.size >= 7, [...codes].join(', '));
});
