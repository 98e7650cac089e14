import type { PageLanguage } from '@errand/contract/language'
import { withoutDirectionControls } from '@errand/contract/visible-text'
import type { GetICUArgs } from '@schummar/icu-type-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { useEffect, useMemo, useSyncExternalStore } from 'react'

import { readSettings, useSettings } from './document-settings.ts'

type Catalogue = Readonly<Record<string, string>>
/** The same messages in another language; missing ones are shown in English. */
type Translation<English extends Catalogue> = Partial<Record<keyof English, string>>
type Load<English extends Catalogue> = () => Promise<{ default: Translation<English> }>
type Loaders<English extends Catalogue> = Record<Exclude<PageLanguage, 'en'>, Load<English>>

type Arguments<Text extends string> = GetICUArgs<
  Text,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

type Values<Text extends string> = string extends Text
  ? [values?: Record<string, string | number | Date>]
  : keyof Arguments<Text> extends never
    ? []
    : [values: Arguments<Text>]

/** Formats a message; the compiler derives the required values from the English text. */
type Say<English extends Catalogue> = <Key extends keyof English & string>(
  key: Key,
  ...values: Values<English[Key]>
) => string

/** A catalogue: a hook for components and a function for other code. */
interface Words<English extends Catalogue> {
  useWords: () => Say<English>
  words: Say<English>
  /** Loads the page's language; a route that waits for it never shows English first. */
  loadWords: (locale?: string) => Promise<void>
}

/**
 * A catalogue of ICU messages. English is part of the code; other languages are loaded when needed.
 *
 *     const { useWords } = createWords({ left: '{count} left' }, { hi: () => import('./hi.json') })
 *     useWords()('left', { count: 3 })
 */
export function createWords<const English extends Catalogue>(
  english: English,
  loaders: Loaders<English>,
): Words<English> {
  const loaded = new Map<string, Translation<English>>()
  const listeners = new Set<() => void>()
  const loadWords = async (locale = readSettings().locale): Promise<void> => {
    const language = new Intl.Locale(locale).language
    const { [language]: loader } = loaders as Partial<Record<string, Load<English>>>
    if (loader === undefined || loaded.has(language)) return
    loaded.set(language, (await loader()).default)
    for (const notify of listeners) notify()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const version = () => loaded.size
  const sayIn = (locale: string): Say<English> => {
    const language = new Intl.Locale(locale).language
    return (key, ...[values]) => {
      const translated = loaded.get(language)?.[key]
      return translated === undefined
        ? format('en', english[key] ?? key, values)
        : format(locale, translated, values)
    }
  }
  return {
    loadWords,
    words: (key, ...values) => sayIn(readSettings().locale)(key, ...values),
    useWords: () => {
      const { locale } = useSettings()
      const loadedVersion = useSyncExternalStore(subscribe, version)
      // If a language cannot be loaded, the page stays in English.
      useEffect(() => void loadWords(locale).catch(() => undefined), [locale])
      // eslint-disable-next-line react/exhaustive-deps -- what is loaded is not React's
      return useMemo(() => sayIn(locale), [locale, loadedVersion])
    },
  }
}

const messageFormats = new Map<string, IntlMessageFormat>()

function format(locale: string, text: string, values: unknown): string {
  if (!/[{'<]/.test(text)) return text
  const key = `${locale} ${text}`
  const message =
    messageFormats.get(key) ?? new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
  messageFormats.set(key, message)
  // Values are isolated, so that the text around them keeps its direction.
  const isolatedValues = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutDirectionControls(value) : value,
  ])
  return String(message.format(Object.fromEntries(isolatedValues)))
}
