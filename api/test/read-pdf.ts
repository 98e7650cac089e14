import { inflateSync } from 'node:zlib'

/** What is drawn on each page of a PDF, as the instructions that draw it. */
export function pagesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1')
  return [...text.matchAll(/stream\n([^]*?)\nendstream/g)].flatMap(([, content = '']) => {
    try {
      const drawn = inflateSync(Buffer.from(content, 'latin1')).toString('latin1')
      return /^BT$/m.test(drawn) ? [drawn] : []
    } catch {
      return []
    }
  })
}

/** The text that a program takes out of a PDF: what a part says of itself, else the letters of its glyphs. */
export function textOf(bytes: Uint8Array): string {
  const letters = lettersOf(Buffer.from(bytes).toString('latin1'))
  return pagesOf(bytes)
    .map((page) => pageText(page, letters))
    .join('\n')
}

const instructions =
  /ActualText \((?<said>(?:\\.|[^\\)])*)\)\n>> BDC|(?<end>EMC)|BT\n1 0 0 1 \S+ (?<y>\S+) Tm|\/(?<font>F\d+) \S+ Tf|<(?<glyphs>[0-9a-f]+)>/gs

function pageText(page: string, letters: Letters): string {
  let [text, font, line] = ['', '', Number.NaN]
  // What the present part says, until it is written down.
  let said: string | undefined
  for (const { groups = {} } of page.matchAll(instructions)) {
    const { end, y, glyphs } = groups
    font = groups.font ?? font
    if (groups.said !== undefined) said = saidText(groups.said)
    else if (end !== undefined) said = undefined
    else if (y !== undefined) {
      // Fonts stand a point or two higher or lower within a line.
      if (Math.abs(line - Number(y)) > 5) text += '\n'
      line = Number(y)
      text += said ?? ''
      said &&= ''
    } else if (said === undefined)
      for (const glyph of glyphs?.match(/.{4}/g) ?? [])
        text += letters[font]?.[Number.parseInt(glyph, 16)] ?? ''
  }
  return text
}

const utf16 = new TextDecoder('utf-16be')
const escaped: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string of a PDF, in UTF-16 with the mark of its byte order. */
function saidText(string: string): string {
  const bytes = string.replaceAll(/\\(.)/gs, (_, letter: string) => escaped[letter] ?? letter)
  return utf16.decode(Buffer.from(bytes, 'latin1'))
}

/** For each font the letters of its glyphs, by their numbers. */
type Letters = Record<string, string[]>

/** The letters are in a table of each font. */
function lettersOf(file: string): Letters {
  const fonts = [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, font = '', id = '']) => {
    const [, table = ''] =
      new RegExp(`\\n${id} 0 obj\\n[^]*?/ToUnicode (\\d+) 0 R`).exec(file) ?? []
    const [, stream = ''] =
      new RegExp(`\\n${table} 0 obj\\n[^]*?stream\\n([^]*?)\\nendstream`).exec(file) ?? []
    const [, ranges = ''] =
      /beginbfrange\n([^]*)\nendbfrange/.exec(
        inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
      ) ?? []
    const lists = [...ranges.matchAll(/\[(.*)\]/g)].flatMap(
      ([, list = '']) => list.match(/<.*?>/g) ?? [],
    )
    return [
      font,
      lists.map((list) => utf16.decode(Buffer.from(list.replaceAll(/[<> ]/g, ''), 'hex'))),
    ]
  })
  return Object.fromEntries(fonts) as Letters
}
