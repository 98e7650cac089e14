import { Autocomplete } from '@base-ui/react/autocomplete'
import { matchesSearch } from '@errand/contract/search-text'
import { Search } from 'lucide-react'

import { Kbd } from '../actions/kbd.tsx'
import { useSettings } from '../intl/document-settings.ts'
import { useWords } from '../intl/words/words.ts'
import styles from './command-palette.module.css'
import type { Command, CommandGroup, CommandPaletteProps } from './command-palette.tsx'

/** The content of the open palette. */
export function CommandList(props: CommandPaletteProps) {
  const { groups, placeholder, onClose } = props
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
      filter={({ label }: Command, query) => matchesSearch(label, query)}
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
      <Autocomplete.Empty className={styles['empty']}>{say('noMatches')}</Autocomplete.Empty>
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
                    <bdi>{command.label}</bdi>
                  </span>
                  {command.hint !== undefined && (
                    <span className={styles['hint']}>{command.hint}</span>
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
