import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import styles from './tabs.module.css'

interface Tab {
  id: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps {
  /** Their name for assistive technology. */
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
}

/** Tabs of which one panel is shown; arrow keys move between them. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(
      event,
      tabs.length,
      tabs.findIndex((tab) => tab.id === selected),
    )
    const next = to === undefined ? undefined : tabs[to]
    if (next === undefined || to === undefined) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div className={styles['tabs']}>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={styles['list']}
        onKeyDown={handleKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            className={styles['tab']}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} tabIndex={0}>
        {tabs.find((tab) => tab.id === selected)?.content}
      </div>
    </div>
  )
}

function nextIndex(event: KeyboardEvent, count: number, index: number): number | undefined {
  const isRtl = document.documentElement.dir === 'rtl'
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key]
  if (step !== undefined) return (index + step + count) % count
  if (event.key === 'Home') return 0
  return event.key === 'End' ? count - 1 : undefined
}
