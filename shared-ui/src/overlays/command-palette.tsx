import { lazy, Suspense, type ReactNode } from 'react'

import { useWords } from '../intl/words/words.ts'
import { ModalElement } from './dialog.tsx'
import styles from './command-palette.module.css'

export interface Command {
  id: string
  label: string
  /** Where it leads or what it belongs to. */
  hint?: string
  icon?: ReactNode
  shortcut?: string
  /** Other words by which people look for it. */
  keywords?: string
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
  /** For commands that are looked up, such as the names of chats. */
  onQueryChange?: (query: string) => void
}

// Fetched when it is opened first.
const CommandList = lazy(async () => ({
  default: (await import('./command-list.tsx')).CommandList,
}))

/** Everything that can be done or opened, found by typing. */
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
