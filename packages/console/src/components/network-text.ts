// Why another host gave no answer, in words and in the language of the page. The service ends its sentence with the code
// of the cause, such as ENOTFOUND.
import type { en } from '../messages/en/network.ts';
import type { Messages } from '../messages/use-messages.ts';

type Texts = Messages<typeof en>;

const causes = [
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA)$/, 'unknownHost'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^E(?:NET|HOST)UNREACH$/, 'noRoute'],
  [
    /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)|^EPROTO$/,
    'certificate',
  ],
  [/TIMEOUT|ETIMEDOUT|^TimeoutError$/, 'timeout'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'closed'],
] as const;

/** @returns undefined if the sentence has no such code */
export function causeOf(t: Texts, detail: string): string | undefined {
  const [, proxy, status] = /the proxy (\S+) answered CONNECT with status (\d+)/.exec(detail) ?? [];
  if (proxy !== undefined) return t('proxyRefused', { proxy, status: status ?? '' });
  const code = /\((\w+)\)\W*$/.exec(detail)?.[1];
  const [, key] = causes.find(([codes]) => code !== undefined && codes.test(code)) ?? [];
  if (key === undefined) return undefined;
  const through = /the proxy (\S+) cannot be reached/.exec(detail)?.[1];
  return through === undefined ? t(key) : t('proxy', { proxy: through, cause: t(key) });
}

const failures = [
  [/^Microsoft 365 is throttling requests\.$/, 'throttled'],
  [/^Microsoft 365 does not accept the connection’s token\.$/, 'tokenRefused'],
  [/^The answer from Microsoft 365 is not readable\.$/, 'unreadable'],
  [/^An internal error occurred/, 'internal'],
] as const;

/** It belongs to a failed call of the directory. The words of the directory stay as they are, in quotation marks. */
export function directoryFailureText(t: Texts, detail: string): string {
  const [, key] = failures.find(([says]) => says.test(detail)) ?? [];
  if (key !== undefined) return t(key);
  const [, host] =
    /^Microsoft 365 (?:cannot be reached|did not answer) at (\S+): /.exec(detail) ?? [];
  if (host !== undefined) {
    return t('unreachable', { host, cause: causeOf(t, detail) ?? t('failed') });
  }
  const [, act, said] =
    /^Microsoft 365 (refused|did not complete) the request: (.+)\.$/s.exec(detail) ?? [];
  if (said !== undefined) return t(act === 'refused' ? 'rejected' : 'incomplete', { said });
  const permission = /lacks the permission ([\w.]+),/.exec(detail)?.[1];
  return permission === undefined ? t('said', { said: detail }) : t('permission', { permission });
}
