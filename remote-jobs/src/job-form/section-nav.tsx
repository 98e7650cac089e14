import { CountBadge } from '@errand/shared-ui'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { problemsBySection } from '../changes/lint-job.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import styles from './section-nav.module.css'
import { useWords } from './words/words.ts'

/** The parts of the form, in their order; also the ids of their elements. */
export const sections = [
  'about',
  'instructions',
  'fields',
  'messages',
  'trigger',
  'behaviour',
  'test',
] as const

/** The way to each section, with what is still wrong there. */
export function SectionNav() {
  const say = useWords()
  const problems = useProblems()
  const current = useCurrentSection()
  return (
    <nav aria-label={say('sections')} className={styles['nav']}>
      <ul>
        {sections.map((section) => {
          const count = problems[section] ?? 0
          return (
            <li key={section}>
              <button
                type="button"
                aria-current={section === current ? 'location' : undefined}
                onClick={() => goTo(section)}
              >
                {say(section)}
                <CountBadge count={count} label={say('problemsIn', { count })} />
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const quietMs = 200

/** What is wrong in each section, once nobody has typed for a moment: typing goes first. */
function useProblems(): Record<string, number> {
  const { getValues, subscribe } = useFormContext<JobFormValues>()
  const [problems, setProblems] = useState(() => problemsBySection(getValues()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => setProblems(problemsBySection(getValues()))
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(look, quietMs)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [getValues, subscribe])
  return problems
}

/** Focus goes along: the next Tab is in the section that was asked for. */
function goTo(section: (typeof sections)[number]): void {
  const element = document.getElementById(section)
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  element?.focus({ preventScroll: true })
}

function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState<string>(sections[0])
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return undefined
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        const first = sections.find((section) => seen.has(section))
        if (first !== undefined) setCurrent(first)
      },
      { rootMargin: '-10% 0px -60% 0px' },
    )
    for (const section of sections) {
      const element = document.getElementById(section)
      if (element !== null) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return current
}
