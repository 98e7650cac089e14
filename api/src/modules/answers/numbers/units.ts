import type { JobField } from '@errand/contract/job-field'

import { foldWord } from './plain-text.ts'

type Kind = 'people' | 'count' | 'measure' | 'duration' | 'clock' | 'percent' | 'stars'

/** Units of counts and measures, each with its words in the supported languages. */
const units: [kind: Kind, words: string][] = [
  [
    'people',
    'people person persons ppl guest guests pax adult adults friend friends member members kid kids child children heads guys folks men women ladies boys girls students colleagues लोग लोगों व्यक्ति जन मेहमान log logo logon logo loge jan mehmaan persona personas gente adultos invitados comensales niños person personen leute gäste erwachsene gast kinder personne personnes convives adultes invités pessoa pessoas convidados أشخاص شخص ضيف ضيوف أفراد فرد نفر',
  ],
  [
    'count',
    'pc pcs piece pieces nos unit units item items box boxes pack packs packet packets bottle bottles plate plates cup cups portion portions slice slices bag bags ticket tickets copies set sets pair pairs room rooms table tables seat seats chair chairs time times पीस नग डिब्बे डिब्बा पैकेट बोतल प्लेट टिकट बार नफर stück stk karton kartons flaschen packung packungen zimmer tische plätze mal unidad unidades pieza piezas caja cajas botella botellas paquete paquetes habitaciones mesas veces pièce pièces unité unités boîte boîtes bouteille bouteilles paquet paquets chambres fois peça peças unidade caixa caixas garrafa garrafas pacote pacotes quartos vezes قطعة قطع علبة علب صندوق صناديق حبة حبات زجاجة زجاجات طاولة طاولات غرفة غرف مرات مرة',
  ],
  [
    'measure',
    'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos quilo quilos quilograma quilogramas किलो किलोग्राम किग्रा كيلو كجم كغ كغم كيلوغرام كيلوجرام',
  ],
  [
    'measure',
    'g gm gms gr gram grams gramm gramme grammes gramo gramos grama gramas ग्राम غرام جرام غ',
  ],
  ['measure', 'lb lbs pound pounds libra libras pfund livre livres'],
  ['measure', 'oz ounce ounces'],
  ['measure', 'tonne tonnes ton tons tonne tonnen tonelada toneladas टन طن'],
  ['measure', 'quintal quintals क्विंटल'],
  ['measure', 'l ltr ltrs litre litres liter liters litro litros लीटर لتر لترات'],
  ['measure', 'ml millilitre millilitres milliliter milliliters मिली مل'],
  ['measure', 'm mtr mtrs metre metres meter meters metro metros mètre mètres मीटर متر أمتار'],
  ['measure', 'cm centimetre centimetres centimeter centimeters centímetros सेमी سم'],
  ['measure', 'mm millimetre millimetres'],
  ['measure', 'km kms kilometre kilometres kilometer kilometers kilómetros quilômetros किमी كم'],
  ['measure', 'ft foot feet फुट قدم'],
  ['measure', 'inch inches इंच بوصة'],
  ['measure', 'sqft'],
  ['measure', 'sqm qm quadratmeter'],
  ['duration', 'sec secs second seconds'],
  ['duration', 'min mins minute minutes minuto minutos minuten मिनट دقيقة دقائق'],
  [
    'duration',
    'h hr hrs hour hours hora horas stunde stunden heure heures घंटा घंटे ghante ghanta ساعة ساعات',
  ],
  ['duration', 'day days día días dia dias tag tage tagen jour jours दिन din يوم أيام'],
  [
    'duration',
    'night nights noche noches nacht nächte nuit nuits noite noites रात रातें raat ليلة ليال ليالي',
  ],
  [
    'duration',
    'week weeks semana semanas woche wochen semaine semaines हफ्ते हफ़्ते सप्ताह hafte أسبوع أسابيع',
  ],
  ['duration', 'month months mes meses monat monate mois mês महीना महीने mahine شهر أشهر شهور'],
  [
    'duration',
    'year years yr yrs año años jahr jahre an ans année années ano anos साल वर्ष sal saal سنة سنوات عام',
  ],
  ['clock', 'uhr oclock am pm a.m p.m baje बजे الساعة صباحا مساء'],
  ['percent', '% percent per-cent prozent pourcent porciento प्रतिशत بالمئة pct'],
  [
    'stars',
    'star stars estrella estrellas stern sterne étoile étoiles estrela estrelas स्टार सितारे तारे نجمة نجوم ★ ⭐ 🌟',
  ],
]

