import type { DraftRequest } from '../../ai/ai-provider.ts'

/** Something in a draft that the owner should look at. */
interface Warning {
  code: string
  text: string
}

const kinds = [
  {
    code: 'mentions_link_without_source',
    pattern: /(?:https?:\/\/|www\.)[^\s<>"'”)]+/gi,
  },
  { code: 'mentions_contact_without_source', pattern: /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  {
    code: 'mentions_price_without_source',
    pattern:
      /(?:\p{Sc}|\b(?:rs\.?|inr|usd|eur|gbp))\s?\d[\d.,]*\d|(?:\p{Sc}|\b(?:rs\.?|inr|usd|eur|gbp))\s?\d/giu,
  },
  { code: 'mentions_contact_without_source', pattern: /\+?\d[\d\s-]{7,}\d/g },
]

/** What a draft says that the owner has not: prices, links, addresses, numbers. */
export function warningsOf(draft: string, { prompt, answers, current }: DraftRequest): Warning[] {
  const source = bare([prompt, ...Object.values(answers), current?.instructions ?? ''].join('\n'))
  const found = new Map<string, Warning>()
  for (const { code, pattern } of kinds) {
    for (const [match] of draft.matchAll(pattern)) {
      const said = match.replace(/(?<![.,])[.,]+$/, '')
      if (source.includes(bare(said)) || found.has(bare(said))) continue
      found.set(bare(said), { code, text: `“${said}” is not in what you wrote. Is it right?` })
    }
  }
  return [...found.values()]
}

/** Numbers and addresses are the same with other spaces and signs between. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s,()-]/g, '')
