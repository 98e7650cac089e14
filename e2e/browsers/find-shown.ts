/** The roles by which the walks find things, and the elements that have them by themselves. */
export type Role =
  | 'article'
  | 'button'
  | 'checkbox'
  | 'heading'
  | 'img'
  | 'link'
  | 'listitem'
  | 'menuitem'
  | 'region'
  | 'row'
  | 'textbox'

/**
 * Runs in the page: the visible elements of a role and name, the name as a text or, with flags, as
 * a pattern.
 */
export function findShown(role: Role, name: string, flags?: string): Element[] {
  const native: Partial<Record<Role, string>> = {
    article: 'article',
    button: 'button, summary',
    checkbox: 'input[type=checkbox]',
    heading: 'h1, h2, h3, h4',
    img: 'img, svg[role]',
    link: 'a[href]',
    listitem: 'li',
    region: 'section[aria-label], section[aria-labelledby]',
    row: 'tr',
    textbox: 'textarea, input:not([type=checkbox], [type=radio], [type=file])',
  }
  const textOf = (ids: string) =>
    ids.split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')
    if (labelledBy !== null) return textOf(labelledBy).join(' ')
    const { labels } = element as HTMLInputElement
    const label = labels?.[0]?.textContent ?? element.textContent
    return element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? label
  }
  const matches = (text: string) =>
    flags === undefined ? text === name : new RegExp(name, flags).test(text)
  const candidates = [`[role=${role}]`, native[role] ?? []].flat().join(', ')
  return [...document.querySelectorAll(candidates)].filter(
    (element) =>
      (element.getAttribute('role') ?? role) === role &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true]') === null &&
      matches(nameOf(element).replaceAll(/\s+/g, ' ').trim()),
  )
}
