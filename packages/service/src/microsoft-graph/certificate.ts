// The certificate of a connection: one PEM with the certificate and its private key.
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

/** Why the text is no such PEM; undefined when it is one. */
export function certificateFault(pem: string): string | undefined {
  if (!pem.includes('-----BEGIN ')) {
    return 'This is not a PEM file. Convert a PFX (PKCS #12) file first: openssl pkcs12 -in file.pfx -out file.pem -noenc';
  }
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return 'There is no certificate in this PEM. It needs both the certificate and its private key.';
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return 'There is no readable private key in this PEM. It needs both the certificate and its private key, without a passphrase.';
  }
  if (!certificate.checkPrivateKey(key)) {
    return 'The private key does not belong to the certificate.';
  }
  if (key.asymmetricKeyType === 'rsa') return undefined;
  return 'Entra accepts certificates with an RSA key only. Create one with RSA.';
}

/** The moment at which the certificate ends; undefined: the text has none. */
export function certificateEnd(pem: string): Date | undefined {
  try {
    return new X509Certificate(pem).validToDate;
  } catch {
    return undefined;
  }
}
