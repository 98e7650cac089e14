import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'

import { useWords } from '../job-draft/words/words.ts'
import {
  type SectionId,
  sectionAt,
  sectionTitles,
  sections,
  sectionsOf,
} from '../sections/section-list.ts'

/** Which sections and which row of the fields are open; the address and the command palette open one and lead to it. */
export function useSections(isSaved: boolean) {
  const say = useWords()
  const { hash } = useLocation()
  const linked = sections.find((one) => hash === `#${one}`)
  const [chosen, setChosen] = useState<Partial<Record<SectionId, boolean>>>(() =>
    linked === undefined ? {} : { [linked]: true },
  )
  const [openedField, openField] = useState<number>()
  const open = (...wanted: SectionId[]) =>
    setChosen((before) => ({ ...before, ...Object.fromEntries(wanted.map((one) => [one, true])) }))
  const reveal = (section: SectionId, isAtOnce = false) => {
    flushSync(() => open(section))
    scrollToSection(section, isAtOnce)
  }
  const revealLinked = useEffectEvent(reveal)
  useEffect(() => {
    if (linked === undefined) return undefined
    // In a frame: the shell scrolls a new page to its top after the effects of the page.
    const frame = requestAnimationFrame(() => revealLinked(linked, true))
    return () => cancelAnimationFrame(frame)
  }, [linked])
  return {
    isOpen: (section: SectionId) => chosen[section] === true,
    /** Leads to a section, for the command palette. */
    actions: sectionsOf(isSaved).map((section) => ({
      id: `job:${section}`,
      label: say(sectionTitles[section]),
      // In a frame: the palette returns the focus when it closes.
      run: () => void requestAnimationFrame(() => reveal(section)),
    })),
    openedField,
    openField,
    /** Opens what has the controls at these paths. */
    openPaths: (paths: readonly string[]) => {
      open(...paths.map(sectionAt))
      const field = paths.find((path) => path.startsWith('fields.'))?.split('.')[1]
      if (field !== undefined) openField(Number(field))
    },
    /** Opens a section unless the owner has opened or closed it. */
    suggest: (section: SectionId) => setChosen((before) => ({ [section]: true, ...before })),
    toggle: (section: SectionId) =>
      setChosen((before) => ({ ...before, [section]: before[section] !== true })),
  }
}
export type SectionsState = ReturnType<typeof useSections>

/** Scrolls to a section and moves the focus there. */
function scrollToSection(section: SectionId, isAtOnce: boolean): void {
  const element = document.getElementById(section)
  // A link may lead to one question of the section, which has the focus already.
  if (isAtOnce && element?.contains(document.activeElement) === true) return
  const skipsAnimation = isAtOnce || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView?.({ block: 'start', behavior: skipsAnimation ? 'auto' : 'smooth' })
  element?.focus({ preventScroll: true })
}
