// An optional reason is sent only if there is one.
export function reasonOf({ reason }: { readonly reason: string }) {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
