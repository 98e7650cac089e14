/** Time zones that browsers still call by a name of before. */
const currentNames = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Godthab', 'America/Nuuk'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
])

/** The name by which a time zone is stored and found: `Asia/Kolkata`, not `Asia/Calcutta`. */
export const currentZoneName = (name: string): string => currentNames.get(name) ?? name

/** Every time zone, to be found by its city. */
export const timeZones = [...Intl.supportedValuesOf('timeZone'), 'UTC']
  .map(currentZoneName)
  .toSorted()
  .map((value) => ({ value, label: value.replaceAll('_', ' ') }))

const locales = 'en-IN hi-IN en-US en-GB ar-AE ar-EG de-DE es-ES fr-FR pt-BR'.split(' ')

/** The locales to choose from, this one among them. */
export const localesWith = (locale: string): string[] => [...new Set([locale, ...locales])]

/** `English (India)`, in the page's language. */
export function localeName(locale: string): string {
  const { lang } = document.documentElement
  return new Intl.DisplayNames([lang || 'en'], { type: 'language' }).of(locale) ?? locale
}
