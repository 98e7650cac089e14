import type { ChatStats } from '@errand/contract/chats/stats'
import { Stat, Stats, useFormats } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

/** Four numbers of the time chosen, each against the time before. */
export function Tiles({ stats: { totals, previous } }: { stats: ChatStats }) {
  const say = useWords()
  const formats = useFormats()
  const counted = [
    ['newChats', 'sessions'],
    ['received', 'inbound'],
    ['completed', 'completed'],
  ] as const
  const seconds = totals.medianFirstReplySeconds
  return (
    <Stats>
      {counted.map(([label, name]) => (
        <Stat
          key={name}
          label={say(label)}
          value={formats.number(totals[name])}
          since={say('since')}
          {...change(totals[name], previous[name])}
        />
      ))}
      <Stat
        label={say('firstReply')}
        value={seconds === null ? '–' : writtenSeconds(seconds, formats)}
        since={say('since')}
        isLessBetter
        {...change(seconds, previous.medianFirstReplySeconds)}
      />
    </Stats>
  )
}

/** How much more than before, as a part of one; nothing where there was nothing before. */
const change = (now: number | null, before: number | null): { delta?: number } =>
  now === null || before === null || before === 0 ? {} : { delta: (now - before) / before }

const writtenSeconds = (seconds: number, formats: ReturnType<typeof useFormats>): string =>
  seconds < 60
    ? formats.number(Math.round(seconds), {
        style: 'unit',
        unit: 'second',
        unitDisplay: 'narrow',
      })
    : formats.duration(seconds * 1000)
