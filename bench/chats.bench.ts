import { test } from 'playwright/test'

import { compare, millisecondsOf, report } from './figures.ts'
import { makeOwner, type BenchOwner } from './owners.ts'

const times = 20

const lists = {
  'list of chats': '',
  'search, words': '&q=please',
}

test('list of chats', async () => {
  const small = await makeOwner(200)
  const large = await makeOwner(2_000)
  const ask = ({ ask: of }: BenchOwner, query: string) =>
    millisecondsOf(
      async () => (await of(`/api/chats/sessions?limit=30${query}`)).arrayBuffer(),
      times,
    )
  for (const [name, query] of Object.entries(lists)) {
    const { ratio, our, their } = await compare(ask(large, query), ask(small, query))
    report(name, {
      measured: `${ratio.toFixed(2)} × (${our.toFixed(1)} ms of 2 000 chats, ${their.toFixed(1)} ms of 200)`,
      limit: '≤ 2 × a tenth of the chats',
      isMet: ratio <= 2,
    })
  }
})
