/** The numbers of one day, by kind. */
export type Day<Part extends string> = {
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
} & { readonly [Name in Part]: number };
