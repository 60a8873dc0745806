// Mails that an application sends as a mailbox, in MIME form.
import { resourceNotFound, Refusal, type Answer } from './response.ts';
import type { Call, Route } from './route.ts';

const sendMailPath = /^\/users\/([^/]+)\/sendMail$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function isSendMail(url: string): boolean {
  return sendMailPath.test(url.split('?')[0] ?? '');
}

function malformed(): Refusal {
  return new Refusal(
    400,
    'ErrorMimeContentInvalidBase64String',
    'Invalid base64 string for MIME content.',
    { violation: 'unreadable_body' },
  );
}

/** 202 says that the mail was accepted, not that it was delivered. */
function sendMail(call: Call, [reference = '']: readonly string[]): Answer {
  const user = call.tenant.usersByName.get(decodeURIComponent(reference).toLowerCase());
  if (user === undefined) throw resourceNotFound(reference);
  if (typeof call.body !== 'string' || !base64.test(call.body)) throw malformed();
  const mime = Buffer.from(call.body, 'base64').toString('utf8');
  const [head = ''] = mime.split('\r\n\r\n');
  if (!/^to:/im.test(head) || !/^message-id: <[^<>\s]+@[^<>\s]+>/im.test(head)) throw malformed();
  call.deliver({ mailbox: user.userPrincipalName, mime });
  return { status: 202 };
}

export const mailRoutes: readonly Route[] = [
  {
    name: 'users.sendMail',
    method: 'POST',
    pattern: sendMailPath,
    permissions: ['Mail.Send'],
    costs: { mailSend: 1 },
    handle: sendMail,
  },
];
