import assert from 'node:assert/strict';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createSigner, generateSigningSecret, signMessage, verificationKey } from './signing.ts';

const text = '{"data":{"name":"é"}}';
const message = { id: 'evt_1', body: Buffer.from(text) };

suite('signing', () => {
  test('the package standardwebhooks verifies our HMAC signatures', () => {
    const secret = generateSigningSecret('hmac', randomBytes);
    const headers = { ...signMessage([createSigner(secret)], message, Date.now()) };
    assert.deepEqual(new Webhook(secret).verify(text, headers), JSON.parse(text));
    assert.throws(() => new Webhook(secret).verify(`${text} `, headers));
    assert.throws(() => new Webhook(secret).verify(text, { ...headers, 'webhook-id': 'evt_2' }));
    const late = { ...signMessage([createSigner(secret)], message, Date.now() - 600_000) };
    assert.throws(() => new Webhook(secret).verify(text, late));
  });

  test('while keys are rotated each receiver finds the signature of the one it knows', () => {
    const [old, young] = [
      generateSigningSecret('hmac', randomBytes),
      generateSigningSecret('hmac', randomBytes),
    ];
    const headers = { ...signMessage([old, young].map(createSigner), message, Date.now()) };
    for (const secret of [old, young]) new Webhook(secret).verify(text, headers);
    const other = generateSigningSecret('hmac', randomBytes);
    assert.throws(() => new Webhook(other).verify(text, headers));
  });

  test('an Ed25519 signature is verified with the public key that the receiver gets', () => {
    const secret = generateSigningSecret('ed25519', randomBytes);
    const publicText = verificationKey(secret);
    assert.match(publicText, /^whpk_/);
    const headers = signMessage([createSigner(secret)], message, 1_700_000_000_123);
    const [version, signature] = headers['webhook-signature'].split(',');
    assert.equal(version, 'v1a');
    const x = Buffer.from(publicText.slice(5), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const content = Buffer.from(`${message.id}.1700000000.${text}`);
    assert.equal(verify(null, content, key, Buffer.from(signature ?? '', 'base64')), true);
    assert.equal(
      verify(null, Buffer.from('x'), key, Buffer.from(signature ?? '', 'base64')),
      false,
    );
  });
});
