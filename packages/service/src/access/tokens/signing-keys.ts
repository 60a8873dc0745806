// The keys that sign access tokens. A key signs for 30 days; its successor is published an hour before it
// signs, and the old public half stays published until the last token it signed has expired. Where no key can
// be opened, because the encryption key that it was encrypted with is gone, another is made.
import { type KeyObject, createPrivateKey } from 'node:crypto';

import { exportJWK, exportPKCS8, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';

import type { Clock, Timers } from '../../ground/clock.ts';
import { createPoller } from '../../ground/poller.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { StoredSigningKey } from '../../settings/configuration/configuration-copy.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { DomainError } from '../../ground/errors.ts';

export interface SigningKeys {
  /** The newest key that signs now and that this process can open. @throws DomainError `unavailable` when there is none */
  signingKey(): { keyId: string; privateKey: KeyObject };
  /** The public half by key id, while tokens signed by it may be valid. */
  publicKey(keyId: string): Promise<CryptoKey | undefined>;
  /** The public keys as a JWK set (RFC 7517). */
  publicKeySet(): { keys: JWK[] };
  /** Makes the first key, one that can be opened, or the next one in good time. Safe to call from several processes. */
  rotate(): Promise<void>;
  /** Rotates once an hour from then on. */
  start(): void;
  stop(): Promise<void>;
}

export interface SigningKeyStore {
  /** Runs the work while no other process does; the key it returns is stored. */
  addUnlessPresent(
    make: (latestSignsUntil: Date | null) => Promise<StoredSigningKey | undefined>,
  ): Promise<void>;
}

const signsForMs = 30 * 86_400_000;
const publishedBeforeMs = 3_600_000;
const publishedAfterMs = 86_400_000 + 3_600_000;
const makeSuccessorBeforeMs = 2 * 86_400_000;
const rotateEveryMs = 3_600_000;

/** Binds the encrypted private half to its key. */
export const signingKeyPurpose = (keyId: string) => `signing_keys/${keyId}`;

/** @param signsFrom milliseconds since the Unix epoch */
export async function makeSigningKey(
  { encryption, newId }: { encryption: Encryption; newId: () => string },
  signsFrom: number,
): Promise<StoredSigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const keyId = newId();
  return {
    keyId,
    publicJwk: { ...(await exportJWK(publicKey)) },
    privateKeySealed: encryption.encrypt(await exportPKCS8(privateKey), signingKeyPurpose(keyId)),
    signsFrom: new Date(signsFrom),
    signsUntil: new Date(signsFrom + signsForMs),
    withdrawnAt: null,
  };
}

interface SigningKeyDeps {
  configuration: Configuration;
  store: SigningKeyStore;
  encryption: Encryption;
  clock: Clock & Timers;
  newId: () => string;
  onError: (error: unknown) => void;
}

export function createSigningKeys(deps: SigningKeyDeps): SigningKeys {
  const { configuration, clock, encryption, onError } = deps;
  const openPrivateKey = createOpenPrivateKey(encryption);
  const publicKeys = new Map<string, Promise<CryptoKey>>();

  function published(): StoredSigningKey[] {
    const now = clock.now();
    return [...configuration.signingKeys()].filter(
      (key) => key.withdrawnAt === null && key.signsUntil.getTime() + publishedAfterMs > now,
    );
  }

  /** The newest that signs now and that this process can open. Each token asks for it. */
  function present(): { keyId: string; privateKey: KeyObject } | undefined {
    const now = clock.now();
    let newest = Number.NEGATIVE_INFINITY;
    let found: { keyId: string; privateKey: KeyObject } | undefined;
    for (const key of configuration.signingKeys()) {
      const from = key.signsFrom.getTime();
      if (key.withdrawnAt !== null || from <= newest) continue;
      if (from > now || now >= key.signsUntil.getTime()) continue;
      const privateKey = openPrivateKey(key);
      if (privateKey === undefined) continue;
      newest = from;
      found = { keyId: key.keyId, privateKey };
    }
    return found;
  }

  const rotate = createRotate(deps, () => present() !== undefined);
  const poller = createPoller({
    run: rotate,
    everyMs: rotateEveryMs,
    firstAfterMs: rotateEveryMs,
    timers: clock,
    onError,
  });

  return {
    signingKey() {
      const key = present();
      if (key === undefined) {
        throw new DomainError('unavailable', 'The service has no key to sign tokens with yet.', {
          retryAfterMs: 1_000,
        });
      }
      return key;
    },
    async publicKey(keyId) {
      const key = published().find((candidate) => candidate.keyId === keyId);
      if (key === undefined) return undefined;
      const known = publicKeys.get(keyId) ?? importPublic(key);
      publicKeys.set(keyId, known);
      return known;
    },
    publicKeySet: () => ({
      keys: published().map(({ keyId, publicJwk }) =>
        Object.assign({ kid: keyId, use: 'sig', alg: 'ES256' }, publicJwk),
      ),
    }),
    rotate,
    start: () => poller.start(),
    stop: () => poller.stop(),
  };
}

function createRotate(
  { configuration, store, encryption, clock, newId }: SigningKeyDeps,
  canSignNow: () => boolean,
): () => Promise<void> {
  return async () => {
    await store.addUnlessPresent(async (latestSignsUntil) => {
      // Another process may have made one while this one waited for its turn.
      if (!canSignNow()) await configuration.refresh();
      const now = clock.now();
      const inGoodTime = now + publishedBeforeMs;
      // Without a key that signs until then, for example after a long downtime, no caller could get a token.
      const signsUntil = canSignNow() ? (latestSignsUntil?.getTime() ?? 0) : 0;
      if (signsUntil - now > makeSuccessorBeforeMs) return undefined;
      const signsFrom = signsUntil >= inGoodTime ? inGoodTime : now;
      return await makeSigningKey({ encryption, newId }, signsFrom);
    });
    await configuration.refresh();
  };
}

/** Opens the private halves of keys; undefined where one cannot be decrypted. */
function createOpenPrivateKey(
  encryption: Encryption,
): (key: StoredSigningKey) => KeyObject | undefined {
  const privateKeys = new Map<string, KeyObject>();
  /** Keys that cannot be decrypted, in their encrypted form at the last attempt. */
  const closedKeys = new Map<string, string>();
  return ({ keyId, privateKeySealed }) => {
    const known = privateKeys.get(keyId);
    if (known !== undefined) return known;
    if (closedKeys.get(keyId) === privateKeySealed) return undefined;
    try {
      const opened = createPrivateKey(
        encryption.decrypt(privateKeySealed, signingKeyPurpose(keyId)),
      );
      privateKeys.set(keyId, opened);
      return opened;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      closedKeys.set(keyId, privateKeySealed);
      return undefined;
    }
  };
}

async function importPublic(key: StoredSigningKey): Promise<CryptoKey> {
  const imported = await importJWK(key.publicJwk, 'ES256');
  if (imported instanceof Uint8Array) throw new TypeError('A signing key has to be asymmetric.');
  return imported;
}
