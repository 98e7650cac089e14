import { lazy, Suspense } from 'react'

import { useWords } from '../intl/words/words.ts'
import type { CommandPaletteProps } from './command-list.tsx'
import styles from './command-palette.module.css'
import { ModalElement } from './dialog.tsx'

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
