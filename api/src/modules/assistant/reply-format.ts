import { maxTextLength } from '@errand/contract/chats/message'
import { withoutDirectionControls } from '@errand/contract/visible-text'

import { sentencesOf } from '../ai/language/sentences.ts'

/** Cuts a text at the end of a sentence if possible, and never within a character. */
export function cut(text: string): string {
  if (text.length <= maxTextLength) return text
  let kept = ''
  for (const sentence of sentencesOf(text)) {
    if (kept.length + sentence.length > maxTextLength) break
    kept += sentence
  }
  const start = text.slice(0, maxTextLength - 1)
  return kept.trim() || `${start.toWellFormed().replace(/\uFFFD$/, '')}…`
}

/**
 * Replaces Markdown and HTML, which models like to write, by WhatsApp's own formatting. A reply may
 * repeat the contact's text, so each rule has to run in linear time: blanks stay within their line,
 * and marked text contains no such mark.
 */
const rules: [RegExp, string | ((...match: string[]) => string)][] = [
  [/\r\n?/g, '\n'],
  [/<br\s*\/?>/gi, '\n'],
  [/<\/?(?:b|i|u|p|ul|ol|li|em|strong|a|div|span|h[1-6])(?:\s[^<>]*)?>/gi, ''],
  // A picture becomes its text, a named link its name and address.
  [/!\[([^[\]\n]*)\]\([^)\s[]*\)/g, '$1'],
  [/\[([^[\]\n]+)\]\(([^)\s[]+)\)/g, '$1: $2'],
  [/^#{1,6}[ \t]+(.+)$/gm, (_, heading = '') => `*${heading.replace(/(?<!#)#+$/, '').trim()}*`],
  [/\*\*\*([^\n*]+)\*\*\*/g, '*_$1_*'],
  [/\*\*(?=\S)((?:[^\n*]|\*(?!\*))+)(?<=\S)\*\*/g, '*$1*'],
  [/__(?=\S)((?:[^\n_]|_(?!_))+)(?<=\S)__/g, '*$1*'],
  [/~~(?=\S)((?:[^\n~]|~(?!~))+)(?<=\S)~~/g, '~$1~'],
  // A heading that was bold already.
  [/^\*\*(.+)\*\*$/gm, '*$1*'],
  // The language of a code block would be shown.
  [/^```[a-z]+$/gim, '```'],
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ''],
  // Tables: no line between head and body, and dots for the bars.
  [/^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+(?:\|[ \t]*)?$\n?/gm, ''],
  [/^[ \t]*\|(.+)\|[ \t]*$/gm, (_, cells = '') => cells.trim()],
  [/\n{3,}/g, '\n\n'],
]

/** A reply with the marks that WhatsApp shows. */
export function toWhatsAppText(reply: string): string {
  const text = rules.reduce(
    (done, [mark, shown]) =>
      typeof shown === 'string' ? done.replaceAll(mark, shown) : done.replaceAll(mark, shown),
    // They have people read a text that is written backwards, which no filter finds.
    withoutDirectionControls(reply),
  )
  return text.trim()
}

/** Shorter replies stay whole, because each part is charged. */
const splitAbove = 1000
const maxParts = 3

/** A long reply in up to three parts of about the same length, which end where sentences do. */
export function splitReply(text: string, isSplit: boolean): string[] {
  if (text === '') return []
  if (!isSplit || text.length <= splitAbove) return [text]
  const wanted = Math.min(maxParts, Math.ceil(text.length / splitAbove))
  const parts: string[] = ['']
  let last = 0
  for (const sentence of sentencesOf(text)) {
    const isFull = (parts[last] ?? '').length + sentence.length / 2 > text.length / wanted
    if (isFull && last < wanted - 1 && parts[last] !== '') {
      parts.push('')
      last += 1
    }
    parts[last] += sentence
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
