import type { User } from '@errand/contract/auth'
import { cookieText } from '@errand/contract/cookie'
import { localeCookieName } from '@errand/contract/language'
import { browserStorage, profileQuery } from '@errand/shared-auth'
import { applySettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'

/**
 * The key under which the boot script finds the attributes to set on `<html>` before the first
 * paint.
 */
const key = 'errand:look'
const attributes = ['data-theme', 'data-density', 'data-time-zone', 'data-single-keys'] as const
const oneYearSeconds = 365 * 24 * 60 * 60

/**
 * Applies the owner's theme, density and language now, and from the first paint of the next visit.
 */
export function applyLook({ settings: { ui, business } }: User): void {
  const { theme, density, language } = ui
  applySettings({ theme, density, locale: localeOf(language, business.locale) })
  applySettings({ timeZone: business.timeZone })
  keepLook()
}

/** Turns single-key shortcuts on or off, on this device; shared-ui reads this attribute. */
export function setSingleKeys(isOn: boolean): void {
  const { dataset } = document.documentElement
  if (isOn) delete dataset['singleKeys']
  else dataset['singleKeys'] = 'off'
  keepLook()
}

/** Whether single-key shortcuts are on. */
export const hasSingleKeys = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off'

/** The chosen language in the owner's own region: `en` becomes `en-IN`. */
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
  // The edge writes the next document in this language.
  const isSecure = window.location.protocol === 'https:'
  const options = { maxAge: oneYearSeconds, isSecure }
  document.cookie = cookieText(localeCookieName, root.lang, options)
}

/** Keeps the page's appearance in sync with the owner's settings, which any device may change. */
export function useLook(): void {
  const { data: user } = useQuery(profileQuery())
  useLayoutEffect(() => {
    if (user !== undefined) applyLook(user)
  }, [user])
}
