import { testField } from '../turns.ts'
import { budget, name, people, stars, weight, type ExtractionChat } from './chat.ts'

const guests = testField('guests', 'integer', { question: 'How many guests?' })
const eggs = testField('eggs', 'integer', { question: 'How many eggs?' })
const size = testField('size', 'number', { question: 'How large is it?' })
const euros = testField('budget', 'currency', {
  question: 'What is your budget?',
  validation: { currency: 'EUR' },
})
const dollars = testField('budget', 'currency', {
  question: 'What is your budget?',
  validation: { currency: 'USD' },
})
const dirhams = testField('budget', 'currency', {
  question: 'What is your budget?',
  validation: { currency: 'AED' },
})

const read = (
  field: typeof budget,
  said: string,
  value: unknown,
  more: Partial<ExtractionChat> = {},
): ExtractionChat => ({
  name: `${said} for ${field.key} in ${more.locale ?? 'India'}`,
  fields: [field],
  says: [more.locale === 'es-ES' ? 'hola' : 'hi', said],
  expected: { [field.key]: value },
  ...more,
})

const askedAgain = (
  field: typeof budget,
  said: string,
  more: Partial<ExtractionChat> = {},
): ExtractionChat => ({
  ...read(field, said, undefined, more),
  expected: {},
  refused: [field.key],
})

/** In one place, many things that are asked again. */
const allAskedAgain = (
  field: typeof budget,
  all: readonly string[],
  more: Partial<ExtractionChat> = {},
): ExtractionChat[] => all.map((said) => askedAgain(field, said, more))

export const numbers: ExtractionChat[] = [
  read(euros, '15.000 €', 15_000, { locale: 'es-ES' }),
  read(euros, 'unos 1.200,50 € en total, por favor', 1200.5, { locale: 'es-ES' }),
  read(euros, 'Etwa 15.000 Euro bitte', 15_000, { locale: 'de-DE' }),
  askedAgain(size, 'el tamaño es de 1.500', { reply: /1,5 o 1500/ }),
  read(budget, 'my budget is 2 lakh 50 thousand', 250_000),
  read(budget, '₹1.5 Cr max', 15_000_000),
  askedAgain(budget, '₹5 zillion'),
  askedAgain(budget, '500-600 rupees'),
  askedAgain(budget, 'between 500 and 600 rupees'),
  askedAgain(budget, 'paanch lakh'),
  read(budget, 'my budget is 5000 for 4 people', 5000),
  read(budget, '₹5L', 500_000),
  read(dollars, '$1.2M', 1_200_000),
  askedAgain(size, '5M'),
  askedAgain(guests, '3 zillion'),
  read(weight, 'two and a half kilos please', 2.5),
  askedAgain(weight, '2 kg 500 g'),
  read(eggs, 'two dozen eggs please', 24),
  read(eggs, 'आधा दर्जन', 6),
  read(eggs, 'I need a dozen', 12),
  ...['Pizza Margherita 2', 'Mango Lassi 2', 'Veg Thali 2 please', 'We need Croissants 2'].map(
    (said) => read(testField('pieces', 'integer', { question: 'How many?' }), said, 2),
  ),
  read(
    testField('pieces', 'integer', { question: 'How many?' }),
    'Wir brauchen Croissants 12',
    12,
    {
      locale: 'de-DE',
    },
  ),
  read(testField('pieces', 'integer', { question: 'How many?' }), '3 for my iPhone 13', 3),
  read(people, 'around 12 people', 12),
  read(guests, 'somos 25 personas', 25, { locale: 'es-ES' }),
  read(people, '5 adults 2 kids', 7),
  read(people, 'somos cinco adultos y un bebé', 6, { locale: 'es-ES' }),
  read(people, '5 of us: 3 adults and 2 kids', 5),
  askedAgain(people, 'nous serons 6 ou 7', { locale: 'fr-FR' }),
  read(stars, 'cuatro de cinco', 4, { locale: 'es-ES' }),
  read(testField('area', 'number', { label: 'm²' }), '70m2', 70),
  read(people, '5 people and 2 kids', 7),
  askedAgain(people, 'minus 5'),
  askedAgain(people, '2 or 3 people'),
  askedAgain(people, 'more than 5'),
  read(people, '5 of us, thanks', 5),
  askedAgain(stars, '4,5 Sterne', { locale: 'de-DE' }),
  // Money with a part or a second amount behind it.
  ...allAskedAgain(
    euros,
    ['5€20', '5 Euro 20', '5 Euro und 20 Cent', 'ein Euro fünfzig', '1 €50', '5 Euro mit 20 Cent'],
    { locale: 'de-DE' },
  ),
  ...allAskedAgain(euros, ['5 euros 20', '5 euros et 20 centimes', '5 euros, 20 centimes'], {
    locale: 'fr-FR',
  }),
  askedAgain(euros, '15 euros con 50', { locale: 'es-ES' }),
  ...allAskedAgain(budget, [
    '10 rupees 50 paise',
    'Rs 10 and 50 paise',
    '500 रुपये 50 पैसे',
    '5 lakh rupees and 50 paise',
    '₹500 & ₹600',
    '₹500, ₹600',
    '500 and ₹600',
  ]),
  askedAgain(dirhams, '١٠ درهم و٥٠ فلس'),
  askedAgain(dollars, 'five dollars fifty'),
  read(budget, '₹5000 and thanks', 5000),
  read(budget, '₹500, 2 cakes', 500),
  askedAgain(weight, '2 kg 500'),
  // Half of a dozen, or of what nobody can know.
  read(eggs, 'dúzia e meia', 18, { locale: 'pt-BR' }),
  ...allAskedAgain(eggs, ['a dozen eggs and a half', 'a hundred and a half', 'hundreds', 'dozens']),
  ...allAskedAgain(weight, ['kilo y medio', 'kilo e meio', 'kilo and a half', '3 e mezzo']),
  askedAgain(euros, 'un milione e mezzo', { locale: 'it-IT' }),
  // Other currencies and kinds.
  ...allAskedAgain(budget, ['$500', '€500', '£500', '$ 1,200', '₩500', 'USD 500', 'CAD 1,500']),
  ...allAskedAgain(dollars, ['A$500', 'HK$ 1,500', '500 A$']),
  ...allAskedAgain(size, ['٪٥٠', '5 MM']),
  // So long that it took seconds, or a stack.
  {
    name: 'a long row of signs',
    fields: [budget],
    says: ['hi', `${'₹'.repeat(4000)}5`],
    expected: {},
  },
  askedAgain(size, `five${'-'.repeat(4000)}`),
  {
    name: 'a name before a number with a unit',
    fields: [name, weight],
    says: ['hi', ['Asha', '2½ kg']],
    expected: { name: 'Asha', weight: 2.5 },
    reply: /Weight: 2.5/,
  },
]
