/** Codes of OpenSSL and Node for a TLS connection that was not trusted, or not made. */
export const certificateCodes =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|ERR_TLS_CERT|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)|^EPROTO$/;

export function isCertificateFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && certificateCodes.test(String(error.code));
}
