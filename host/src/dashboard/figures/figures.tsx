import { Button, DateField, FieldRow, Notice, SegmentedControl, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { chatFiguresQuery } from '../dashboard.queries.ts'
import { useWords } from '../words/words.ts'
import styles from './figures.module.css'
import { MessagesChart } from './messages-chart.tsx'
import { Tiles } from './tiles.tsx'
import { ranges, useRange } from './use-range.ts'

/** Four numbers with those of the time before, and who wrote how much. */
export function Figures() {
  const say = useWords()
  const { range, days, today, choose, chooseDays } = useRange()
  const isInOrder = days.from <= days.to
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...chatFiguresQuery(days),
    enabled: isInOrder,
  })
  return (
    <section className={styles['figures']} aria-label={say('figures')}>
      <div className={styles['ranges']}>
        <SegmentedControl
          label={say('range')}
          value={range}
          options={ranges.map((value) => ({ value, label: say(value) }))}
          onChange={choose}
        />
      </div>
      {range === 'custom' && (
        <FieldRow>
          <DateField
            label={say('from')}
            max={days.to}
            value={days.from}
            onChange={({ target }) => target.value && chooseDays({ ...days, from: target.value })}
          />
          <DateField
            label={say('to')}
            min={days.from}
            max={today}
            value={days.to}
            onChange={({ target }) => target.value && chooseDays({ ...days, to: target.value })}
          />
        </FieldRow>
      )}
      {isError && (
        <Notice
          tone="danger"
          role="alert"
          actions={
            <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
              {say('retry')}
            </Button>
          }
        >
          {say('figuresLost')}
        </Notice>
      )}
      {data === undefined && !isError && (
        <Skeleton shape="tiles" rows={4} rowHeight={92} label={say('loading')} />
      )}
      {data !== undefined && (
        <div className={styles['figures']} aria-busy={isPlaceholderData}>
          <Tiles stats={data} />
          <MessagesChart stats={data} />
        </div>
      )}
    </section>
  )
}
