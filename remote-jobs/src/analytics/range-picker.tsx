import type { JobVersion } from '@errand/contract/jobs'
import { DateField, SegmentedControl, SelectField, Toolbar } from '@errand/shared-ui'
import { useSearchParams } from 'react-router-dom'

import styles from './analytics.module.css'
import { useWords } from './words/words.ts'

interface RangePickerProps {
  range: AnalyticsRange
  today: string
  versions: readonly JobVersion[]
}

/** Chooses days, day or week, and the version; the choice is kept in the address. */
export function RangePicker({ range, today, versions }: RangePickerProps) {
  const say = useWords()
  const [, setParameters] = useSearchParams()
  const change = (part: Partial<AnalyticsRange>) =>
    setParameters(writeRange({ ...range, ...part }), { replace: true })
  const choose = (days: number) => {
    // A custom range starts with the days that are shown now.
    const { from, to } = toAnalyticsQuery(range, today)
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
          ...presetDays.map((days) => ({
            value: String(days),
            label: say('days', { count: days }),
          })),
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

const presetDays = [7, 30, 90]
const defaultDays = 30
const dayMs = 86_400_000

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Reads the range from the address. */
export function readRange(parameters: URLSearchParams) {
  const [from, to] = [parameters.get('from'), parameters.get('to')]
  const isCustom = isDay(from) && isDay(to) && from <= to
  const days = Number(parameters.get('days'))
  const version = Number(parameters.get('version'))
  const bucket: 'day' | 'week' = parameters.get('bucket') === 'week' ? 'week' : 'day'
  return {
    // Days up to and including today; 0 for a custom range.
    days: isCustom ? 0 : presetDays.includes(days) ? days : defaultDays,
    from: isCustom ? from : '',
    to: isCustom ? to : '',
    bucket,
    // Only chats that started with this version; 0 for all versions.
    version: Number.isInteger(version) && version > 0 ? version : 0,
  }
}
type AnalyticsRange = ReturnType<typeof readRange>

/** The range as query parameters; defaults are left out. */
const writeRange = ({ days, from, to, bucket, version }: AnalyticsRange) => ({
  ...(days === 0 ? { from, to } : days !== defaultDays && { days: String(days) }),
  ...(bucket === 'week' && { bucket }),
  ...(version > 0 && { version: String(version) }),
})

/** The query for the api; both days are included, in the owner's time zone. */
export function toAnalyticsQuery(
  { days, from, to, bucket, version }: AnalyticsRange,
  today: string,
) {
  const first = new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10)
  return {
    ...(days === 0 ? { from, to } : { from: first, to: today }),
    bucket,
    ...(version > 0 && { version }),
  }
}

/** The number of days, both included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
