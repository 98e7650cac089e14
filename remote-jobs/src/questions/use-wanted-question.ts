import type { JobQuestions } from '@errand/contract/job-answers'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

import { questionKey } from './questions.queries.ts'

/** The question that a link leads to; once rendered, its box or its answer takes the focus. */
export function useLinkedQuestion(questions: JobQuestions | undefined): string | undefined {
  const { key, state } = useLocation()
  const question: unknown = Object(state)['question']
  const linkedKey = typeof question === 'string' ? questionKey(question) : undefined
  const focusedFor = useRef<string>(undefined)
  useEffect(() => {
    if (questions === undefined || linkedKey === undefined) return undefined
    if (focusedFor.current === key) return undefined
    // In a later frame: the page scrolls to the section in the same way first.
    const frame = requestAnimationFrame(() => {
      const all = [...document.querySelectorAll<HTMLElement>('[data-question]')]
      const item = all.find(({ dataset }) => dataset['question'] === linkedKey)
      if (item === undefined || isTyping()) return
      focusedFor.current = key
      item.scrollIntoView?.({ block: 'center' })
      item.querySelector<HTMLElement>('textarea, button')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [linkedKey, key, questions])
  return linkedKey
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea') === true
