import { findPhones } from '../../form-data/phones.ts'
import { splitExtension, withExtension } from '../../form-data/read-text.ts'
import { isTaken, type Found, type Heard, type Looking } from './heard.ts'
import { withLatinDigits } from './text.ts'

const emails = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?@\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
/** As some spell it: `asha at gmail dot com`. */
const spelled =
  /(?<![a-z0-9._-])([a-z0-9._-]+)\s+(?:at|\(at\)|\[at\])\s+([a-z0-9-]+(?:\s+(?:dot|\(dot\)|\[dot\])\s+[a-z0-9-]+)+)/i

/** An address of e-mail; spelled out only when it was asked for. */
export function findEmail(heard: Heard, { isAsked }: Looking): Found | undefined {
  const written = emails.exec(heard.text)
  if (written !== null) return spanning(written, written[0].replaceAll(/\s/g, ''))
  const words = isAsked ? spelled.exec(heard.text) : null
  if (words === null) return undefined
  const host = words[2]?.replaceAll(/\s+(?:dot|\(dot\)|\[dot\])\s+/gi, '.')
  return spanning(words, `${words[1] ?? ''}@${host ?? ''}`)
}

/** A number that is a valid one where the business is, in any grouping. */
export function findPhone(heard: Heard, { place }: Looking): Found | undefined {
  const text = withLatinDigits(heard.text)
  const number =
    findPhones(text, place.region).find((one) => !isTaken(heard, one)) ?? looseNumber(heard, text)
  return number === undefined ? undefined : andExtension(number, text)
}

/** With the extension behind it, where that is called otherwise than the library knows. */
function andExtension(found: Found, text: string): Found {
  const behind = /^[^\d\n]{1,20}\d{1,7}\)?(?!\d)/.exec(text.slice(found.end))?.[0] ?? ''
  const { main, extension } = splitExtension(behind)
  return extension === undefined || main.trim() !== ''
    ? found
    : {
        ...found,
        end: found.end + behind.length,
        value: withExtension(String(found.value), extension),
      }
}

/** Grouped as no plan has it: `98 76 54 32 10`. */
function looseNumber(heard: Heard, text: string): Found | undefined {
  const match = /(?<![\d/:])\+?\d(?:[\s().-]{0,2}\d){8,14}(?![\d/:])/.exec(text)
  if (match === null) return undefined
  const found = spanning(match, match[0].replaceAll(/[^\d+]/g, ''))
  return isTaken(heard, found) ? undefined : found
}

const links =
  /(?:https?:\/\/|www\.)[^\s<>"']+|(?<![@\p{L}\p{M}\p{N}.-])(?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}]+(?::\d{1,5})?(?:[/?#][^\s<>"']*)?(?![\p{L}\p{N}@])/iu

/** A link; one without `www.` or a scheme only when it was asked for. */
export function findUrl(heard: Heard, { isAsked }: Looking): Found | undefined {
  const match = links.exec(heard.text)
  if (match === null) return undefined
  const link = match[0].replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '')
  const isSure = isAsked || /^(?:https?:|www\.)/i.test(link)
  const found = { start: match.index, end: match.index + link.length, value: link }
  return isSure && !isTaken(heard, found) ? found : undefined
}

const pairs = /([+-]?\d{1,3}\.\d{3,10})\s*[,;]\s*([+-]?\d{1,3}\.\d{3,10})/

/** Two numbers, as a map's link has them too. */
export function findLocation(heard: Heard): Found | undefined {
  const match = pairs.exec(heard.text)
  return match === null ? undefined : spanning(match, `${match[1] ?? ''}, ${match[2] ?? ''}`)
}

const spanning = (match: RegExpExecArray, value: unknown): Found => ({
  start: match.index,
  end: match.index + match[0].length,
  value,
})
