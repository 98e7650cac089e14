import { getExampleNumber, type CountryCode } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'

/** A mobile number of a country, as people there write it: `081234 56789`. */
export const exampleOf = (country: string): string =>
  getExampleNumber(country as CountryCode, examples)?.formatNational() ?? ''
