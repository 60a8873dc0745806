import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { processorMsOf } from '../../../testing/processor-time.ts';
import { parseNamingPattern } from './naming-pattern.ts';
import { matchNamingPattern, type KnownValue } from './match-pattern.ts';

function match(
  patternText: string,
  name: string,
  options: { caseInsensitive?: boolean; known?: Record<string, KnownValue> } = {},
) {
  const { pattern, faults } = parseNamingPattern(patternText);
  assert.ok(pattern, JSON.stringify(faults));
  return matchNamingPattern(pattern, name, {
    caseInsensitive: options.caseInsensitive ?? false,
    known: new Map(Object.entries(options.known ?? {})),
  });
}

function taken(...args: Parameters<typeof match>): Record<string, string> | undefined {
  const result = match(...args);
  return result.matches ? Object.fromEntries(result.taken) : undefined;
}

describe('reading a naming pattern', () => {
  it('yields text and placeholders in order', () => {
    assert.deepEqual(parseNamingPattern('prj-{{projectCode}} {a} {{b.c_d-1}}').pattern?.pieces, [
      { kind: 'text', text: 'prj-' },
      { kind: 'placeholder', name: 'projectCode' },
      { kind: 'text', text: ' {a} ' },
      { kind: 'placeholder', name: 'b.c_d-1' },
    ]);
    assert.deepEqual(parseNamingPattern('').pattern?.pieces, []);
  });

  it('says everything that is wrong, and where', () => {
    const faults = (text: string) =>
      parseNamingPattern(text).faults?.map(({ code, index, length }) => [code, index, length]);
    assert.deepEqual(faults('a{{b}}{{c}}'), [['placeholders_adjacent', 6, 5]]);
    assert.deepEqual(faults('{{}}-{{1a}}-{{ a }}'), [
      ['placeholder_malformed', 0, 4],
      ['placeholder_malformed', 5, 6],
      ['placeholder_malformed', 12, 7],
    ]);
    assert.deepEqual(faults('a}} {{b'), [
      ['placeholder_unopened', 1, 2],
      ['placeholder_malformed', 4, 3],
    ]);
    assert.deepEqual(faults('{{{a}}'), [['placeholder_malformed', 0, 6]]);
    assert.deepEqual(faults('{{a}}}'), [['placeholder_malformed', 0, 6]]);
    assert.deepEqual(faults('{{a}'), [['placeholder_malformed', 0, 4]]);
    assert.deepEqual(faults('a\0\ud800'), [
      ['character_refused', 1, 1],
      ['character_refused', 2, 1],
    ]);
    assert.match(parseNamingPattern('{{ a }}').faults?.[0]?.detail ?? '', /Did you mean \{\{a\}\}/);
  });
});

