import { Badge } from '@errand/shared-ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'

import { type JobCheck, checkJob } from '../changes/check-job.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'

interface ProblemCountProps {
  section: JobCheck['section']
  /** A new job has no problems before something is filled in. */
  isSaved: boolean
}

/** How many problems of a section prevent publishing. */
export function ProblemCount({ section, isSaved }: ProblemCountProps) {
  const say = useWords()
  const { isDirty } = useFormState<JobFormValues>()
  const count = useProblemCount(section, isSaved)
  if (count === 0 || !(isSaved || isDirty)) return null
  return <Badge tone="warning">{say('hasProblems', { count })}</Badge>
}

const quietMs = 200

/** The problems of a section, counted when nothing has changed for a moment. */
function useProblemCount(section: JobCheck['section'], isSaved: boolean): number {
  const { getValues, subscribe } = useFormContext<JobFormValues>()
  const countProblems = () =>
    checkJob(getValues()).filter((one) => one.kind === 'problem' && one.section === section).length
  const [count, setCount] = useState(() => (isSaved ? countProblems() : 0))
  const recount = useEffectEvent(() => setCount(countProblems()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(() => recount(), quietMs)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe])
  return count
}
