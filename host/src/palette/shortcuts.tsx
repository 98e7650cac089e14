import { ShortcutSheet, usePageActions } from '@errand/shared-ui'

import { keysOf } from './written-keys.ts'

/** Which keys do what, on the page on show and everywhere. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const groups = usePageActions()
    .map(({ group, actions }) => ({
      label: group,
      shortcuts: actions.flatMap(({ label, keys }) =>
        keys === undefined ? [] : [{ keys: keysOf(keys), label }],
      ),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0)
  return <ShortcutSheet isOpen onClose={onClose} groups={groups} />
}
