import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { WebhookVerificationError } from './errors.ts';
import { verifyWebhook, type VerifyWebhookOptions } from './webhooks.ts';

const now = Date.parse('2026-11-17T09:00:00.000Z');
const timestamp = String(now / 1000);
const id = 'evt_1';
const event = {
  specversion: '1.0',
  id,
  source: '/groupwright',
  type: 'group.succeeded',
  time: 'now',
  data: { ü: '…' },
};
const body = JSON.stringify(event);

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function signedWith(secret: string): VerifyWebhookOptions {
  const signature = new Webhook(secret).sign(id, new Date(now), body);
  const headers = {
    'Webhook-Id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  return { body, headers, secrets: secret, now };
}

async function assertRefused(options: VerifyWebhookOptions, reason: RegExp): Promise<void> {
  await assert.rejects(verifyWebhook(options), (error) => {
    assert.ok(error instanceof WebhookVerificationError);
    assert.match(error.message, reason);
    return true;
  });
}

describe('verifyWebhook', () => {
  it('takes what the reference implementation signed, as text and as bytes', async () => {
    const options = signedWith(newSecret());
    assert.deepEqual(await verifyWebhook(options), event);
    assert.deepEqual(
      await verifyWebhook({ ...options, body: new TextEncoder().encode(body) }),
      event,
    );
    const headers = new Headers(options.headers as Record<string, string>);
    assert.deepEqual(await verifyWebhook({ ...options, headers }), event);
    // Frameworks with their own Headers provide such an object.
    const others = { get: (name: string) => headers.get(name) };
    assert.deepEqual(await verifyWebhook({ ...options, headers: others }), event);
  });

  it('takes Ed25519 signatures with the public key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const signature = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), privateKey).toString(
      'base64',
    );
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const options = {
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1a,${signature}`,
      },
      secrets: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
      now,
    };
    assert.deepEqual(await verifyWebhook(options), event);
    await assertRefused({ ...options, body: `${body} ` }, /No signature/);
    const asHmac = { ...options.headers, 'webhook-signature': `v1,${signature}` };
    await assertRefused({ ...options, headers: asHmac }, /No signature/);
  });

  it('takes any of several secrets and any of several signatures, while they are rotated', async () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const options = signedWith(fresh);
    assert.deepEqual(await verifyWebhook({ ...options, secrets: [old, fresh] }), event);
    const headers = options.headers as Record<string, string>;
    const both = `v1,AAAA v2,BBBB nonsense ${headers['webhook-signature']}`;
    assert.deepEqual(
      await verifyWebhook({ ...options, headers: { ...headers, 'webhook-signature': both } }),
      event,
    );
  });

  it('refuses another body, id, time or secret', async () => {
    const options = signedWith(newSecret());
    const headers = options.headers as Record<string, string>;
    await assertRefused({ ...options, body: body.replace('succeeded', 'failed') }, /No signature/);
    await assertRefused(
      { ...options, headers: { ...headers, 'Webhook-Id': 'evt_2' } },
      /No signature/,
    );
    const later = { ...headers, 'webhook-timestamp': String(now / 1000 + 1) };
    await assertRefused({ ...options, headers: later }, /No signature/);
    await assertRefused({ ...options, secrets: newSecret() }, /No signature/);
  });

  it('refuses what is older or newer than the tolerance', async () => {
    const options = signedWith(newSecret());
    assert.deepEqual(await verifyWebhook({ ...options, now: now + 300_000 }), event);
    await assertRefused(
      { ...options, now: now + 301_000 },
      /too old \(\d+ seconds\): .* or the clock of this machine is ahead/,
    );
    await assertRefused(
      { ...options, now: now - 301_000 },
      /seconds in the future; the clock of this machine may be behind/,
    );
    await assertRefused({ ...options, now: now + 11_000, toleranceSeconds: 10 }, /too old/);
  });

  it('names the mistake where the body was parsed before', async () => {
    const options = signedWith(newSecret());
    for (const parsed of [event, [event], null, undefined, 1]) {
      const body = parsed as unknown as string;
      await assert.rejects(verifyWebhook({ ...options, body }), {
        name: 'TypeError',
        message: /express\.raw/,
      });
    }
    const { buffer } = new TextEncoder().encode(body);
    const asBuffer = buffer as unknown as Uint8Array;
    await assert.rejects(verifyWebhook({ ...options, body: asBuffer }), { name: 'TypeError' });
  });

  it('takes no unknown option, which might be a misspelt tolerance', async () => {
    const misspelt = { ...signedWith(newSecret()), tolerance: 10 };
    await assert.rejects(verifyWebhook(misspelt), /The option tolerance is unknown\. Known: body/);
  });

  it('takes no tolerance, time, secret or headers that are none, and says so in words', async () => {
    const options = signedWith(newSecret());
    const old = { ...options, now: now + 3_600_000 };
    const circular: unknown[] = [];
    circular.push(circular);
    const wrong: unknown[] = [Number.NaN, Infinity, -1, '5m', '300', null, {}, 300n, Symbol('x')];
    for (const value of [...wrong, circular, () => 300] as number[]) {
      for (const name of ['toleranceSeconds', 'now'] as const) {
        await assert.rejects(verifyWebhook({ ...old, [name]: value }), {
          name: 'TypeError',
          message: new RegExp(`^${name} must be a finite number`),
        });
      }
    }
    for (const secrets of [undefined, null, 5, {}, [undefined], [null], ['whsec_AAAA', 5]]) {
      await assert.rejects(verifyWebhook({ ...options, secrets } as VerifyWebhookOptions), {
        name: 'TypeError',
        message: /^verifyWebhook requires secrets.*environment variable/,
      });
    }
    for (const headers of [undefined, null, 'x']) {
      await assert.rejects(verifyWebhook({ ...options, headers } as never), {
        name: 'TypeError',
        message: /requires the headers/,
      });
    }
  });

  it('refuses missing headers, unreadable secrets and no secret at all, in a sentence', async () => {
    const options = signedWith(newSecret());
    await assertRefused({ ...options, headers: {} }, /no webhook-id header/);
    const odd = { ...(options.headers as Record<string, string>), 'webhook-timestamp': '1e9' };
    await assertRefused({ ...options, headers: odd }, /not a number/);
    await assertRefused({ ...options, secrets: [] }, /No secret/);
    await assertRefused({ ...options, secrets: 'gwk_x' }, /begins with whsec_/);
    await assertRefused({ ...options, secrets: 'whsec_***' }, /not valid base64/);
    await assertRefused({ ...options, secrets: 'whpk_AAAA' }, /right length/);
  });
});
