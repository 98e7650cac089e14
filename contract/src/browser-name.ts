// In this order: a browser also names those that it wants to be taken for.
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** What a person knows a browser by, such as `['Chrome', 'Android']`; empty for a program that is none. */
export function browserAndSystem(userAgent: string): string[] {
  return [browsers, systems].flatMap(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  )
}
