/**
 * What models like to write and WhatsApp would show as it stands, in the marks that it knows. A
 * reply repeats what the contact wrote, so no rule looks at the same characters more than a few
 * times: blanks stay within their line, and what a mark encloses holds no such mark.
 */
const rules: [RegExp, string | ((...match: string[]) => string)][] = [
  [/\r\n?/g, '\n'],
  [/<br\s*\/?>/gi, '\n'],
  [/<\/?(?:b|i|u|p|ul|ol|li|em|strong|a|div|span|h[1-6])(?:\s[^<>]*)?>/gi, ''],
  // A picture is its text, a named link its name and address.
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
    reply,
  )
  return text.trim()
}
