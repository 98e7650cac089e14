import type { Snippet } from '@errand/contract/search-marks'
import { lazy, Suspense } from 'react'

import { useWords } from '../intl/words/words.ts'
import styles from './command-palette.module.css'
import { ModalElement } from './dialog.tsx'

export interface Command {
  id: string
  label: string
  /** Its target or group. */
  hint?: string
  shortcut?: string
  /** Found by what was typed, whatever its label says; `snippet` is what was found. */
  isFound?: boolean
  snippet?: Snippet
  onSelect: () => void
}

export interface CommandGroup {
  label: string
  items: readonly Command[]
}

export interface CommandPaletteProps {
  isOpen: boolean
  onClose: () => void
  groups: readonly CommandGroup[]
  placeholder?: string
  /** Hears what is typed, to add what is found elsewhere. */
  onSearch?: (text: string) => void
  /** More may be found in a moment. */
  isSearching?: boolean
}

// Loaded when it is first opened.
const CommandList = lazy(async () => ({
  default: (await import('./command-list.tsx')).CommandList,
}))

/** All commands and pages, found by typing. */
export function CommandPalette(props: CommandPaletteProps) {
  const say = useWords()
  return (
    <ModalElement
      isOpen={props.isOpen}
      label={say('commands')}
      className={styles['palette']}
      isDismissable
      onClose={props.onClose}
    >
      <Suspense fallback={<div className={styles['loading']} />}>
        <CommandList {...props} />
      </Suspense>
    </ModalElement>
  )
}
