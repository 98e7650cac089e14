import type { RemoteRelease } from '@errand/contract/release'
import type { Settings } from '@errand/contract/settings'
import { profileQuery, queryClient, saveSettings, userMessage } from '@errand/shared-auth'
import {
  CommandPalette,
  ShortcutSheet,
  usePageActions,
  useSettings,
  type Command,
  type CommandGroup,
} from '@errand/shared-ui'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router-dom'

import { applyLook, hasSingleKeys, setSingleKeys } from '../look/look.ts'
import { sortByOrder } from '../release/destinations.ts'
import { localizedLabel } from '../release/localized-label.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useWords } from '../words/words.ts'
import { displayKeys } from './palette-state.ts'
import { useFound, useRecent } from './use-found.ts'

/** The palette finds sections of the settings by their names. */
export { loadWords as loadSettingsWords } from '../settings/words/words.ts'

interface PaletteProps {
  remotes: RemoteRelease[]
  onClose: () => void
}

/** All pages and commands of the host and all remotes, whether their code is loaded or not. */
export function Palette({ remotes, onClose }: PaletteProps) {
  const say = useWords()
  const lookCommands = useLookCommands()
  const { signOut } = useSignOut()
  const actions = useActionGroups()
  const [typed, setTyped] = useState('')
  const { groups: found, isSearching } = useFound(typed)
  const recent = useRecent()
  const groups: CommandGroup[] = [
    ...(typed.trim() === '' ? [recent] : []),
    ...actions.filter(({ label }) => label !== say('everywhere')),
    { label: say('create'), items: useRemoteCommands(remotes) },
    {
      label: say('everywhere'),
      items: [
        ...(actions.find(({ label }) => label === say('everywhere'))?.items ?? []),
        ...lookCommands,
        { id: 'sign-out', label: say('signOut'), onSelect: signOut },
      ],
    },
    ...found,
  ]
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      placeholder={say('palettePlaceholder')}
      groups={groups.filter(({ items }) => items.length > 0)}
      onSearch={setTyped}
      isSearching={isSearching}
    />
  )
}

/** The actions of the current page, before the global ones. */
function useActionGroups(): CommandGroup[] {
  const say = useWords()
  const shellGroups = new Set([say('goTo'), say('everywhere')])
  const groups = usePageActions().map(({ group, actions }) => ({
    label: group,
    items: actions
      .filter(({ id }) => id !== 'shell:palette')
      .map(({ id, label, keys, run }) => ({
        id,
        label,
        ...(keys !== undefined && { shortcut: displayKeys(keys) }),
        onSelect: run,
      })),
  }))
  return groups.toSorted(
    (a, b) => Number(shellGroups.has(a.label)) - Number(shellGroups.has(b.label)),
  )
}

function useRemoteCommands(remotes: RemoteRelease[]) {
  const { locale } = useSettings()
  const navigate = useNavigate()
  return sortByOrder(remotes).flatMap((remote) =>
    (remote.commands ?? []).map((command) => ({
      id: `${remote.app}:${command.to}`,
      label: localizedLabel(command, locale),
      hint: localizedLabel(remote, locale),
      // The query belongs to the mount path itself.
      onSelect: () =>
        void navigate(remote.mount + (command.to.startsWith('?') ? '' : '/') + command.to),
    })),
  )
}

/** Commands for the theme and single-key shortcuts. */
function useLookCommands(): Command[] {
  const say = useWords()
  const hasKeys = hasSingleKeys()
  const command = (theme: Settings['ui']['theme'], label: string): Command => ({
    id: `theme:${theme}`,
    label,
    onSelect: () => void saveTheme(theme),
  })
  return [
    command('light', say('themeLight')),
    command('dark', say('themeDark')),
    command('system', say('themeSystem')),
    {
      id: 'keys',
      label: say(hasKeys ? 'keysOff' : 'keysOn'),
      onSelect: () => setSingleKeys(!hasKeys),
    },
  ]
}

/** Applies the theme at once and rolls back if it cannot be saved. */
async function saveTheme(theme: Settings['ui']['theme']): Promise<void> {
  const user = queryClient.getQueryData(profileQuery().queryKey)
  if (user === undefined) return
  const { settings } = user
  applyLook({ ...user, settings: { ...settings, ui: { ...settings.ui, theme } } })
  try {
    // Without a version: an explicit choice of theme overrides whatever another tab has saved.
    await saveSettings({ settings: { ui: { theme } } })
  } catch (error) {
    applyLook(user)
    toast.error(userMessage(error))
  }
}

/** The keyboard shortcuts of the current page and the global ones. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const groups = usePageActions()
    .map(({ group, actions }) => ({
      label: group,
      shortcuts: actions.flatMap(({ label, keys }) =>
        keys === undefined ? [] : [{ keys: displayKeys(keys), label }],
      ),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0)
  return <ShortcutSheet isOpen onClose={onClose} groups={groups} />
}
