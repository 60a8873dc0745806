import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DomainError } from '../errors.ts';
import { StartError } from '../start-error.ts';
import { readOrMakeKeyFile } from './key-file.ts';
import { createEncryption } from './encryption.ts';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);

function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unavailable';
}

suite('encryption', () => {
  test('decrypts its own texts, for the same purpose only', () => {
    const encryption = createEncryption([newKey], randomBytes);
    const ciphertext = encryption.encrypt('hush ü', 'tenants/1');
    assert.equal(encryption.decrypt(ciphertext, 'tenants/1'), 'hush ü');
    assert.throws(() => encryption.decrypt(ciphertext, 'tenants/2'), isUnavailable);
    assert.ok(!ciphertext.includes('hush'));
  });

  test('never encrypts the same text the same way twice', () => {
    const encryption = createEncryption([newKey], randomBytes);
    assert.notEqual(encryption.encrypt('x', 'p'), encryption.encrypt('x', 'p'));
  });

  test('notices every change of a single byte', () => {
    const encryption = createEncryption([newKey], randomBytes);
    const [version, name, body = ''] = encryption.encrypt('secret', 'p').split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const forged = `${version}.${name}.${changed.toString('base64url')}`;
      assert.throws(() => encryption.decrypt(forged, 'p'), isUnavailable, `byte ${index}`);
    }
    for (const broken of ['', 'v1', `v1.${name}.`, `v2.${name}.${body}`, `v1.${name}.AAAA`]) {
      assert.throws(() => encryption.decrypt(broken, 'p'), isUnavailable, broken);
    }
  });

  test('takes no tag that was cut short, whose few bytes could be guessed', () => {
    const encryption = createEncryption([newKey], randomBytes);
    const [version, name, body = ''] = encryption.encrypt('', 'p').split('.');
    const bytes = Buffer.from(body, 'base64url');
    assert.equal(bytes.length, 12 + 16);
    for (const length of [4, 8, 12, 15]) {
      const cut = `${version}.${name}.${bytes.subarray(0, 12 + length).toString('base64url')}`;
      assert.throws(() => encryption.decrypt(cut, 'p'), isUnavailable, `${length} bytes`);
    }
  });

  test('after a rotation the old key still decrypts, and its texts are known to be outdated', () => {
    const before = createEncryption([oldKey], randomBytes).encrypt('kept', 'p');
    const rotated = createEncryption([newKey, oldKey], randomBytes);
    assert.equal(rotated.decrypt(before, 'p'), 'kept');
    assert.equal(rotated.isOutdated(before), true);
    const after = rotated.encrypt('kept', 'p');
    assert.equal(rotated.isOutdated(after), false);
    assert.throws(() => createEncryption([oldKey], randomBytes).decrypt(after, 'p'), isUnavailable);
  });

  test('takes keys of 32 bytes only', () => {
    assert.throws(() => createEncryption([], randomBytes), TypeError);
    assert.throws(() => createEncryption([newKey, randomBytes(31)], randomBytes), TypeError);
  });
});

suite('the key file', () => {
  function withDirectory(work: (path: string) => void): void {
    const path = mkdtempSync(join(tmpdir(), 'groupwright-key-'));
    try {
      work(path);
    } finally {
      rmSync(path, { recursive: true });
    }
  }

  test('is made once, readable by its owner only, and read ever after', () => {
    withDirectory((path) => {
      const key = readOrMakeKeyFile(join(path, 'new'), randomBytes);
      assert.equal(key.length, 32);
      assert.deepEqual(readOrMakeKeyFile(join(path, 'new'), randomBytes), key);
      assert.deepEqual(readdirSync(join(path, 'new')), ['encryption.key']);
      assert.equal(statSync(join(path, 'new', 'encryption.key')).mode & 0o777, 0o600);
    });
  });

  test('of two starters at once both get the one that came first', () => {
    withDirectory((path) => {
      let other: Buffer | undefined;
      const key = readOrMakeKeyFile(path, (size) => {
        // The second starter makes its key while the first has begun and not ended.
        if (size === 32) other ??= readOrMakeKeyFile(path, (bytes) => Buffer.alloc(bytes, 7));
        return randomBytes(size);
      });
      assert.deepEqual(key, Buffer.alloc(32, 7));
      assert.deepEqual(other, key);
    });
  });

  test('that holds no key is refused and stays as it is', () => {
    withDirectory((path) => {
      for (const text of ['', 'short', randomBytes(33).toString('base64')]) {
        writeFileSync(join(path, 'encryption.key'), text);
        assert.throws(
          () => readOrMakeKeyFile(path, randomBytes),
          (error) =>
            error instanceof StartError && /does not contain a 32-byte key/.test(error.message),
        );
        assert.equal(readFileSync(join(path, 'encryption.key'), 'utf8'), text);
      }
    });
  });
});
