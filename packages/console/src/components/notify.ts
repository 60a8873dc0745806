// Says that a change has finished, with a link to its result or a button that undoes it.

export interface Notice {
  readonly title: string;
  readonly text?: string;
  readonly intent?: 'success' | 'error';
  readonly link?: { readonly to: string; readonly label: string } | undefined;
  /** Restores the state before the change, unless someone has changed it since. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** Notices that came before the toasts were loaded. */
let waiting: Notice[] = [];
let show: ((notice: Notice) => void) | undefined;

let onNeed: () => void = () => undefined;

/** Shows that a change has finished, such as “Organization Energy added.” */
export function notify(title: string, details: Omit<Notice, 'title'> = {}): void {
  const notice = { title, ...details };
  if (show !== undefined) return show(notice);
  waiting.push(notice);
  onNeed();
}

/** The toasts get each notice by it, also those that wait. @returns ends it */
export function onNotice(listener: (notice: Notice) => void): () => void {
  show = listener;
  const early = waiting;
  waiting = [];
  // The toaster listens only once the effects of this turn are done.
  setTimeout(() => early.forEach(listener));
  return () => {
    show = undefined;
  };
}

/** Whether a notice was ever shown. */
export const isNeeded = (): boolean => show !== undefined || waiting.length > 0;

export function whenNeeded(listener: () => void): () => void {
  onNeed = listener;
  return () => {
    onNeed = () => undefined;
  };
}
