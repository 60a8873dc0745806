// The two callbacks that every dialog gets from its page.

export interface ChangeDialog {
  readonly close: () => void;
  /** Called after success and after failure, so that the page reads its data again. */
  readonly settled: () => void;
}
