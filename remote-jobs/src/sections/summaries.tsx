import { useSettings } from '@errand/shared-ui'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { messageNames } from './sections.tsx'

/** What is set in a closed section, in one line. */
const Summary = ({ parts }: { parts: readonly (string | false)[] }) => (
  <p>{parts.filter((part) => part !== false).join(' · ')}</p>
)

/** The tone, the language, and how many rules there are. */
export function RulesSummary() {
  const say = useWords()
  const { locale } = useSettings()
  const { control } = useFormContext<JobFormValues>()
  const [tone, language, { length }] = useWatch({
    control,
    name: ['tone', 'language', 'guardrails'],
  })
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale])
  const spoken = language === 'auto' ? say('customersLanguage') : (names.of(language) ?? language)
  return <Summary parts={[say(tone), spoken, say('ruleCount', { count: length })]} />
}

/** How many of the messages the owner wrote. */
export function MessagesSummary() {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const texts = useWatch({ control, name: messageNames })
  const count = texts.filter((text) => text.trim() !== '').length
  return <Summary parts={[say('messageSummary', { count, of: messageNames.length })]} />
}

/** How the assistant asks, when it hands over, and how many bookings fit at one time. */
export function BehaviourSummary() {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const [behaviour, { onLowConfidence, onAngry, keywords }] = useWatch({
    control,
    name: ['behaviour', 'handoff'],
  })
  const { askOneAtATime, booking } = behaviour
  const rules = [
    onLowConfidence && say('handsOverUnsure'),
    onAngry && say('handsOverUpset'),
    keywords.length > 0 && say('handsOverWords', { count: keywords.length }),
  ]
  return (
    <Summary
      parts={[
        askOneAtATime && say('asksOne'),
        ...(rules.some(Boolean) ? rules : [say('handsOverBuiltIn')]),
        booking !== undefined &&
          // An emptied number is no number until it is typed again.
          Number.isFinite(booking.capacity) &&
          Number.isFinite(booking.minutes) &&
          say('bookingLimit', { count: booking.capacity, minutes: booking.minutes }),
      ]}
    />
  )
}

/** Where the answers go. */
export function CompleteSummary() {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const { notifyOwner, email, webhookUrl } = useWatch({ control, name: 'behaviour.onComplete' })
  const parts = [
    notifyOwner && say('notifiesYou'),
    email.length > 0 && say('emailsTo', { count: email.length }),
    webhookUrl !== '' && say('callsAddress'),
  ]
  return <Summary parts={parts.some(Boolean) ? parts : [say('nothingElse')]} />
}
