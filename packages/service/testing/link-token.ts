// The token of a decision link, as a message to the person has it.
import { randomBytes } from 'node:crypto';
import { createEncryption } from '../src/ground/encryption/encryption.ts';
import { createDecisionKeys } from '../src/messages/tasks/decision-keys.postgres.ts';
import { createDecisionLinks } from '../src/messages/tasks/decision-links.ts';
import { testBaseUrl, testEncryptionKey, type TestService } from './service.ts';

export async function linkToken(
  { at: { database } }: TestService,
  { tenantId }: { readonly tenantId: string },
  taskId: string,
  personId: string,
): Promise<string> {
  const encryption = createEncryption([testEncryptionKey], randomBytes);
  const links = createDecisionLinks({
    readKey: createDecisionKeys({ database, encryption, randomBytes }),
    findTask: async () => undefined,
    isAccountClosed: async () => false,
    findDecidingAdministrator: async () => undefined,
    baseUrl: testBaseUrl,
  });
  return new URL((await links.of(tenantId))(taskId, personId)).hash.slice(1);
}

/** Decides on the decision page, and answers the status. */
export async function decideByToken(
  { address }: TestService,
  token: string,
  decision: object,
): Promise<number> {
  const answer = await fetch(`${address}/decide/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...decision }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
