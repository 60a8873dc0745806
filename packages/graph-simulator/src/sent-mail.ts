// A mail that the simulator accepted.

export interface SentMail {
  /** Sign-in name of the mailbox. */
  readonly mailbox: string;
  /** The message as it was handed over. */
  readonly mime: string;
}
