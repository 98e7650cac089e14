import { findCredentials } from '@errand/contract/credentials'
import { Notice } from '@errand/shared-ui'
import { useDeferredValue } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'

/** So much of it that the owner finds it, and nobody else can use it. */
const shownLength = 6

/** Says below a text for the assistant that something in it looks like a credential. */
export function CredentialNotice({ name }: { name: 'instructions' | 'guardrails' }) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  // Deferred: typing has priority over advice.
  const text = useDeferredValue([useWatch({ control, name })].flat().join('\n'))
  const [found] = findCredentials(text)
  if (found === undefined) return null
  return (
    <Notice tone="warning" role="status">
      {say('credentialFound', { start: found.slice(0, shownLength) })}
    </Notice>
  )
}
