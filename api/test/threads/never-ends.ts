/** A task that never ends. */
export function run(): never {
  for (;;);
}
