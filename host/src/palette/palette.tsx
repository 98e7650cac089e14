import type { RemoteRelease } from '@errand/contract/release'
import { CommandPalette, usePageActions, useSettings, type CommandGroup } from '@errand/shared-ui'
import { useNavigate } from 'react-router-dom'

import { inOrder } from '../shell/main-navigation.tsx'
import { spoken } from '../shell/spoken.ts'
import { useSignOut } from '../shell/use-sign-out.ts'
import { useWords } from '../shell/words/words.ts'
import { useLookCommands } from './look-commands.ts'
import { keysOf } from './written-keys.ts'

interface PaletteProps {
  remotes: RemoteRelease[]
  onClose: () => void
}

/** Everything that can be opened or done, across all remotes, whether their code is there or not. */
export function Palette({ remotes, onClose }: PaletteProps) {
  const say = useWords()
  const looks = useLookCommands()
  const { signOut } = useSignOut()
  const actions = useActionGroups()
  const groups: CommandGroup[] = [
    ...actions.filter(({ label }) => label !== say('everywhere')),
    { label: say('create'), items: useRemoteCommands(remotes) },
    {
      label: say('everywhere'),
      items: [
        ...(actions.find(({ label }) => label === say('everywhere'))?.items ?? []),
        ...looks,
        { id: 'sign-out', label: say('signOut'), onSelect: signOut },
      ],
    },
  ]
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      placeholder={say('palettePlaceholder')}
      groups={groups.filter(({ items }) => items.length > 0)}
    />
  )
}

/** What the page on show can do, before what can be done everywhere. */
function useActionGroups(): CommandGroup[] {
  const say = useWords()
  const own = new Set([say('goTo'), say('everywhere')])
  const groups = usePageActions().map(({ group, actions }) => ({
    label: group,
    items: actions
      .filter(({ id }) => id !== 'shell:palette')
      .map(({ id, label, keys, keywords, run }) => ({
        id,
        label,
        ...(keys !== undefined && { shortcut: keysOf(keys) }),
        ...(keywords !== undefined && { keywords }),
        onSelect: run,
      })),
  }))
  return groups.toSorted((a, b) => Number(own.has(a.label)) - Number(own.has(b.label)))
}

function useRemoteCommands(remotes: RemoteRelease[]) {
  const { locale } = useSettings()
  const navigate = useNavigate()
  return inOrder(remotes).flatMap((remote) =>
    (remote.commands ?? []).map((command) => ({
      id: `${remote.app}:${command.to}`,
      label: spoken(command, locale),
      hint: spoken(remote, locale),
      // A query belongs to the mount itself.
      onSelect: () =>
        void navigate(remote.mount + (command.to.startsWith('?') ? '' : '/') + command.to),
    })),
  )
}
