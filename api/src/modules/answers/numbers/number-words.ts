import { foldWord } from './plain-text.ts'

/** Number words of one language; each line is a value and the words for it. */
interface NumberWords {
  /** From zero to the hundreds that are one word. */
  small: string
  /** What multiplies what stands before it; those of thousands and more come from CLDR as well. */
  scales: string
  /** Parts of one, which stand alone, before a scale or behind `and`. */
  parts: string
  /** One and a half and the like in one word. */
  mixed?: string
  /** What Hindi adds before a number: a half, a quarter, less a quarter. */
  added?: string
  /** Between the words of one number. */
  and: string
  /** `a` dozen. */
  article?: string
}

const tables: Record<string, NumberWords> = {
  en: {
    small:
      '0:zero 1:one 2:two couple 3:three 4:four 5:five 6:six 7:seven 8:eight 9:nine 10:ten 11:eleven 12:twelve 13:thirteen 14:fourteen 15:fifteen 16:sixteen 17:seventeen 18:eighteen 19:nineteen 20:twenty 30:thirty 40:forty fourty 50:fifty 60:sixty 70:seventy 80:eighty 90:ninety',
    scales:
      '12:dozen dozens doz 100:hundred hundreds 1000:k thousand thousands grand thou 100000:lakh lakhs lac lacs 1000000:million millions mn mln 10000000:crore crores cr crs 1000000000:billion billions bn 1000000000000:trillion trillions tn trn',
    parts: '0.5:half halves 0.25:quarter 0.75:three-quarters',
    and: 'and',
    article: 'a an',
  },
  hi: {
    small:
      '0:शून्य 1:एक 2:दो 3:तीन 4:चार 5:पाँच पांच 6:छह छः छ 7:सात 8:आठ 9:नौ 10:दस 11:ग्यारह 12:बारह 13:तेरह 14:चौदह 15:पंद्रह पन्द्रह 16:सोलह 17:सत्रह 18:अठारह 19:उन्नीस 20:बीस 21:इक्कीस 22:बाईस 23:तेईस 24:चौबीस 25:पच्चीस 26:छब्बीस 27:सत्ताईस 28:अट्ठाईस 29:उनतीस 30:तीस 35:पैंतीस 40:चालीस 45:पैंतालीस 50:पचास 55:पचपन 60:साठ 65:पैंसठ 70:सत्तर 75:पचहत्तर 80:अस्सी 85:पचासी 90:नब्बे 95:पचानवे 99:निन्यानवे',
    scales:
      '12:दर्जन 100:सौ 1000:हज़ार हजार 100000:लाख 10000000:करोड़ 1000000000:अरब 100000000000:खरब 1000000:मिलियन',
    parts: '0.5:आधा आधे आधी 0.25:चौथाई पाव 0.75:पौन पौना',
    mixed: '1.5:डेढ़ 2.5:ढाई अढ़ाई',
    added: '0.5:साढ़े 0.25:सवा -0.25:पौने',
    and: 'और',
  },
  'hi-Latn': {
    small:
      '1:ek 2:do 3:teen tin 4:char chaar 5:paanch panch 6:chhe chah cheh chhah 7:saat 8:aath 9:nau 10:das 11:gyarah 12:barah 13:terah 14:chaudah 15:pandrah 16:solah 17:satrah 18:atharah 19:unnis 20:bees 25:pachees pachis 30:tees 40:chalis chaalis 50:pachas pachaas 60:saath 70:sattar 75:pachattar 80:assi 90:nabbe',
    scales:
      '12:darjan 100:sau 1000:hazaar hazar hajar hajaar 100000:lakh lac lakhs lacs 10000000:crore karod karor caror 1000000000:arab',
    parts: '0.5:aadha adha aadhe 0.25:paav pav 0.75:pauna paun',
    mixed: '1.5:dedh derh 2.5:dhai dhaai adhai',
    added: '0.5:saadhe saade sade sadhe 0.25:sava sawa savaa -0.25:paune pone',
    and: 'aur',
  },
  es: {
    small:
      '0:cero 1:un uno una 2:dos 3:tres 4:cuatro 5:cinco 6:seis 7:siete 8:ocho 9:nueve 10:diez 11:once 12:doce 13:trece 14:catorce 15:quince 16:dieciséis 17:diecisiete 18:dieciocho 19:diecinueve 20:veinte 21:veintiuno veintiún veintiuna 22:veintidós 23:veintitrés 24:veinticuatro 25:veinticinco 26:veintiséis 27:veintisiete 28:veintiocho 29:veintinueve 30:treinta 40:cuarenta 50:cincuenta 60:sesenta 70:setenta 80:ochenta 90:noventa 100:cien ciento 200:doscientos doscientas 300:trescientos trescientas 400:cuatrocientos cuatrocientas 500:quinientos quinientas 600:seiscientos seiscientas 700:setecientos setecientas 800:ochocientos ochocientas 900:novecientos novecientas',
    scales:
      '12:docena docenas 1000:mil miles 1000000:millón millones 1000000000000:billón billones',
    parts: '0.5:medio media mitad 0.25:cuarto',
    and: 'y',
    article: 'un una',
  },
  ar: {
    small:
      '0:صفر 1:واحد واحدة 2:اثنين اثنان اثنتين ثنين تنين تنتين ثنتين شخصين ليلتين يومين ساعتين 3:ثلاثة ثلاث تلاتة 4:أربعة أربع 5:خمسة خمس 6:ستة ست 7:سبعة سبع 8:ثمانية ثمان ثماني تمانية 9:تسعة تسع 10:عشرة عشر 20:عشرون عشرين 30:ثلاثون ثلاثين 40:أربعون أربعين 50:خمسون خمسين 60:ستون ستين 70:سبعون سبعين 80:ثمانون ثمانين 90:تسعون تسعين 200:مئتين مئتان مائتين مائتان ميتين مئتي مائتي 300:ثلاثمائة ثلاثمئة ثلاثمية 400:أربعمائة أربعمئة أربعمية 500:خمسمائة خمسمئة خمسمية 600:ستمائة ستمئة ستمية 700:سبعمائة سبعمئة سبعمية 800:ثمانمائة ثمانمئة ثمانيمائة ثمانيمئة تمنمية 900:تسعمائة تسعمئة تسعمية',
    scales:
      '12:دزينة درزن 100:مئة مائة مية مئات 1000:ألف آلاف الاف ألفا 2000:ألفين ألفان 1000000:مليون ملايين مليونا 2000000:مليونين مليونان 1000000000:مليار مليارات بليون 100000:لك',
    parts: '0.5:نصف نص 0.25:ربع 0.3333333333333333:ثلث',
    and: 'و',
  },
  de: {
    small:
      '0:null 1:ein eins eine einen einem einer 2:zwei zwo 3:drei 4:vier 5:fünf fuenf 6:sechs 7:sieben 8:acht 9:neun 10:zehn 11:elf 12:zwölf zwoelf 13:dreizehn 14:vierzehn 15:fünfzehn 16:sechzehn 17:siebzehn 18:achtzehn 19:neunzehn 20:zwanzig 30:dreißig dreissig 40:vierzig 50:fünfzig 60:sechzig 70:siebzig 80:achtzig 90:neunzig',
    scales:
      '12:dutzend 100:hundert 1000:tausend tsd 1000000:million millionen mio 1000000000:milliarde milliarden mrd 1000000000000:billion billionen',
    parts: '0.5:halb einhalb halbe halbes halber halben hälfte 0.25:viertel 0.75:dreiviertel',
    mixed: '1.5:anderthalb eineinhalb einundeinhalb',
    and: 'und',
    article: 'ein eine',
  },
  fr: {
    small:
      '0:zéro 1:un une 2:deux 3:trois 4:quatre 5:cinq 6:six 7:sept 8:huit 9:neuf 10:dix 11:onze 12:douze 13:treize 14:quatorze 15:quinze 16:seize 20:vingt vingts 30:trente 40:quarante 50:cinquante 60:soixante 70:septante 80:huitante octante 90:nonante',
    scales:
      '12:douzaine douzaines 10:dizaine dizaines 100:cent cents centaine centaines 1000:mille millier milliers 1000000:million millions 1000000000:milliard milliards md 1000000000000:billion billions',
    parts: '0.5:demi demie moitié 0.25:quart',
    and: 'et',
    article: 'un une',
  },
  pt: {
    small:
      '0:zero 1:um uma 2:dois duas 3:três 4:quatro 5:cinco 6:seis 7:sete 8:oito 9:nove 10:dez 11:onze 12:doze 13:treze 14:catorze quatorze 15:quinze 16:dezesseis dezasseis 17:dezessete dezassete 18:dezoito 19:dezenove dezanove 20:vinte 30:trinta 40:quarenta 50:cinquenta 60:sessenta 70:setenta 80:oitenta 90:noventa 100:cem cento 200:duzentos duzentas 300:trezentos trezentas 400:quatrocentos quatrocentas 500:quinhentos quinhentas 600:seiscentos seiscentas 700:setecentos setecentas 800:oitocentos oitocentas 900:novecentos novecentas',
    scales:
      '12:dúzia dúzias 1000:mil milhar milhares 1000000:milhão milhões mi 1000000000:bilhão bilhões bi',
    parts: '0.5:meio meia metade 0.25:quarto',
    and: 'e',
    article: 'um uma',
  },
}

