import { tokensOf } from './number-tokens.ts'
import { foldWord } from './plain-text.ts'
import { isAnd, isFiller, isFollower } from './quantity-words.ts'

/** Ordinal words in the supported languages, by position in a list; -1 is the last. */
const ordinalWords: Record<number, string> = {
  1: 'first पहला पहली पहले pehla pehli pehle pahla pahli اول الاول الاولى primero primera primer primeiro primeira erste ersten erstes erster premier première',
  2: 'second दूसरा दूसरी दूसरे dusra dusri dusre doosra doosri الثاني الثانية التاني التانية segundo segunda zweite zweiten zweites zweiter deuxième seconde',
  3: 'third तीसरा तीसरी तीसरे teesra teesri tisra tisri الثالث الثالثة التالت tercero tercera tercer terceiro terceira dritte dritten drittes dritter troisième',
  4: 'fourth चौथा चौथी चौथे chautha chauthi الرابع الرابعة cuarto cuarta quarto quarta vierte vierten viertes vierter quatrième',
  5: 'fifth पांचवा पांचवां पांचवी panchva paanchva panchvi الخامس الخامسة quinto quinta fünfte fünften fünftes fünfter cinquième',
  [-1]: 'last आखिरी आख़िरी अंतिम aakhri akhri aakhiri الاخير الاخيرة último última letzte letzten letztes letzter dernier dernière',
}

const ordinals = new Map(
  Object.entries(ordinalWords).flatMap(([place, all]) =>
    all.split(' ').map((word) => [foldWord(word), Number(place)] as const),
  ),
)

/** Words that may stand beside a position: `number 2`, `the 2nd one`. */
const wordsBesidePosition = new Set(
  'number no nr option one ones numero opcion opcao nummer wala wali wale vala नंबर वाला वाली वाले رقم واحد واحدة st nd rd th er ere re e eme'
    .split(' ')
    .map(foldWord),
)

/** The positions of a text that names only positions, -1 for the last: `the second one`, `1 and 3`. */
export function listPositionsIn(text: string): number[] {
  const { list } = tokensOf(text, [])
  const places = list.map(({ text: said, kind }) =>
    kind === 'figure' && /^\d{1,2}$/.test(said) ? Number(said) : ordinals.get(foldWord(said)),
  )
  const isNothingElse = list.every(
    ({ text: said, kind }, at) =>
      places[at] !== undefined ||
      (kind !== 'figure' && kind !== 'word') ||
      [isFiller, isFollower, isAnd].some((is) => is(said)) ||
      wordsBesidePosition.has(foldWord(said)),
  )
  return isNothingElse ? places.filter((place) => place !== undefined) : []
}
