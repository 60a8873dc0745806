// The simulator's certificate authority and a server certificate for loopback, created at each start: sign-in libraries
// insist on https. Clients get the authority through NODE_EXTRA_CA_CERTS.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

export interface LoopbackCertificate {
  /** PEM of the authority, for NODE_EXTRA_CA_CERTS. */
  readonly authority: string;
  /** PEM of the server's certificate and of its key. */
  readonly certificate: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 24 * 60 * 60 * 1000;

async function pemOfKey(key: Parameters<typeof crypto.subtle.exportKey>[1]): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  const lines = der.match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}

/**
 * Valid from yesterday for 90 days, whatever virtual clock the simulator runs on.
 * @param names beside localhost
 */
export async function createLoopbackCertificate(
  names: readonly string[] = [],
): Promise<LoopbackCertificate> {
  x509.cryptoProvider.set(globalThis.crypto);
  const now = Date.now();
  const validity = { notBefore: new Date(now - dayMs), notAfter: new Date(now + 90 * dayMs) };
  const authorityKeys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Graph simulator authority',
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    ...validity,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=localhost',
    issuer: authority.subject,
    signingKey: authorityKeys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: algorithm,
    ...validity,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        ...names.map((value) => ({ type: 'dns' as const, value })),
      ]),
    ],
  });
  return {
    authority: `${authority.toString('pem')}\n`,
    certificate: `${certificate.toString('pem')}\n`,
    key: await pemOfKey(keys.privateKey),
  };
}

const clientAlgorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
} as const;

/** A certificate with its private key in one PEM, as an application signs in with. The simulator accepts any. */
export async function createClientCertificate(): Promise<string> {
  x509.cryptoProvider.set(globalThis.crypto);
  const keys = await crypto.subtle.generateKey(clientAlgorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '03',
    name: 'CN=Rehearsal',
    keys,
    signingAlgorithm: clientAlgorithm,
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + 90 * dayMs),
  });
  return `${await pemOfKey(keys.privateKey)}${certificate.toString('pem')}\n`;
}
