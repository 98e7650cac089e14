import { draftPrefix } from '@errand/contract/drafts'
import type { GenerateInput } from '@errand/contract/job-generation'
import { tabStorage, useSession } from '@errand/shared-auth'
import { useState } from 'react'

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
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : 'nobody'
  const key = keyOf(owner, name)
  const [answers, setAnswers] = useState(() => read(key))
  const keep = (next: Answers) => {
    setAnswers(next)
    tabStorage.setItem(key, JSON.stringify(next))
  }
  return [answers, keep]
}

const keyOf = (owner: string, name: string) => `${draftPrefix}answers:${owner}:${name}`

/** The answers for a new job go on with it; the next new job is asked anew. */
export function moveAnswers(owner: string, to: string): void {
  const kept = tabStorage.getItem(keyOf(owner, 'new'))
  if (kept === null) return
  tabStorage.setItem(keyOf(owner, to), kept)
  tabStorage.removeItem(keyOf(owner, 'new'))
}

function read(key: string): Answers {
  try {
    const kept = JSON.parse(tabStorage.getItem(key) ?? '{}') as Partial<Answers>
    return { ...noAnswers, ...kept }
  } catch {
    return noAnswers
  }
}
