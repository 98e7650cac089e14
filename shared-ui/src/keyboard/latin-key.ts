/** The key as a Latin layout has it, also where an Arabic or Hindi one gives it another sign. */
export function latinKey(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const [plain, shifted] = event.code === 'Slash' ? ['/', '?'] : [letter?.toLowerCase(), letter]
  // A Latin letter with a mark, or what AltGr writes, means itself on its layout.
  const isOther =
    /^(?:[\p{Letter}\p{Mark}]+|؟)$/u.test(event.key) && !/\p{Script=Latin}/u.test(event.key)
  if (!isOther || event.getModifierState('AltGraph')) return event.key
  return (event.shiftKey ? shifted : plain) ?? event.key
}
