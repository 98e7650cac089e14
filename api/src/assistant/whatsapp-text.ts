/** What models like to write and WhatsApp would show as it stands, in the marks that it knows. */
const rules: [RegExp, string][] = [
  [/\r\n?/g, '\n'],
  [/<br\s*\/?>/gi, '\n'],
  [/<\/?(?:b|i|u|p|ul|ol|li|em|strong|a|div|span|h[1-6])(?:\s[^<>]*)?>/gi, ''],
  // A picture is its text, a named link its name and address.
  [/!\[([^\]\n]*)\]\([^)\s]*\)/g, '$1'],
  [/\[([^\]\n]+)\]\(([^)\s]+)\)/g, '$1: $2'],
  [/^#{1,6}\s+(.+?)\s*#*$/gm, '*$1*'],
  [/\*\*\*([^\n*]+)\*\*\*/g, '*_$1_*'],
  [/(\*\*|__)(?=\S)([^\n]+?)(?<=\S)\1/g, '*$2*'],
  [/~~(?=\S)([^\n]+?)(?<=\S)~~/g, '~$1~'],
  // A heading that was bold already.
  [/^\*\*(.+)\*\*$/gm, '*$1*'],
  // The language of a code block would be shown.
  [/^```[a-z]+$/gim, '```'],
  [/^\s*(?:[-*_]\s*){3,}$/gm, ''],
  // Tables: no line between head and body, and dots for the bars.
  [/^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$\n?/gm, ''],
  [/^[ \t]*\|[ \t]*(.+?)[ \t]*\|[ \t]*$/gm, '$1'],
  [/\n{3,}/g, '\n\n'],
]

/** A reply with the marks that WhatsApp shows. */
export function toWhatsAppText(reply: string): string {
  const text = rules.reduce((done, [mark, shown]) => done.replaceAll(mark, shown), reply)
  return text.trim()
}
