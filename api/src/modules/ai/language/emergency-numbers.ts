/** The other countries of the European Union have one number. */
const union = 'BE BG CY CZ DK EE FI GR HR HU LT LU LV MT NL PL RO SE SI SK'.split(' ')

const byRegion: Record<string, string[]> = {
  ...Object.fromEntries(union.map((region) => [region, ['112']])),
  AE: ['999', '998', '997'],
  AR: ['911', '107', '100', '101'],
  AT: ['112', '133', '144', '122'],
  AU: ['000', '112'],
  BD: ['999'],
  BH: ['999'],
  BO: ['110', '118', '119'],
  BR: ['190', '192', '193'],
  CA: ['911'],
  CH: ['112', '117', '144', '118'],
  CL: ['131', '132', '133'],
  CN: ['110', '120', '119'],
  CO: ['123'],
  CR: ['911'],
  DE: ['112', '110'],
  DO: ['911'],
  DZ: ['14', '1548', '17'],
  EC: ['911'],
  EG: ['122', '123', '180'],
  ES: ['112', '091', '061'],
  FR: ['112', '15', '17', '18'],
  GB: ['999', '112'],
  HK: ['999'],
  ID: ['112', '110', '118', '113'],
  IE: ['112', '999'],
  IL: ['100', '101', '102'],
  IN: ['112', '100', '101', '102', '108'],
  IQ: ['911', '104', '122', '115'],
  IT: ['112', '113', '118', '115'],
  JO: ['911'],
  JP: ['110', '119'],
  KE: ['999', '112'],
  KR: ['112', '119'],
  KW: ['112'],
  LB: ['112', '140', '175'],
  LK: ['119', '1990', '110'],
  MA: ['19', '15'],
  MX: ['911'],
  MY: ['999'],
  NG: ['112'],
  NP: ['100', '102', '101'],
  NZ: ['111'],
  OM: ['9999'],
  PA: ['911'],
  PE: ['105', '106', '116'],
  PH: ['911'],
  PK: ['15', '1122', '115', '16'],
  PT: ['112'],
  PY: ['911'],
  QA: ['999'],
  SA: ['911', '999', '997', '998'],
  SG: ['999', '995'],
  TH: ['191', '1669', '199'],
  TN: ['197', '190', '198'],
  TR: ['112'],
  TW: ['110', '119'],
  UA: ['112', '101', '102', '103'],
  US: ['911'],
  UY: ['911'],
  VE: ['911'],
  VN: ['113', '115', '114'],
  ZA: ['112', '10111', '10177'],
}

/** A time zone has several names: `Asia/Kolkata` was `Asia/Calcutta`. */
const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

/** TypeScript does not know this yet. */
type LocaleOfRegion = Intl.Locale & { getTimeZones: () => string[] | undefined }

const timeZonesOf = (region: string): string[] =>
  (new Intl.Locale(`und-${region}`) as LocaleOfRegion).getTimeZones() ?? []

const byTimeZone = new Map(
  Object.entries(byRegion).flatMap(([region, numbers]) =>
    timeZonesOf(region).map((timeZone) => [canonical(timeZone), numbers] as const),
  ),
)

/**
 * The numbers of police, ambulance and fire brigade where a time zone is; none where that is not
 * known. The language of a business does not say where it is.
 */
export const emergencyNumbers = (timeZone: string): readonly string[] =>
  byTimeZone.get(canonical(timeZone)) ?? []
