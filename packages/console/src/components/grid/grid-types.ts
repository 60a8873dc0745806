// The order of a list that a grid shows.

export interface GridOrder {
  readonly by: string;
  readonly isDescending: boolean;
}
