import { findPhones } from '../../answers/phones.ts'
import { splitExtension, withExtension } from '../../answers/read-text.ts'
import { isTaken, type Found, type ScannedMessage, type FieldSearch } from './scanned-message.ts'
import { withLatinDigits } from './text.ts'

const part = String.raw`[\p{L}\p{M}\p{N}_%+-]{1,64}`
const atSign = String.raw`(?:\s*@\s*|\s+[([]?(?:at|at the rate|arroba|arobase|ät|एट|آت)[)\]]?\s+)`
const dotSign = String.raw`(?:\.|\s+\.\s*|\s+[([]?(?:dot|punto|ponto|punkt|point|डॉट|دوت|نقطة)[)\]]?\s+)`
/** Also as some spell it, in whatever language: `asha at gmail dot com`, `asha . k @ gmail . com`. */
const addresses = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}._%+-])(${part}(?:${dotSign}${part}){0,4})${atSign}(${part}(?:${dotSign}${part}){1,4})`,
  'iu',
)

/** An address of e-mail; spelled out only when it was asked for. */
export function findEmail({ text }: ScannedMessage, { isAsked }: FieldSearch): Found | undefined {
  const found = addresses.exec(text)
  if (found === null || !(isAsked || found[0].includes('@'))) return undefined
  const parts = found.slice(1).map((said) => said.replaceAll(new RegExp(dotSign, 'giu'), '.'))
  return spanOfMatch(found, parts.join('@'))
}

/** A number that is a valid one where the business is, in any grouping. */
export function findPhone(scanned: ScannedMessage, { place }: FieldSearch): Found | undefined {
  const text = withLatinDigits(scanned.text)
  // Grouped as no plan has it: `98 76 54 32 10`.
  const loose = /(?<![\d/:])\+?\d(?:[\s().-]{0,2}\d){8,14}(?![\d/:])/.exec(text)
  const found = [
    ...findPhones(text, place.region),
    ...(loose === null ? [] : [spanOfMatch(loose, loose[0].replaceAll(/[^\d+]/g, ''))]),
  ].find((one) => !isTaken(scanned, one))
  if (found === undefined) return undefined
  // With the extension behind it, where that is called otherwise than the library knows.
  const behind = /^[^\d\n]{1,20}\d{1,7}\)?(?!\d)/.exec(text.slice(found.end))?.[0] ?? ''
  const { main, extension } = splitExtension(behind)
  if (extension === undefined || main.trim() !== '') return found
  const value = withExtension(String(found.value), extension)
  return { start: found.start, end: found.end + behind.length, value }
}

const links =
  /(?:https?:\/\/|www\.)[^\s<>"']+|(?<![@\p{L}\p{M}\p{N}.-])(?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}]+(?::\d{1,5})?(?:[/?#][^\s<>"']*)?(?![\p{L}\p{N}@])/iu

/** A link; one without `www.` or a scheme only when it was asked for. */
export function findUrl(scanned: ScannedMessage, { isAsked }: FieldSearch): Found | undefined {
  const match = links.exec(scanned.text)
  if (match === null) return undefined
  const link = match[0].replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '')
  const isSure = isAsked || /^(?:https?:|www\.)/i.test(link)
  const found = { start: match.index, end: match.index + link.length, value: link }
  return isSure && !isTaken(scanned, found) ? found : undefined
}

const pairs = /([+-]?\d{1,3}\.\d{3,10})\s*[,;]\s*([+-]?\d{1,3}\.\d{3,10})/

/** Two numbers, as a map's link has them too. */
export function findLocation({ text }: ScannedMessage): Found | undefined {
  const match = pairs.exec(text)
  return match === null ? undefined : spanOfMatch(match, `${match[1] ?? ''}, ${match[2] ?? ''}`)
}

const spanOfMatch = ({ 0: all, index }: RegExpExecArray, value: unknown): Found => ({
  start: index,
  end: index + all.length,
  value,
})