interface Unit {
  id: number
  kind: Kind
}

const byWord = new Map<string, Unit>(
  units.flatMap(([kind, words], id) =>
    words.split(' ').map((word): [string, Unit] => [foldWord(word), { id, kind }]),
  ),
)

/** The unit that a word is, in any of the languages that are read. */
export const unitOf = (word: string): Unit | undefined => byWord.get(foldWord(word))

/** A field with such a word asks for an age in years. */
const ageWord = /^(?:age|aged|old|edad|idade|âge|alter|alt|umar|umr|उम्र|आयु|عمر|العمر)$/

/** Whether a field asks for a number of people. */
export function countsPeople({ key, label, question = '' }: JobField): boolean {
  const words = wordsIn(`${key.replaceAll('_', ' ')} ${label} ${question}`)
  const isPeople = (word: string) =>
    unitOf(word)?.kind === 'people' || /^(?:party|seats?|covers?)$/.test(word)
  return words.some(isPeople) && !isAboutAge(words)
}

const isAboutAge = (words: readonly string[]): boolean => words.some((word) => ageWord.test(word))

const aboutFields = new WeakMap<JobField, ReadonlySet<string>>()

/** All words that the owner has written about a field. */
function wordsAbout(field: JobField): ReadonlySet<string> {
  const known = aboutFields.get(field)
  if (known !== undefined) return known
  const { key, label, question = '', help = '', example = '' } = field
  const text = [key.replaceAll('_', ' '), label, question, help, example].join(' ')
  const words = new Set(wordsIn(text).map(foldWord))
  aboutFields.set(field, words)
  return words
}

const unitsNamed = (field: JobField): Unit[] =>
  Array.from(wordsAbout(field)).flatMap((word) => unitOf(word) ?? [])

/** Whether a field names a unit, so that a number with this unit is probably its answer. */
export const namesUnit = (field: JobField): boolean => unitsNamed(field).length > 0

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/(?<!\p{L})(?:m[²2]|sq\.? ?m)(?!\p{L})/gu, 'sqm')
    .replaceAll(/(?<!\p{L})sq\.? ?ft/gu, 'sqft')
    .match(/[\p{L}\p{M}]+|%/gu) ?? []

/** Whether a number with this unit is what a field asks for: grams are no answer to `How many kilos?`. */
export function isUnitForField(word: string, field: JobField): boolean {
  const unit = unitOf(word)
  if (unit === undefined) return wordsAbout(field).has(foldWord(word))
  if (unit.kind === 'clock' || field.type === 'currency') return false
  if (field.type === 'rating') return unit.kind === 'stars'
  const named = unitsNamed(field)
  if (named.some(({ id }) => id === unit.id)) return true
  // Of a room's size people say metres.
  if (unit.id === unitOf('metre')?.id) return named.some(({ id }) => id === unitOf('sqm')?.id)
  // `5M` and `5MM` are five million to some, and `5L` five lakh.
  if (/^(?:mm?|l)$/.test(word)) return false
  if (isAboutAge([...wordsAbout(field)])) return unit.id === unitOf('years')?.id
  if (countsPeople(field))
    return (
      unit.kind === 'people' ||
      (unit.kind === 'count' && named.some(({ kind }) => kind === 'count'))
    )
  if (unit.kind === 'percent' || unit.kind === 'stars') return false
  if (named.length > 0) return unit.kind === 'count' && named.some(({ kind }) => kind === 'count')
  return true
}
