/** The key by its Latin letter, also where an Arabic or Hindi layout gives it another. */
export function latinKey(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  // A Latin letter with a mark, or what AltGr writes, means itself on its layout.
  const isOther = /^[\p{Letter}\p{Mark}]$/u.test(event.key) && !/\p{Script=Latin}/u.test(event.key)
  if (letter === undefined || !isOther || event.getModifierState('AltGraph')) return event.key
  return event.shiftKey ? letter : letter.toLowerCase()
}
