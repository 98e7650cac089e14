import { chatsOf, day, time, when, type ChatRow } from './chat.ts'

const hello = {
  en: 'hi',
  de: 'hallo',
  es: 'hola',
  fr: 'bonjour',
  pt: 'oi',
  ar: 'مرحبا',
  hi: 'नमस्ते',
  hinglish: 'namaste',
}
type Language = keyof typeof hello
type Said = [language: Language, ...says: string[]]

const days = (expected: string, said: Said[]): ChatRow[] =>
  said.map(([language, ...says]) => [[day], [hello[language], ...says], { day: expected }])
const moments = (expected: string, said: Said[]): ChatRow[] =>
  said.map(([language, ...says]) => [
    [when],
    [hello[language], ...says],
    { when: `${expected}:00+05:30` },
  ])
const times = (expected: string, said: Said[]): ChatRow[] =>
  said.map(([language, ...says]) => [[time], [hello[language], ...says], { time: expected }])
/** Both days or times are offered, and neither is taken. */
const asked = (field: typeof day, reply: RegExp, said: Said[]): ChatRow[] =>
  said.map(([language, ...says]) => [[field], [hello[language], ...says], {}, { reply }])

/** How people say days and times, in each language where they do: on a Saturday, the 21st of November. */
export const datePhrases = chatsOf([
  // The one after next.
  ...days('2026-12-04', [
    ['en', 'the Friday after next'],
    ['en', 'not this friday but the next'],
    ['en', 'friday the week after next'],
    ['de', 'übernächsten Freitag'],
    ['de', 'Freitag übernächster Woche'],
    ['de', 'nicht diesen Freitag, sondern den nächsten'],
    ['es', 'el viernes que no viene el otro'],
    ['es', 'dentro de dos viernes'],
    ['fr', 'pas ce vendredi mais le suivant'],
    ['fr', 'dans deux vendredis'],
    ['pt', 'na outra sexta'],
    ['pt', 'sexta da outra semana'],
    ['ar', 'الجمعة بعد القادمة'],
    ['hi', 'अगले के बाद वाला शुक्रवार'],
    ['hinglish', 'agle ke baad wala shukravar'],
  ]),
  ...days('2026-12-11', [['fr', 'vendredi en quinze']]),
  ...days('2026-12-01', [
    ['en', 'a week on Tuesday'],
    ['de', 'Dienstag in acht Tagen'],
  ]),
  ...days('2026-12-08', [
    ['en', 'Tuesday fortnight'],
    ['en', 'a fortnight on Tuesday'],
    ['de', 'Dienstag in 14 Tagen'],
  ]),
  // The part of a day belongs to the hour behind it, and a count behind a comma has none.
  ...moments('2026-12-04T20:00', [['de', 'freitag, den 4.12 abends um 8']]),
  ...moments('2026-12-05T10:00', [
    ['en', 'december 5th in the morning at 10'],
    ['hinglish', 'dec 5 subah 10'],
  ]),
  ...moments('2026-12-05T19:00', [['en', 'dec 5 evening 7']]),
  ...moments('2026-12-04T19:00', [['en', 'friday 4 evening 7']]),
  ...moments('2026-11-22T19:00', [['en', 'tomorrow 7 pm, 3 haircuts']]),
  ...days('2026-12-25', [['en', 'Dec 25th in the evening']]),
  // A weekday of a month.
  ...days('2026-12-07', [
    ['en', 'the first Monday of December'],
    ['en', 'first monday in december'],
    ['de', 'der erste Montag im Dezember'],
    ['de', 'am 1. Montag im Dezember'],
    ['es', 'el primer lunes de diciembre'],
    ['fr', 'le premier lundi de décembre'],
    ['pt', 'a primeira segunda de dezembro'],
    ['ar', 'أول اثنين من ديسمبر'],
    ['hi', 'दिसंबर का पहला सोमवार'],
    ['hinglish', 'december ka pehla somvar'],
  ]),
  ...days('2026-11-27', [
    ['en', 'last Friday of the month'],
    ['de', 'am letzten Freitag im Monat'],
    ['es', 'el último viernes del mes'],
    ['fr', 'le dernier vendredi du mois'],
    ['pt', 'na última sexta do mês'],
    ['ar', 'آخر جمعة في الشهر'],
    ['hi', 'महीने का आखिरी शुक्रवार'],
    ['hinglish', 'mahine ka aakhri shukravar'],
  ]),
  // The first Saturday of this month is over.
  ...days('2026-12-05', [['en', 'first Saturday of the month']]),
  ...days('2026-12-08', [['en', 'the 2nd tuesday of next month']]),
  // Eight days are a week where today counts as well: as a word that is sure, in figures it is not.
  ...days('2026-11-28', [
    ['fr', 'dans huit jours'],
    ['es', 'en ocho días'],
    ['pt', 'daqui a oito dias'],
    ['de', 'in acht Tagen'],
    ['de', 'heute in 8 Tagen'],
    ['de', 'heute in einer Woche'],
    ['en', 'a week today'],
    ['en', 'today week'],
  ]),
  ...days('2026-11-29', [
    ['en', 'in 8 days'],
    ['en', 'a week tomorrow'],
  ]),
  ...days('2026-12-05', [
    ['fr', 'dans quinze jours'],
    ['es', 'en quince días'],
    ['pt', 'em quinze dias'],
    ['de', 'in 14 Tagen'],
  ]),
  ...asked(day, /28\D*2026.*29\D*2026/, [
    ['fr', 'dans 8 jours'],
    ['es', 'dentro de 8 días'],
    ['pt', 'em 8 dias'],
    ['de', 'in 8 Tagen'],
  ]),
  ...asked(day, /\b5\D*2026.*\b6\D*2026/, [
    ['fr', 'dans 15 jours'],
    ['es', 'en 15 días'],
    ['pt', 'daqui a 15 dias'],
  ]),
  ...days('2026-11-23', [
    ['hi', 'आज से दो दिन बाद'],
    ['hinglish', 'aaj se do din baad'],
    ['hinglish', '2 din baad'],
    ['ar', 'بعد يومين'],
    ['de', 'Montagmorgen'],
  ]),
  ...days('2026-11-24', [
    ['hi', 'कल से दो दिन बाद'],
    ['hinglish', 'kal se do din baad'],
  ]),
  // Two days or two times are asked about, also where a date is one of them.
  ...asked(day, /Sun, 22 Nov 2026 or Mon, 23 Nov 2026/, [['en', 'tomorrow or monday']]),
  ...asked(time, /17:00.*18:00/, [
    ['en', 'at 5 or 6'],
    ['en', '5 or 6 pm'],
    ['en', 'at 5pm or at 6pm'],
    ['de', 'um 5 oder 6'],
    ['es', 'a las 5 o a las 6'],
    ['fr', 'à 17h ou 18h'],
    ['pt', 'às 5 ou 6'],
    ['ar', 'الساعة 5 أو 6'],
    ['hi', '5 या 6 बजे'],
    ['hinglish', '5 ya 6 baje'],
  ]),
  ...asked(when, /Do you mean 20:00 or 21:00/, [['en', 'tomorrow 8 or 9 pm']]),
  ...asked(when, /Do you mean Sat, 5 Dec 2026 or Fri, 4 Dec/, [
    ['en', 'friday 5 december', 'at 10'],
  ]),
  ...moments('2026-11-22T18:00', [
    ['en', 'tomorrow at 5 or 6', '6'],
    ['en', 'tomorrow at 5 or 6', 'the second'],
  ]),
  ...moments('2026-12-04T10:00', [['en', 'friday 5 december', 'at 10', 'friday']]),
  ...times('17:00', [['en', '5 or 6 pm', 'the first one']]),
  [[when], ['hi', '5 or 6 people tomorrow at 7'], { when: '2026-11-22T19:00:00+05:30' }],
  // Noon and midnight, with a half and a quarter.
  ...times('12:30', [
    ['fr', 'à midi et demi'],
    ['pt', 'ao meio-dia e meia'],
    ['es', 'a las doce y media'],
    ['es', 'a mediodía y media'],
    ['en', 'half past noon'],
    ['ar', '12 ونص الظهر'],
    ['hi', 'दोपहर साढ़े बारह बजे'],
  ]),
  ...times('12:15', [
    ['fr', 'à midi et quart'],
    ['pt', 'ao meio-dia e quinze'],
    ['es', 'al mediodía y cuarto'],
  ]),
  ...times('00:30', [
    ['fr', 'à minuit et demi'],
    ['pt', 'à meia-noite e meia'],
    ['es', 'medianoche y media'],
  ]),
  ...times('00:15', [['de', 'Viertel nach Mitternacht']]),
  ...times('14:50', [['en', 'ten of three']]),
  ...times('14:45', [['en', 'a quarter of three']]),
  // A day and its part in one word, and short names of days.
  ...moments('2026-11-22T08:00', [['de', 'morgen früh um acht']]),
  ...moments('2026-11-23T08:00', [
    ['de', 'Montagmorgen um 8'],
    ['de', 'Montag morgen um 8'],
  ]),
  ...moments('2026-11-23T19:00', [['de', 'Montagabend um 7']]),
  ...moments('2026-11-23T14:00', [
    ['pt', 'seg 14h'],
    ['de', 'Mo 14 Uhr'],
    ['es', 'lun 14h'],
    ['fr', 'lun. 14h'],
    ['en', 'Mon 2pm'],
  ]),
  ...moments('2026-11-24T14:00', [
    ['pt', 'ter 14h'],
    ['es', 'mar 14h'],
    ['fr', 'mar. 14h'],
    ['en', 'Tue 2pm'],
  ]),
  ...moments('2026-11-25T14:00', [
    ['pt', 'qua, 14h'],
    ['es', 'mié 14h'],
    ['fr', 'mer. 14h'],
  ]),
  ...moments('2026-11-27T20:00', [
    ['pt', 'sex 20h'],
    ['pt', 'na sex às 20h'],
  ]),
  ...moments('2026-11-22T14:00', [['de', 'So. 14 Uhr']]),
  // Words that only look like days.
  [[day], [hello.pt, 'quero ter 5 pessoas'], {}, { refused: ['day'] }],
  [[day], [hello.pt, 'posso ter às 14h?'], {}],
  [[day], [hello.es, 'hotel cerca del mar'], {}, { refused: ['day'] }],
  [[day], [hello.de, 'so um 14 Uhr'], {}, { refused: ['day'] }],
])
