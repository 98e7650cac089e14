import { lazy, Suspense, useState } from 'react'

import { JobPrompt } from '../prompt/job-prompt.tsx'

const JobProposal = lazy(async () => ({
  default: (await import('../assist/job-proposal.tsx')).JobProposal,
}))

interface JobStartProps {
  /** The sentence that the page was opened with. */
  prompt: string | undefined
  /** Whether nothing is written yet: then a sentence is the quickest way. */
  isPristine: boolean
}

/** The beginning of a new job: one sentence, and the proposal that comes of it. */
export function JobStart({ prompt: first, isPristine }: JobStartProps) {
  const [prompt, setPrompt] = useState(first)
  const [isOver, setIsOver] = useState(false)
  if (prompt === undefined || isOver) {
    return isPristine && !isOver ? <JobPrompt onSubmit={setPrompt} /> : null
  }
  return (
    <Suspense fallback={null}>
      <JobProposal prompt={prompt} onEnd={() => setIsOver(true)} />
    </Suspense>
  )
}
