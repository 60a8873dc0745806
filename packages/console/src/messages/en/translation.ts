/** The form of every translation: the same keys as the English texts, each with a text. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};
