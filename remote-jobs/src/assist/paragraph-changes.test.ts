import fc from 'fast-check'
import { expect, test } from 'vitest'

import { acceptAll, acceptChanges, changesBetween, insertBelow } from './paragraph-changes.ts'

// Few words, so that texts have paragraphs in common; blank lines of every width between them.
const paragraph = fc
  .array(fc.constantFrom('Be kind.', 'Never lie.', 'नमस्ते', 'Ask for\nthe day.', 'Stop.'), {
    minLength: 1,
    maxLength: 2,
  })
  .map((words) => words.join(' '))
const text = fc
  .array(fc.tuple(paragraph, fc.constantFrom('\n\n', '\n\n\n', '\n\n\n\n')), { maxLength: 5 })
  .map((parts) => parts.map(([words, gap]) => words + gap).join(''))
const unique = fc.stringMatching(/^typed [a-z]{4,8}$/)

const paragraphsOf = (value: string) =>
  value
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

test('who accepts nothing changes nothing, to the byte', () => {
  fc.assert(
    fc.property(text, text, text, (current, proposed, base) => {
      expect(acceptChanges(changesBetween(current, proposed, base), new Set())).toBe(current)
    }),
  )
})

test('who has typed nothing since gets the proposal, to the byte', () => {
  fc.assert(
    fc.property(text, text, (current, proposed) => {
      expect(acceptAll(current, proposed, current)).toBe(proposed)
    }),
  )
})

test('what was typed since the request is there whatever is accepted', () => {
  fc.assert(
    fc.property(
      text,
      text,
      unique,
      fc.nat(5),
      fc.array(fc.nat(8)),
      (base, proposed, typed, at, some) => {
        const paragraphs = paragraphsOf(base)
        const place = Math.min(at, paragraphs.length)
        const current = [...paragraphs.slice(0, place), typed, ...paragraphs.slice(place)].join(
          '\n\n',
        )
        const changes = changesBetween(current, proposed, base)

        expect(paragraphsOf(acceptAll(current, proposed, base))).toContain(typed)
        expect(paragraphsOf(acceptChanges(changes, new Set(some)))).toContain(typed)
        expect(paragraphsOf(insertBelow(current, proposed))).toContain(typed)
      },
    ),
  )
})

test('all changes, accepted one after the other, come to the same as all at once', () => {
  fc.assert(
    fc.property(text, text, (base, proposed) => {
      let now = base
      for (let round = 0; round < 20; round += 1) {
        const changes = changesBetween(now, proposed, base)
        const next = changes.findIndex(({ isSame }) => !isSame)
        if (next < 0) break
        now = acceptChanges(changes, new Set([next]))
      }
      expect(paragraphsOf(now)).toEqual(paragraphsOf(proposed))
    }),
  )
})
