import { Autocomplete } from '@base-ui/react/autocomplete'
import { findMarks, type Snippet } from '@errand/contract/search-marks'
import { matchesSearch } from '@errand/contract/search-text'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { Marked } from '../data/marked.tsx'
import { useSettings } from '../intl/document-settings.ts'
import { useWords } from '../intl/words/words.ts'
import { Kbd } from '../tooltip/kbd.tsx'
import styles from './command-palette.module.css'

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

/** The content of the open palette. */
export function CommandList(props: CommandPaletteProps) {
  const { groups, placeholder, onClose, onSearch, isSearching = false } = props
  const [typed, setTyped] = useState('')
  const { locale } = useSettings()
  const say = useWords()
  const run = (command: Command) => {
    onClose()
    command.onSelect()
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={[...groups]}
      itemToStringValue={({ label }: Command) => label}
      filter={({ label, isFound = false }: Command, query) =>
        isFound || matchesSearch(label, query)
      }
      value={typed}
      onValueChange={(text) => {
        setTyped(text)
        onSearch?.(text)
      }}
      autoHighlight="always"
      locale={locale}
    >
      <div className={styles['search']}>
        <Search size={16} aria-hidden="true" />
        <Autocomplete.Input
          autoFocus
          dir="auto"
          aria-label={placeholder ?? say('search')}
          placeholder={placeholder ?? say('search')}
        />
      </div>
      <Autocomplete.Empty className={styles['empty']}>
        {!isSearching && say('noMatches')}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles['list']}>
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.label} items={[...group.items]}>
            <Autocomplete.GroupLabel className={styles['group']}>
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  className={styles['item']}
                  onClick={() => run(command)}
                >
                  <span className={styles['label']}>
                    <Marked text={command.label} marks={findMarks(command.label, typed)} />
                    {command.snippet !== undefined && (
                      <span className={styles['snippet']}>
                        <Marked {...command.snippet} />
                      </span>
                    )}
                  </span>
                  {command.hint !== undefined && (
                    <bdi className={styles['hint']}>{command.hint}</bdi>
                  )}
                  {command.shortcut !== undefined && <Kbd keys={command.shortcut} />}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
