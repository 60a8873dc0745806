import { useSyncExternalStore } from 'react';
import { late } from '../components/late.tsx';
import { isNeeded, whenNeeded } from '../components/notify.ts';

const Toasts = late(async () => (await import('../components/late-toasts.tsx')).Toasts);

/** The application has it once. */
export function Notices({ onLink }: { onLink: (to: string) => void }) {
  return useSyncExternalStore(whenNeeded, isNeeded) ? <Toasts onLink={onLink} /> : null;
}
