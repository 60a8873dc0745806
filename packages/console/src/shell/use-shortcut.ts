import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `run` when the key is pressed outside of fields and dialogs.
 * @param key as in KeyboardEvent.key; with `Control+` before it, the key counts in fields, too, and ⌘ counts as Control
 */
export function useShortcut(key: string, run: () => void): void {
  const [plain, isChord] = key.startsWith('Control+') ? [key.slice(8), true] : [key, false];
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== plain.toLowerCase() || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) !== isChord) return;
    if (document.querySelector('dialog[open], [role=dialog]') !== null) return;
    if (!isChord && isField(event.target)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}