/** What a word of a number means. */
export type NumberWord =
  | { kind: 'small' | 'scale' | 'part' | 'mixed' | 'added'; value: number }
  | { kind: 'and' | 'article' }

const wordsByLanguage = new Map<string, Map<string, NumberWord[]>>()

function wordsOf(language: string): Map<string, NumberWord[]> {
  const known = wordsByLanguage.get(language)
  if (known !== undefined) return known
  const words = new Map<string, NumberWord[]>()
  const add = (word: string, meaning: NumberWord) => {
    const folded = foldWord(word)
    words.set(folded, [...(words.get(folded) ?? []), meaning])
  }
  const table = tables[language]
  if (table !== undefined) {
    const { small, scales, parts, mixed = '', added = '', and, article = '' } = table
    const kinds = { small, scale: scales, part: parts, mixed, added } as const
    for (const kind of ['small', 'scale', 'part', 'mixed', 'added'] as const) {
      for (const [, value, line] of kinds[kind].matchAll(/(-?[\d.]+):([^:]*?)(?=\s-?[\d.]+:|$)/g)) {
        for (const word of (line ?? '').split(' ')) add(word, { kind, value: Number(value) })
      }
    }
    for (const word of and.split(' ')) add(word, { kind: 'and' })
    for (const word of article.split(' ').filter(Boolean)) add(word, { kind: 'article' })
  }
  for (const [word, value] of compactWordsOf(language)) {
    if (!words.has(word)) words.set(word, [{ kind: 'scale', value }])
  }
  wordsByLanguage.set(language, words)
  return words
}

