const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/** The direction in which a locale is written. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr'
