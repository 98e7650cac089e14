/** A word that came as data with a remote's release. */
export interface LocalizedLabel {
  label: string
  labels?: Record<string, string> | undefined
}

/** The word in the page's language, or in English. */
export const localizedLabel = ({ label, labels }: LocalizedLabel, locale: string): string =>
  labels?.[new Intl.Locale(locale).language] ?? label
