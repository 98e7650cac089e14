import { useWords } from '../intl/words/words.ts'
import { Kbd } from '../tooltip/kbd.tsx'
import { Dialog } from './dialog.tsx'
import styles from './shortcut-sheet.module.css'

interface ShortcutGroup {
  label: string
  shortcuts: readonly { keys: string; label: string }[]
}

interface ShortcutSheetProps {
  isOpen: boolean
  onClose: () => void
  groups: readonly ShortcutGroup[]
}

/** Which keys do what, on this page and everywhere. */
export function ShortcutSheet({ isOpen, onClose, groups }: ShortcutSheetProps) {
  const say = useWords()
  return (
    <Dialog {...{ isOpen, onClose }} look="wide" title={say('shortcuts')}>
      {/* Reached by Tab, because on small windows it scrolls. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['groups']} tabIndex={0} role="group" aria-label={say('shortcuts')}>
        {groups.map(({ label, shortcuts }) => (
          <section key={label}>
            <h3>{label}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.keys} className={styles['row']}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
