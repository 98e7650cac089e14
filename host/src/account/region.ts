import { defaultPreferences } from '@errand/contract/default-preferences'
import { languageSchema } from '@errand/contract/language'

/** Time zones that browsers still call by a name of before. */
const currentNames = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

const withCurrentName = (name: string): string => currentNames.get(name) ?? name

const zoneNames = new Set(
  // Some browsers list UTC, others do not.
  [...Intl.supportedValuesOf('timeZone'), 'UTC'].map(withCurrentName),
)

/**
 * The name by which a time zone is stored and found: `Asia/Kolkata`, not `Asia/Calcutta`. A name that
 * the browser does not know stays as it is.
 */
export function currentZoneName(name: string): string {
  const current = withCurrentName(name)
  if (zoneNames.has(current)) return current
  const canonical = withCurrentName(canonicalName(name))
  return zoneNames.has(canonical) ? canonical : name
}

/** The browser's own name of a time zone: `America/New_York` for `US/Eastern`. */
function canonicalName(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    // The zone is newer than the browser.
    return timeZone
  }
}

/** Large cities by whose name no time zone is called. */
const cities: Record<string, string> = {
  'Africa/Johannesburg': 'Cape Town Durban Pretoria',
  'Africa/Lagos': 'Abuja Ibadan Kano',
  'America/Chicago': 'Austin Dallas Houston',
  'America/Los_Angeles': 'Las Vegas San Diego San Francisco Seattle',
  'America/Mexico_City': 'Guadalajara Puebla',
  'America/New_York': 'Atlanta Boston Miami Philadelphia Washington',
  'America/Sao_Paulo': 'Belo Horizonte Brasília Curitiba Rio de Janeiro',
  'America/Toronto': 'Montréal Ottawa',
  'Asia/Dubai': 'Abu Dhabi Sharjah',
  'Asia/Jakarta': 'Bandung Surabaya',
  'Asia/Karachi': 'Faisalabad Islamabad Lahore Rawalpindi',
  'Asia/Kolkata':
    'Ahmedabad Bangalore Bengaluru Chennai Delhi Hyderabad Indore Jaipur Kanpur Kochi Lucknow Mumbai Nagpur Patna Pune Surat',
  'Asia/Riyadh': 'Dammam Jeddah Mecca Medina',
  'Asia/Shanghai': 'Beijing Guangzhou Shenzhen',
  'Africa/Cairo': 'Alexandria Giza',
  'Europe/Berlin': 'Cologne Düsseldorf Frankfurt Hamburg Köln Munich München Stuttgart',
  'Europe/London': 'Birmingham Edinburgh Glasgow Leeds Liverpool Manchester',
  'Europe/Madrid': 'Barcelona Sevilla Valencia',
  'Europe/Paris': 'Lille Lyon Marseille Toulouse',
  'Europe/Rome': 'Milan Milano Naples Napoli Turin',
}

/** Every time zone, this one among them, to be found by its city and by the largest cities in it. */
export const timeZonesWith = (timeZone: string) =>
  [...new Set([...zoneNames, currentZoneName(timeZone)])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' '), words: cities[value] ?? '' }))

/** The time zone of the browser. */
export const guessTimeZone = (): string =>
  currentZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone)

const locales = 'en-IN hi-IN en-US en-GB ar-AE ar-EG de-DE es-ES fr-FR pt-BR'.split(' ')

/** The locales to choose from, this one among them. */
export const localesWith = (locale: string): string[] => [...new Set([locale, ...locales])]

/** `English (India)`, in the page's language. */
export function localeName(locale: string): string {
  const { lang } = document.documentElement
  return new Intl.DisplayNames([lang || 'en'], { type: 'language' }).of(locale) ?? locale
}

/** The countries of the locales above. */
const callingCodes = Object.entries({
  '+91': 'IN',
  '+1': 'US',
  '+44': 'GB',
  '+971': 'AE',
  '+20': 'EG',
  '+49': 'DE',
  '+34': 'ES',
  '+33': 'FR',
  '+55': 'BR',
})

/** The browser's language, in the country of the phone number where that is a known locale. */
export function guessLocale(phoneNumber: string): string {
  const [preferred = ''] = navigator.languages
  const language = preferred.split('-', 1)[0] ?? ''
  const country = callingCodes.find(([code]) => phoneNumber.startsWith(code))?.[1]
  const local = `${language}-${country}`
  if (locales.includes(local)) return local
  // Some browsers report the system's spelling, such as en-US@posix.
  const isKnown = languageSchema.safeParse(preferred).success
  return isKnown ? preferred : defaultPreferences.business.locale
}
