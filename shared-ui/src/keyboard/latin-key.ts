/** The key by its Latin letter, also where an Arabic or Hindi layout gives it another. */
export const latinKey = ({ key, code }: KeyboardEvent): string =>
  /^[\x20-\x7E]+$/.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key)
