import type { ChatStats } from '@errand/contract/chats/stats'
import { Card, Chart, useFormats } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

/** Messages by author, day by day; billing draws the authors in the same colours. */
export function MessagesChart({ stats: { series } }: { stats: ChatStats }) {
  const say = useWords()
  const formats = useFormats()
  return (
    <Card>
      <Chart
        title={say('messages')}
        labels={series.map(({ date }) => formats.date(date, dayFormat))}
        series={[
          { name: say('customers'), values: series.map(({ inbound }) => inbound), color: 1 },
          { name: say('assistant'), values: series.map(({ assistant }) => assistant), color: 2 },
          { name: say('yourself'), values: series.map(({ owner }) => owner), color: 3 },
        ]}
      />
    </Card>
  )
}

// A calendar date is the same in every time zone.
const dayFormat = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
