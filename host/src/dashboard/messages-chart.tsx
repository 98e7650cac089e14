import type { ChatStats } from '@errand/contract/chats/stats'
import { Card, Chart, EmptyState, useFormats } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

/** Who wrote how much, day by day. */
export function MessagesChart({ stats: { series } }: { stats: ChatStats }) {
  const say = useWords()
  const formats = useFormats()
  const isEmpty = series.every(({ inbound, assistant, owner }) => inbound + assistant + owner === 0)
  if (isEmpty) {
    return (
      <EmptyState drawing="chart" title={say('noFigures')} description={say('noFiguresHint')} />
    )
  }
  return (
    <Card>
      <Chart
        title={say('messages')}
        labels={series.map(({ date }) => formats.date(date, dayFormat))}
        series={[
          { name: say('customers'), values: series.map(({ inbound }) => inbound) },
          { name: say('assistant'), values: series.map(({ assistant }) => assistant) },
          { name: say('yourself'), values: series.map(({ owner }) => owner) },
        ]}
      />
    </Card>
  )
}

// A day is a day, wherever its reader is.
const dayFormat = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
