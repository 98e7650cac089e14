/** A task that ends at once. */
export function run({ number }: { number: number }): number {
  return number + 1
}
