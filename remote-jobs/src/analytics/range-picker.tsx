import type { JobVersion } from '@errand/contract/jobs'
import { DateField, SegmentedControl, SelectField, Toolbar } from '@errand/shared-ui'
import { useSearchParams } from 'react-router-dom'

import { presets, queryOf, writeRange, type AnalyticsRange } from './analytics-range.ts'
import styles from './analytics.module.css'
import { useWords } from './words/words.ts'

interface RangePickerProps {
  range: AnalyticsRange
  today: string
  versions: readonly JobVersion[]
}

/** The days, how finely, and which version; all of it is in the address. */
export function RangePicker({ range, today, versions }: RangePickerProps) {
  const say = useWords()
  const [, setParameters] = useSearchParams()
  const change = (part: Partial<AnalyticsRange>) =>
    setParameters(writeRange({ ...range, ...part }), { replace: true })
  const choose = (days: number) => {
    // One's own days begin as those that are shown.
    const { from, to } = queryOf(range, today)
    change(days === 0 ? { days, from, to } : { days })
  }
  return (
    <Toolbar
      end={
        <div className={styles['choices']}>
          <SelectField
            label={say('bucket')}
            value={range.bucket}
            onChange={({ target }) => change({ bucket: target.value === 'week' ? 'week' : 'day' })}
          >
            <option value="day">{say('day')}</option>
            <option value="week">{say('week')}</option>
          </SelectField>
          {versions.length > 1 && (
            <SelectField
              label={say('version')}
              value={range.version}
              onChange={({ target }) => change({ version: Number(target.value) })}
            >
              <option value={0}>{say('allVersions')}</option>
              {versions.map(({ number }) => (
                <option key={number} value={number}>
                  {say('versionNumber', { number })}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      }
    >
      <SegmentedControl
        label={say('range')}
        value={String(range.days)}
        options={[
          ...presets.map((days) => ({ value: String(days), label: say('days', { count: days }) })),
          { value: '0', label: say('custom') },
        ]}
        onChange={(days) => choose(Number(days))}
      />
      {range.days === 0 && (
        <div className={styles['choices']}>
          <DateField
            label={say('from')}
            max={range.to}
            value={range.from}
            onChange={({ target }) => target.value !== '' && change({ from: target.value })}
          />
          <DateField
            label={say('to')}
            min={range.from}
            max={today}
            value={range.to}
            onChange={({ target }) => target.value !== '' && change({ to: target.value })}
          />
        </div>
      )}
    </Toolbar>
  )
}
