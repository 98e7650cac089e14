import type { User } from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { profileQuery, queryClient, userMessage } from '@errand/shared-auth'
import type { Command } from '@errand/shared-ui'
import toast from 'react-hot-toast'

import { applyLook, hasSingleKeys, setSingleKeys } from '../look/look.ts'
import { currentCopy, updateSettings } from '../settings/settings.api.ts'
import { useWords } from '../shell/words/words.ts'

type Look = Partial<Settings['ui']>

/** How the page looks, and which keys it takes. */
export function useLookCommands(): Command[] {
  const say = useWords()
  const hasKeys = hasSingleKeys()
  const command = (id: string, label: string, look: Look): Command => ({
    id,
    label,
    onSelect: () => void takeLook(look),
  })
  return [
    command('theme:light', say('themeLight'), { theme: 'light' }),
    command('theme:dark', say('themeDark'), { theme: 'dark' }),
    command('theme:system', say('themeSystem'), { theme: 'system' }),
    {
      id: 'keys',
      label: say(hasKeys ? 'keysOff' : 'keysOn'),
      onSelect: () => setSingleKeys(!hasKeys),
    },
  ]
}

/** Shows the look at once, and takes it back when it could not be kept. */
async function takeLook(look: Look): Promise<void> {
  const { queryKey } = profileQuery()
  const user = queryClient.getQueryData(queryKey)
  if (user === undefined) return
  const { settings } = user
  applyLook({ ...user, settings: { ...settings, ui: { ...settings.ui, ...look } } })
  try {
    queryClient.setQueryData(queryKey, await keepLook(look, settings.version))
  } catch (error) {
    applyLook(user)
    toast.error(userMessage(error))
  }
}

/** What was saved elsewhere meanwhile is no reason to refuse: the look is chosen here and now. */
async function keepLook(look: Look, version: number): Promise<User> {
  const input = { settings: { ui: look } }
  try {
    return await updateSettings(input, version)
  } catch (error) {
    const current = currentCopy(error)
    if (current === undefined) throw error
    queryClient.setQueryData(profileQuery().queryKey, current)
    return updateSettings(input, current.settings.version)
  }
}
