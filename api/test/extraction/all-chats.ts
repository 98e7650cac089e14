import { contacts } from './contacts.ts'
import { datePhrases } from './date-phrases.ts'
import { dates } from './dates.ts'
import { firstMinute } from './first-minute.ts'
import { greeting } from './greeting.ts'
import { hostile } from './hostile.ts'
import { houseRules } from './house-rules.ts'
import { languages } from './languages.ts'
import { numbers } from './numbers.ts'
import { places } from './places.ts'
import { talk } from './talk.ts'
import { values } from './values.ts'

/** Every chat of the set. */
export const allChats = [
  ...greeting,
  ...firstMinute,
  ...dates,
  ...datePhrases,
  ...contacts,
  ...values,
  ...numbers,
  ...places,
  ...talk,
  ...languages,
  ...houseRules,
  ...hostile,
]