/** Words of thousands and more as CLDR has them; of its letters only `K`, the others mean more things. */
function compactWordsOf(language: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const compactDisplay of ['short', 'long'] as const) {
    const format = new Intl.NumberFormat(language, {
      notation: 'compact',
      compactDisplay,
      numberingSystem: 'latn',
    })
    for (let zeros = 3; zeros <= 13; zeros += 1) {
      for (const count of [1, 2, 3, 5, 11]) {
        const parts = format.formatToParts(count * 10 ** zeros)
        const word = foldWord(parts.find(({ type }) => type === 'compact')?.value ?? '')
        const shown = Number(parts.find(({ type }) => type === 'integer')?.value)
        const value = Math.round((count * 10 ** zeros) / shown)
        const isWord = /^[\p{L}\p{M}]+\.?$/u.test(word) && !/^[a-z]\.?$/.test(word)
        if (isWord && Number.isSafeInteger(value)) words.set(word.replace('.', ''), value)
      }
    }
  }
  return words
}

/** Languages of businesses and their customers; their words for thousands are known to all. */
const allLanguages =
  'en hi hi-Latn es ar de fr pt bn gu mr ta te kn ml pa ur ne si it nl pl cs sk ro hu ru uk bg el tr fa he sw id ms vi th fil ja ko zh sv da nb fi hr sr'.split(
    ' ',
  )

/** A word of a number, in the languages that may be meant; the first that has it counts. */
export function numberMeanings(word: string, languages: readonly string[]): NumberWord[] {
  const folded = foldWord(word)
  for (const language of [...languages, ...languagesOfScript(word)]) {
    const found = wordsOf(language).get(folded)
    if (found !== undefined) return found
  }
  return []
}

const languagesOfScript = (word: string): string[] => {
  if (/\p{Script=Devanagari}/u.test(word)) return ['hi']
  return /\p{Script=Arabic}/u.test(word) ? ['ar'] : []
}

/** A `k` alone is an okay, and `hundreds` are any number of them. */
export const needsNumberBefore = (word: string): boolean =>
  /^(?!mil$)[a-z]{1,3}$|.(?:s|ionen|arden)$|^(?:مئات|[اآ]لاف|ملايين|مليارات)$/.test(word)

/** What a word behind a figure multiplies it by, in whatever language; nothing where languages differ. */
export function scaleOfWord(word: string, languages: readonly string[]): number | undefined {
  const own = numberMeanings(word, languages)
  const known = own.flatMap((one) => (one.kind === 'scale' ? [one.value] : []))
  if (own.length > 0) return known[0]
  // `5 mi`, `50 cent` and `5 bin` are something else to most who read it.
  if (/^[a-z]{1,2}$|^bin$/.test(foldWord(word))) return undefined
  const values = new Set(
    allLanguages.flatMap((language) =>
      (wordsOf(language).get(foldWord(word)) ?? []).flatMap((one) =>
        one.kind === 'scale' && one.value >= 1000 ? [one.value] : [],
      ),
    ),
  )
  const [value] = values
  return values.size === 1 ? value : undefined
}

/** The languages whose number words a text may have, the likeliest first. */
export const wordLanguages = (languages: readonly string[]): string[] => [
  ...new Set(
    [...languages, 'en'].flatMap((tag) => {
      const [language = 'en'] = tag.toLowerCase().split('-')
      return language === 'hi' ? ['hi', 'hi-Latn'] : [language]
    }),
  ),
]
