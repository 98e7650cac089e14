/** A label from the data of a remote's release, with translations. */
export interface LocalizedLabel {
  label: string
  labels?: Record<string, string> | undefined
}

/** The label in the page's language, or in English. */
export const localizedLabel = ({ label, labels }: LocalizedLabel, locale: string): string =>
  labels?.[new Intl.Locale(locale).language] ?? label
