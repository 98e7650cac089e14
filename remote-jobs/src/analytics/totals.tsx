import type { JobAnalytics } from '@errand/contract/job-analytics'
import { Stat, Stats, useFormats } from '@errand/shared-ui'

import { daysBetween } from './analytics-range.ts'
import { useWords } from './words/words.ts'

type Totals = JobAnalytics['totals']
interface TotalsProps {
  analytics: JobAnalytics
  /** Not known before it was asked for: then costs are left out. */
  currency: string | undefined
}

/** The numbers that matter, beside those of as many days before. */
export function Totals({ analytics, currency }: TotalsProps) {
  const say = useWords()
  const formats = useFormats()
  const { totals, previous, range } = analytics
  const since = say('previous', { days: daysBetween(range.from, range.to) })
  const none = say('none')
  const show = (value: number | null, write: (value: number) => string) =>
    value === null ? none : write(value)
  const oneDigit = (value: number) => formats.number(value, { maximumFractionDigits: 1 })
  const money = (amount: number) => formats.money(amount, currency ?? 'INR')
  const delta = (name: keyof Totals) => changeOf(previous[name], totals[name])
  return (
    <>
      <Stats>
        <Stat
          label={say('started')}
          value={formats.number(totals.started)}
          since={since}
          {...delta('started')}
        />
        <Stat
          label={say('completionRate')}
          value={show(totals.completionRate, (part) => formats.percent(part))}
          since={since}
          {...delta('completionRate')}
        />
        <Stat
          label={say('containment')}
          value={show(totals.containment, (part) => formats.percent(part))}
          hint={say('containmentHint')}
          since={since}
          {...delta('containment')}
        />
        <Stat
          label={say('handedOff')}
          value={formats.number(totals.handedOff)}
          since={since}
          isLessBetter
          {...delta('handedOff')}
        />
      </Stats>
      <Stats>
        <Stat
          label={say('medianMinutes')}
          value={show(totals.medianMinutesToComplete, (value) =>
            say('minutes', { value: oneDigit(value) }),
          )}
          since={since}
          isLessBetter
          {...delta('medianMinutesToComplete')}
        />
        <Stat
          label={say('medianReply')}
          value={show(totals.medianFirstReplySeconds, (value) =>
            say('seconds', { value: oneDigit(value) }),
          )}
          since={since}
          isLessBetter
          {...delta('medianFirstReplySeconds')}
        />
        <Stat
          label={say('messagesPerSession')}
          value={show(totals.messagesPerSession, oneDigit)}
          since={since}
          isLessBetter
          {...delta('messagesPerSession')}
        />
        {currency !== undefined && (
          <Stat
            label={say('costPerCompletion')}
            value={show(totals.costPerCompletionMinor, money)}
            hint={`${say('cost')}: ${money(totals.costMinor)}`}
            since={since}
            isLessBetter
            {...delta('costPerCompletionMinor')}
          />
        )}
      </Stats>
    </>
  )
}

/** As a part of what it was; nothing where there is nothing to compare with. */
function changeOf(before: number | null, now: number | null): { delta?: number } {
  if (before === null || now === null || before === 0) return {}
  return { delta: (now - before) / before }
}
