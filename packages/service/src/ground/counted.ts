/** A number with its noun, in the singular for 1: `1 group`, `2 groups`, `1,024 characters`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
