/** Numbers of police, ambulance and fire brigade, and the regions that have them. */
const regionsByNumbers: [numbers: string, regions: string][] = [
  ['112', 'BE BG CY CZ DK EE FI GR HR HU KW LT LU LV MT NG NL PL PT RO SE SI SK TR'],
  ['999', 'BD BH HK MY QA'],
  ['911', 'CA CR DO EC JO MX PA PH PY US UY VE'],
  ['999 112', 'GB KE'],
  ['110 119', 'JP TW'],
  ['999 998 997', 'AE'],
  ['911 107 100 101', 'AR'],
  ['112 133 144 122', 'AT'],
  ['000 112', 'AU'],
  ['110 118 119', 'BO'],
  ['190 192 193', 'BR'],
  ['112 117 144 118', 'CH'],
  ['131 132 133', 'CL'],
  ['110 120 119', 'CN'],
  ['123', 'CO'],
  ['112 110', 'DE'],
  ['14 1548 17', 'DZ'],
  ['122 123 180', 'EG'],
  ['112 091 061', 'ES'],
  ['112 15 17 18', 'FR'],
  ['112 110 118 113', 'ID'],
  ['112 999', 'IE'],
  ['100 101 102', 'IL'],
  ['112 100 101 102 108', 'IN'],
  ['911 104 122 115', 'IQ'],
  ['112 113 118 115', 'IT'],
  ['112 119', 'KR'],
  ['112 140 175', 'LB'],
  ['119 1990 110', 'LK'],
  ['19 15', 'MA'],
  ['100 102 101', 'NP'],
  ['111', 'NZ'],
  ['9999', 'OM'],
  ['105 106 116', 'PE'],
  ['15 1122 115 16', 'PK'],
  ['911 999 997 998', 'SA'],
  ['999 995', 'SG'],
  ['191 1669 199', 'TH'],
  ['197 190 198', 'TN'],
  ['112 101 102 103', 'UA'],
  ['113 115 114', 'VN'],
  ['112 10111 10177', 'ZA'],
]

/** A time zone has several names: `Asia/Kolkata` was `Asia/Calcutta`. */
const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

/** TypeScript does not know this yet. */
type LocaleOfRegion = Intl.Locale & { getTimeZones: () => string[] | undefined }

const timeZonesOf = (region: string): string[] =>
  (new Intl.Locale(`und-${region}`) as LocaleOfRegion).getTimeZones() ?? []

const byTimeZone = new Map(
  regionsByNumbers.flatMap(([numbers, regions]) =>
    regions
      .split(' ')
      .flatMap(timeZonesOf)
      .map((timeZone) => [canonical(timeZone), numbers.split(' ')] as const),
  ),
)

/**
 * The numbers of police, ambulance and fire brigade where a time zone is; none where that is not
 * known. The language of a business does not say where it is.
 */
export const emergencyNumbers = (timeZone: string): readonly string[] =>
  byTimeZone.get(canonical(timeZone)) ?? []
