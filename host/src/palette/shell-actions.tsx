import { paths } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import { useActions, useSettings } from '@errand/shared-ui'
import { useAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router-dom'

import { PartBoundary } from '../errors/part-boundary.tsx'
import { listDestinations } from '../release/destinations.ts'
import { localizedLabel } from '../release/localized-label.ts'
import { useWords } from '../words/words.ts'
import { openPalette, openPartAtom, openShortcuts, paletteStore } from './palette-state.ts'

const Palette = lazy(async () => {
  const { Palette: Content, loadSettingsWords } = await import('./palette.tsx')
  await loadSettingsWords()
  return { default: Content }
})
const Shortcuts = lazy(async () => ({ default: (await import('./palette.tsx')).Shortcuts }))

interface ShellActionsProps {
  remotes: RemoteRelease[]
}

/** The global actions, by shortcut and in the palette. */
export function ShellActions({ remotes }: ShellActionsProps) {
  const [open, setOpen] = useAtom(openPartAtom, { store: paletteStore })
  const say = useWords()
  useGoActions(remotes)
  useActions(say('everywhere'), [
    { id: 'shell:palette', label: say('palette'), keys: 'mod+k', run: openPalette },
    { id: 'shell:shortcuts', label: say('shortcuts'), keys: '?', run: openShortcuts },
  ])
  if (open === undefined) return null
  const close = () => setOpen(undefined)
  const handleFailure = () => {
    close()
    toast.error(say('paletteLost'))
  }
  return (
    <PartBoundary onError={handleFailure}>
      <Suspense>
        {open === 'palette' ? (
          <Palette remotes={remotes} onClose={close} />
        ) : (
          <Shortcuts onClose={close} />
        )}
      </Suspense>
    </PartBoundary>
  )
}

function useGoActions(remotes: RemoteRelease[]): void {
  const say = useWords()
  const { locale } = useSettings()
  const navigate = useNavigate()
  const destinations = [
    { to: paths.dashboard, label: say('dashboard'), key: 'd' },
    ...listDestinations(remotes).map(({ to, key, ...words }) => ({
      to,
      label: localizedLabel(words, locale),
      key,
    })),
    { to: paths.settings, label: say('settings'), key: 's' },
  ]
  useActions(
    say('goTo'),
    destinations.map(({ to, label, key }) => ({
      id: `go:${to}`,
      label,
      ...(key !== undefined && { keys: `g ${key}` }),
      run: () => void navigate(to),
    })),
  )
}
