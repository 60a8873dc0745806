// Sends a mail as a mailbox of the tenant.
// https://learn.microsoft.com/graph/api/user-sendmail
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError, type OutgoingMail } from '../directory/directory.ts';
import { isMissingPermission } from './graph-failures.ts';
import type { GraphClient } from './graph-client.ts';

export function createSendMail(client: GraphClient) {
  return async ({ mailbox, mime }: OutgoingMail, context: CallContext): Promise<void> => {
    const answer = await client.call(
      {
        name: 'users.sendMail',
        method: 'POST',
        path: `/users/${encodeURIComponent(mailbox)}/sendMail`,
        text: mime.toString('base64'),
        accept: [403, 404],
      },
      context,
    );
    if (answer.status === 404) {
      throw new DirectoryError(
        'permission_missing',
        `Microsoft 365 has no mailbox ${mailbox} that this connection may use.`,
      );
    }
    if (answer.status === 403 && isMissingPermission(answer)) {
      throw client.denied(`send mail as ${mailbox}`, 'Mail.Send', answer);
    }
    if (answer.status === 403) {
      throw new DirectoryError(
        'permission_missing',
        `The connection may not send mail as ${mailbox}. Microsoft 365 says: “${answer.error.message}”.`,
      );
    }
  };
}
