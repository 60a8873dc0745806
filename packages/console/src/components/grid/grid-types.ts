// The selection and the order of a list that a grid shows.

export interface GridSelection<Item> {
  readonly has: (item: Item) => boolean;
  readonly toggle: (item: Item) => void;
  readonly isFull: boolean;
}

export interface GridOrder {
  readonly by: string;
  readonly isDescending: boolean;
}
