import { SegmentedControl, useNow } from '@errand/shared-ui'
import { useSearchParams } from 'react-router-dom'

import { DayField } from '../frame/day-field.tsx'
import { useWords } from '../words/words.ts'
import styles from './usage-card.module.css'
import {
  daysAgo,
  earliestFrom,
  readUsageRange,
  usageRanges,
  type UsageRange,
} from './usage-range.ts'

/** Which days are shown; the choice is in the address. */
export function UsageRangeChoice({ from, to }: { from: string; to: string }) {
  const say = useWords()
  const now = useNow()
  const [parameters, setParameters] = useSearchParams()
  const { range } = readUsageRange(parameters, now)
  const choose = (next: UsageRange) => {
    if (next === 'custom') setParameters({ from, to }, { replace: true })
    else setParameters(next === '30' ? {} : { range: next }, { replace: true })
  }
  const change = (days: { from?: string; to?: string }) => {
    const asked = { from, to, ...days }
    if (asked.from !== '' && asked.to !== '' && asked.from <= asked.to) {
      setParameters(asked, { replace: true })
    }
  }
  return (
    <div className={styles['range']}>
      <SegmentedControl
        label={say('range')}
        value={range}
        options={usageRanges.map((value) => ({
          value,
          label: value === 'custom' ? say('custom') : say('lastDays', { count: Number(value) }),
        }))}
        onChange={choose}
      />
      {range === 'custom' && (
        <>
          <DayField
            label={say('from')}
            day={from}
            min={earliestFrom(to)}
            max={to}
            onTake={(day) => change({ from: day })}
          />
          <DayField
            label={say('to')}
            day={to}
            min={from}
            max={daysAgo(0, now)}
            onTake={(day) => change({ to: day })}
          />
        </>
      )}
    </div>
  )
}
