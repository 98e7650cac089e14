import { tokensOf } from './number-tokens.ts'
import { ordinals } from './number-words.ts'
import { foldWord } from './plain-text.ts'
import { isAnd, isFiller, isFollower } from './quantity-words.ts'

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
