import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { aliasKey, isMailNickname, mailNicknameFaults } from './mail-nickname.ts';

/** Microsoft restricts these in groups. */
const reserved = [
  'abuse',
  'admin',
  'administrator',
  'hostmaster',
  'majordomo',
  'postmaster',
  'root',
  'secure',
  'security',
  'ssl-admin',
  'webmaster',
];

/** The documented rule, spelt out: Exchange's alias, as the contract cites it. */
function documented(text: string): boolean {
  const characters = Array.from(text);
  if (characters.length < 1 || characters.length > 64) return false;
  if (reserved.includes(text.toLowerCase())) return false;
  return characters.every((character, index) => {
    const point = character.codePointAt(0) ?? 0;
    if (character === '.') {
      const before = characters[index - 1];
      const after = characters[index + 1];
      return before !== undefined && after !== undefined && before !== '.' && after !== '.';
    }
    return point > 0x20 && point < 0x7f && !'@()\\[]";:<>,'.includes(character);
  });
}

describe('the alias', () => {
  it('may hold exactly the documented characters', () => {
    for (let point = 0; point <= 0x2fff; point += 1) {
      const text = `a${String.fromCodePoint(point)}b`;
      assert.equal(isMailNickname(text), documented(text), `U+${point.toString(16)}`);
    }
  });

  it('follows the documented rule, and every refusal has a fault', () => {
    const unit = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('a', 'Z', '0', '-', '_', "'") },
      { weight: 2, arbitrary: fc.constant('.') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.constantFrom(...Array.from('@()\\[]";:<>, \u0000\u007f')) },
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 70 }), (text) => {
        assert.equal(isMailNickname(text), documented(text));
        assert.equal(mailNicknameFaults(text, '/mailNickName').length === 0, documented(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('has every fault named at once', () => {
    const faults = mailNicknameFaults(`.a b@${'x'.repeat(64)}`, '/mailNickName');
    assert.deepEqual(
      faults.map(({ code }) => code),
      ['too_long', 'character_refused', 'dot_misplaced'],
    );
    assert.match(faults[1]?.detail ?? '', /must not contain a space, @:/);
  });

  it('is none of the reserved ones, in any case', () => {
    for (const alias of [...reserved, 'Postmaster', 'SSL-Admin']) {
      assert.equal(isMailNickname(alias), false);
      assert.deepEqual(
        mailNicknameFaults(alias).map(({ pointer, code }) => [pointer, code]),
        [['/mailNickName', 'alias_reserved']],
      );
    }
    assert.deepEqual(mailNicknameFaults('rooted'), []);
  });

  it('is the same in any case', () => {
    assert.equal(aliasKey('Prj-ALPHA'), aliasKey('prj-alpha'));
  });

  it('is checked in linear time', () => {
    const text = `${'a.'.repeat(500_000)}!@`;
    const startedAt = performance.now();
    assert.equal(mailNicknameFaults(text, '').length > 0, true);
    assert.equal(isMailNickname(text), false);
    // Quadratic time would be hours.
    assert.ok(performance.now() - startedAt < 20_000);
  });
});