describe('matching a name', () => {
  it('takes the shortest run up to the next text, and the whole rest last', () => {
    assert.deepEqual(taken('prj-{{code}}', 'prj-4711'), { code: '4711' });
    assert.deepEqual(taken('{{a}}-{{b}}', 'x-y-z'), { a: 'x', b: 'y-z' });
    assert.deepEqual(taken('{{a}}-{{b}}-end', 'x-y-end-end'), { a: 'x', b: 'y-end' });
    assert.deepEqual(taken('{{a}}--', '----'), { a: '--' });
    assert.equal(taken('{{a}}-{{b}}', '-x'), undefined);
    assert.deepEqual(taken('{{a}}-{{b}}', '---x'), { a: '-', b: '-x' });
    assert.deepEqual(taken('fixed', 'fixed'), {});
  });

  it('says where a name stops matching and what is expected there', () => {
    const stop = (pattern: string, name: string) => {
      const result = match(pattern, name);
      assert.equal(result.matches, false);
      return result.matches ? undefined : [result.index, result.rest, result.expected];
    };
    assert.deepEqual(stop('prj-{{a}}', 'pry-1'), [2, 'y-1', { kind: 'text', text: 'prj-' }]);
    assert.deepEqual(stop('prj-{{a}}', 'prj-'), [4, '', { kind: 'something', placeholder: 'a' }]);
    assert.deepEqual(stop('{{a}}-{{b}}', 'xyz'), [
      0,
      'xyz',
      { kind: 'following', placeholder: 'a', text: '-' },
    ]);
    assert.deepEqual(stop('{{a}}-x', '-x'), [
      0,
      '-x',
      { kind: 'following', placeholder: 'a', text: '-x' },
    ]);
    assert.deepEqual(stop('fixed', 'fixed!'), [5, '!', { kind: 'end' }]);
    assert.deepEqual(stop('{{a}}-{{a}}', 'x-y'), [
      2,
      'y',
      { kind: 'value', placeholder: 'a', text: 'x' },
    ]);
  });

  it('gives a placeholder the same value wherever it appears', () => {
    assert.deepEqual(taken('{{a}}-{{a}}', 'x-x'), { a: 'x' });
    assert.equal(taken('{{a}}-{{a}}', 'x-X'), undefined);
    assert.deepEqual(taken('{{a}}-{{a}}', 'x-X', { caseInsensitive: true }), { a: 'x' });
    assert.deepEqual(taken('{{a}}-{{b}}-{{a}}', 'x-y-z-x'), { a: 'x', b: 'y-z' });
    assert.deepEqual(taken('{{a}}-{{b}}-{{a}}.{{c}}', 'x-y-z-x.q'), { a: 'x', b: 'y-z', c: 'q' });
  });

  it('takes a known value for text', () => {
    const known = { org: { value: 'acme', caseInsensitive: false } };
    assert.deepEqual(taken('{{x}}-{{org}}', 'a-b-acme', { known }), { x: 'a-b', org: 'acme' });
    assert.deepEqual(taken('{{x}} {{org}}, {{y}}', 'a b acme, c', { known }), {
      x: 'a b',
      org: 'acme',
      y: 'c',
    });
    assert.equal(taken('{{x}}-{{org}}', 'a-ACME', { known }), undefined);
    const loose = { org: { value: 'acme', caseInsensitive: true } };
    assert.deepEqual(taken('{{x}}-{{org}}.{{y}}', 'a-acme-ACME.b', { known: loose }), {
      x: 'a-acme',
      org: 'ACME',
      y: 'b',
    });
    assert.equal(taken('{{x}}K{{org}}L{{y}}', 'akacmelb', { known: loose }), undefined);
  });

  it('compares A to Z alike where case does not count, and nothing else', () => {
    assert.deepEqual(taken('PRJ-{{a}}', 'prj-Q', { caseInsensitive: true }), { a: 'Q' });
    assert.equal(taken('prj-{{a}}', 'PRJ-q'), undefined);
    assert.equal(taken('é{{a}}', 'Éq', { caseInsensitive: true }), undefined);
    assert.equal(taken('k{{a}}', '\u212aq', { caseInsensitive: true }), undefined);
  });

  // The rule in another form: a lazy regular expression, which goes back where it has to.
  it('agrees with a lazy regular expression on placeholders that appear once', () => {
    const piece = fc.string({
      unit: fc.constantFrom('a', 'b', '-', '.', 'A'),
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', 'A'), maxLength: 14 }),
        (texts, opens, closes, caseInsensitive, name) => {
          let text = opens ? '{{p0}}' : '';
          let expression = opens ? '(?<p0>.+?)' : '';
          for (const [index, one] of texts.entries()) {
            text += one;
            expression += one.replaceAll('.', '\\.');
            if (index < texts.length - 1 || closes) {
              text += `{{p${index + 1}}}`;
              expression += `(?<p${index + 1}>.+?)`;
            }
          }
          const expected = new RegExp(`^(?:${expression})$`, caseInsensitive ? 'i' : '').exec(name);
          assert.deepEqual(
            taken(text, name, { caseInsensitive }),
            expected === null ? undefined : { ...expected.groups },
          );
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('finds a known value wherever the rule says, compared with trying every place', () => {
    const letters = fc.constantFrom('a', 'A', 'b');
    const text = fc.string({ unit: letters, minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.tuple(text, text, text),
        fc.boolean(),
        fc.string({ unit: letters, minLength: 1, maxLength: 16 }),
        ([before, value, after], caseInsensitive, name) => {
          const known = { k: { value, caseInsensitive } };
          const fits = (at: number): boolean => {
            const middle = name.slice(at + before.length, at + before.length + value.length);
            return (
              name.startsWith(before, at) &&
              (caseInsensitive ? middle.toLowerCase() === value.toLowerCase() : middle === value) &&
              name.startsWith(after, at + before.length + value.length)
            );
          };
          const length = before.length + value.length + after.length;
          let expected: number | undefined;
          for (let at = name.length - length - 1; at >= 1; at -= 1) if (fits(at)) expected = at;
          const result = taken(`{{x}}${before}{{k}}${after}{{y}}`, name, { known });
          assert.equal(result?.['x']?.length, expected);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('takes little time for the longest names, also for those that are made to be slow', () => {
    const longest = 256;
    const adversaries: readonly [string, string][] = [
      ['{{a}}ab{{b}}ab{{c}}ab{{d}}ab!', 'a'.repeat(longest)],
      // A taken value is sought: as long as the name itself, and nearly found at every place.
      ['{{a}}-{{b}}a{{a}}a{{c}}', `${'a'.repeat(64)}b-${'a'.repeat(190)}`],
      ['{{a}}-{{b}}.{{a}}.{{c}}', `${'a'.repeat(64)}-${'.a'.repeat(95)}`],
      [`{{a}}${'a'.repeat(120)}b{{c}}`, 'a'.repeat(longest)],
    ];
    for (const [pattern, name] of adversaries) {
      const times = Array.from({ length: 5 }, () =>
        processorMsOf(() => match(pattern, name, { caseInsensitive: true })),
      );
      assert.ok(Math.min(...times) < 5, `${pattern} ${times.join()} ms`);
    }
  });
});
