import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { hindi } from './hindi.ts'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

export const languages = {
  english,
  hindi,
  spanish,
  german,
  arabic,
  portuguese,
  french,
} satisfies Record<string, Language>
