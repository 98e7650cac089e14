const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Keys as people know them: `Ctrl K` for `mod+k`, `Esc` for `Escape`. */
export const keysOf = (keys: string): string =>
  keys
    .replace(/^mod\+(.)$/, (_, key: string) => `${isApple ? '⌘' : 'Ctrl'} ${key.toUpperCase()}`)
    .replace('Escape', 'Esc')
