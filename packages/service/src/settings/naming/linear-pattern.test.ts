import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../testing/seed.ts';
import { compileLinearPattern } from './linear-pattern.ts';

const matches = (pattern: string, value: string) => compileLinearPattern(pattern).matches(value);

describe('the pattern of a property', () => {
  it('matches the whole value', () => {
    assert.ok(matches('[0-9]{4}', '4711'));
    assert.ok(!matches('[0-9]{4}', '47110'));
    assert.ok(matches('(DE|AT|CH)-\\d{2,3}', 'CH-042'));
    assert.ok(matches('[^a-z.-]+', 'ÄÖ 1'));
    assert.ok(!matches('a|b', 'ab'));
    assert.ok(matches('(a|)b?', ''));
    assert.ok(matches('\\.\\w*', '.x_9'));
    assert.ok(matches('.', '🚀'));
  });

  it('agrees with the regular expressions of JavaScript', () => {
    const atoms = ['a', 'b', '.', '[ab]', '[^a]', '\\d', '(ab|b)', '(a(b|c)*)', '[a-c]'];
    const atom = fc.constantFrom(...atoms);
    const repeat = fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}', '{2,}');
    const pattern = fc
      .array(fc.tuple(atom, repeat, fc.constantFrom('', '', '|')), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.map((part) => part.join('')).join(''));
    const value = fc.string({ unit: fc.constantFrom(...'abc1'.split('')), maxLength: 12 });
    fc.assert(
      fc.property(pattern, value, (text, input) => {
        assert.equal(matches(text, input), new RegExp(`^(?:${text})$`, 'u').test(input));
      }),
      { numRuns: 3_000, seed: testSeed },
    );
  });

  it('takes time linear in the value for patterns that make backtracking explode', () => {
    for (const pattern of ['(a+)+b', '(a|a)*b', 'a*a*a*a*a*a*a*b', '(a?){30}a{30}']) {
      const compiled = compileLinearPattern(pattern);
      const startedAt = performance.now();
      assert.ok(!compiled.matches('a'.repeat(1_024)));
      // Backtracking would take longer than the universe has lasted.
      assert.ok(performance.now() - startedAt < 20_000, pattern);
    }
  });

  it('is compiled at once where it repeats nothing', () => {
    for (const nothing of ['', 'a{0}', '()', '(a{0}|){0}']) {
      const pattern = `a(((${nothing}){9999}){9999}){9999}b`;
      // Written out, these repetitions are a million millions.
      assert.ok(matches(pattern, 'ab'), pattern);
      assert.ok(!matches(pattern, 'aab'), pattern);
    }
  });

  it('follows all its states with little time', () => {
    for (const pattern of ['(.?){990}', '(.*){600}', '(\\w?){990}b']) {
      const { matches: matchesValue, size } = compileLinearPattern(pattern);
      assert.ok(size > 1_700 && size <= 2_000, `${size}`);
      // The least of some: the first ones are slower.
      const took = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        matchesValue('b'.repeat(1_024));
        return process.cpuUsage(before).user / 1_000;
      });
      assert.ok(Math.min(...took) < 100, `${pattern} ${took.join()} ms`);
    }
  });

  it('has a sample that matches', () => {
    for (const pattern of ['[0-9]{4}', '(DE|AT)-\\d+', '[^a-z]x?', 'P\\.[A-F]{2,5}']) {
      const { sample, matches: matchesSample } = compileLinearPattern(pattern);
      assert.ok(matchesSample(sample), `${pattern}: ${sample}`);
    }
  });

  it('is refused with the place of its fault', () => {
    const refused = [
      '(a',
      'a)',
      '[a',
      '[]',
      'a**',
      '*a',
      'a{2,1}',
      'a{x',
      '^a$',
      '(?:a)',
      '\\b',
      '(a)\\1',
    ];
    for (const pattern of [...refused, '(a{1000}){1000}', '('.repeat(50)]) {
      assert.throws(() => compileLinearPattern(pattern), SyntaxError, pattern);
    }
  });
});
