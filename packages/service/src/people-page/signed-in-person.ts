// A person who signed in to decide: kept for an hour in a cookie that only this service can make. It opens nothing by
// itself; a decision also needs the link.
import { createHmac } from 'node:crypto';
import type { Encryption } from '../ground/encryption/encryption.ts';
import type { Clock } from '../ground/clock.ts';
import { constantTimeEqual } from '../ground/constant-time.ts';

export interface SignedInPerson {
  readonly tenantId: string;
  /** Verified by the sign-in provider, in lower case. */
  readonly email: string;
}

const validForMs = 3_600_000;

export function createSignedInPeople(deps: {
  readonly encryption: Pick<Encryption, 'derive'>;
  readonly clock: Clock;
}) {
  const { encryption, clock } = deps;
  const key = encryption.derive('people who signed in to decide');
  const macOf = (body: string) => createHmac('sha256', key).update(body).digest('base64url');

  return {
    write({ tenantId, email }: SignedInPerson): string {
      const until = clock.now() + validForMs;
      const body = Buffer.from(JSON.stringify([tenantId, email, until])).toString('base64url');
      return `${body}.${macOf(body)}`;
    },
    /** Undefined for a cookie of anyone else, and for one that is too old. */
    read(text: string | undefined): SignedInPerson | undefined {
      const [body = '', mac = ''] = (text ?? '').split('.');
      if (!constantTimeEqual(mac, macOf(body))) return undefined;
      const [tenantId, email, until] = JSON.parse(
        Buffer.from(body, 'base64url').toString('utf8'),
      ) as [string, string, number];
      return until > clock.now() ? { tenantId, email } : undefined;
    },
  };
}

export type SignedInPeople = ReturnType<typeof createSignedInPeople>;
