// A closed tenant: it was removed, is on its way to another installation, or has moved there. Its callers get a fault that
// says so, and no process works for it.
import { DomainError, type NamedApiKey } from '../../ground/errors.ts';

/** Times in ISO 8601. */
export type Closing = { readonly since: string } & (
  | {
      readonly kind: 'removed';
      /** The operator may take the removal back until then. */
      readonly until: string;
      /** Rows are being deleted: there is no way back. */
      readonly isDeleted?: true;
    }
  /** An export may be on its way to another installation, which opens the tenant by the release code. */
  | { readonly kind: 'moving'; readonly releaseCode: string }
  | { readonly kind: 'moved'; readonly releaseCode: string; readonly to: string }
  /** It was imported, and is not open yet. Null: the tenant was open where it was exported. */
  | { readonly kind: 'imported'; readonly exportId: string; readonly releaseHash: string | null }
);

/** How long after the closing a process may still have answered a caller: its configuration is at most a second old. */
export const knownEverywhereMs = 2_000;

const retryAfterMs = 30_000;

/** @param named the API key that the caller proved to hold */
export function closedTenant(closing: Closing, named?: NamedApiKey): DomainError {
  switch (closing.kind) {
    case 'removed':
      return new DomainError('tenant_removed', 'The operator of the service removed your tenant.', {
        named,
      });
    case 'moved': {
      const { to } = closing;
      const detail = `Your tenant moved to ${to}. Send your requests there, with the same API key.`;
      return new DomainError('tenant_moved', detail, { named, movedTo: to });
    }
    case 'moving':
    case 'imported': {
      const detail = 'Your tenant moves to another installation of the service. Try again later.';
      return new DomainError('unavailable', detail, { named, retryAfterMs });
    }
    default:
      return closing satisfies never;
  }
}

/** @throws DomainError if the tenant is closed */
export function requireOpen(
  { closingOf }: { closingOf(this: void, tenantId: string): Closing | undefined },
  tenantId: string,
  named?: NamedApiKey,
): void {
  const closing = closingOf(tenantId);
  if (closing !== undefined) throw closedTenant(closing, named);
}
