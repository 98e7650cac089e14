import type { User } from '@errand/contract/auth'
import { applySettings } from '@errand/shared-ui'
import { browserStorage, profileQuery } from '@errand/shared-auth'
import { useLayoutEffect } from 'react'
import { useQuery } from '@tanstack/react-query'

/** Where the boot script finds what to put on `<html>` before anything is painted. */
const key = 'errand:look'
const attributes = [
  'lang',
  'dir',
  'data-theme',
  'data-density',
  'data-time-zone',
  'data-single-keys',
] as const

/** Shows the page as its owner has chosen, now and from the first moment of the next visit. */
export function applyLook({ settings: { ui, business } }: User): void {
  const { theme, density, language } = ui
  applySettings({ theme, density, locale: localeOf(language, business.locale) })
  applySettings({ timeZone: business.timeZone })
  keepLook()
}

/** Switches the keys that do something without Ctrl or Cmd, on this device; shared-ui looks here. */
export function setSingleKeys(isOn: boolean): void {
  const { dataset } = document.documentElement
  if (isOn) delete dataset['singleKeys']
  else dataset['singleKeys'] = 'off'
  keepLook()
}

/** Whether they are on. */
export const hasSingleKeys = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off'

/** The chosen language as it is written in the owner's own country: `en` becomes `en-IN`. */
function localeOf(language: string, businessLocale: string): string {
  return businessLocale.split('-')[0] === language.split('-')[0] ? businessLocale : language
}

function keepLook(): void {
  const { documentElement: root } = document
  const look = attributes.flatMap((name) => {
    const value = root.getAttribute(name)
    return value === null ? [] : [[name, value]]
  })
  browserStorage.setItem(key, JSON.stringify(Object.fromEntries(look)))
}

/** Keeps the page in the look that its owner has chosen, on whatever device that was. */
export function useLook(): void {
  const { data: user } = useQuery(profileQuery())
  useLayoutEffect(() => {
    if (user !== undefined) applyLook(user)
  }, [user])
}
