import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { findSecret, generateSecret, hashSecret, isWellFormed } from './secret.ts';

const createdAt = '2026-11-21T00:00:00.000Z';

function keyWith(...secrets: string[]) {
  return {
    secrets: secrets.map((secret, index) => ({
      secretId: `${index}`,
      hash: hashSecret(secret),
      createdAt,
    })),
  };
}

describe('a secret', () => {
  it('holds 256 random bits, a prefix and a checksum', () => {
    const secrets = new Set(Array.from({ length: 500 }, () => generateSecret(randomBytes)));
    assert.equal(secrets.size, 500);
    for (const secret of secrets) {
      assert.match(secret, /^gwk_[0-9A-Za-z]{49}$/);
      assert.ok(isWellFormed(secret));
    }
    const least = generateSecret((size) => new Uint8Array(size));
    const max = generateSecret((size) => new Uint8Array(size).fill(0xff));
    assert.equal(least.slice(4, 47), '0'.repeat(43));
    assert.match(max, /^gwk_[1-9A-Za-z]/);
    assert.equal(max.length, least.length);
  });

  it('is distinguished from one with any character changed', () => {
    const secret = generateSecret(randomBytes);
    for (let index = 0; index < secret.length; index += 1) {
      const other = secret[index] === 'x' ? 'y' : 'x';
      const changed = secret.slice(0, index) + other + secret.slice(index + 1);
      assert.equal(isWellFormed(changed), false, changed);
    }
    for (const text of ['', 'gwk_', `${secret}0`, `${secret}\n`, secret.slice(0, -1)]) {
      assert.equal(isWellFormed(text), false, text);
    }
  });

  it('matches the key whose hash is stored, either secret while rotating, and no other', () => {
    const [first, second, other] = [1, 2, 3].map(() => generateSecret(randomBytes)) as [
      string,
      string,
      string,
    ];
    assert.ok(findSecret(keyWith(first), first));
    assert.equal(findSecret(keyWith(first, second), second)?.secretId, '1');
    assert.ok(findSecret(keyWith(first, second), first));
    assert.equal(findSecret(keyWith(first), other), undefined);
    assert.equal(findSecret(keyWith(), other), undefined);
    assert.equal(findSecret(undefined, other), undefined);
    assert.equal(findSecret({ secrets: [{ secretId: '', hash: '', createdAt }] }, ''), undefined);
  });
});
