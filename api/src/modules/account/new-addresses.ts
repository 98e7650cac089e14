interface KnownAddresses {
  /** The owner's own address, which only a confirmed code changes. */
  own: string
  before: readonly string[]
}

/** The e-mail addresses to which nothing went before, nor does as the owner's own: each asks for a code. */
export const newAddresses = (
  wanted: readonly string[],
  { own, before }: KnownAddresses,
): string[] => [
  ...new Set(wanted.filter((one) => one !== '' && one !== own && !before.includes(one))),
]
