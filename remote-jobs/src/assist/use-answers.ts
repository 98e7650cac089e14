import type { GenerateInput } from '@errand/contract/job-generation'
import { useDraft, useDrafts } from '@errand/shared-auth'

/** What the writer is told; empty answers are left to it. */
export type Answers = Required<NonNullable<GenerateInput['answers']>>

const noAnswers: Answers = {
  businessName: '',
  purpose: '',
  audience: '',
  language: 'auto',
  tone: 'friendly',
  format: '',
  offLimits: '',
  fallback: '',
  escalation: '',
}

/** The answers to the writer's questions, kept for the next time they are asked in this tab. */
export function useAnswers(name: string): [Answers, (answers: Answers) => void] {
  const { value, write } = useDraft('answers', name)
  return [{ ...noAnswers, ...(value as Partial<Answers> | null) }, write]
}

/** The answers for a new job go on with it; the next new job is asked anew. */
export function useMoveAnswers(): (to: string) => void {
  const { read, write } = useDrafts('answers')
  return (to) => {
    write(to, read('new') ?? undefined)
    write('new', undefined)
  }
}
