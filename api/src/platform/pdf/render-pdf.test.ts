import fc from 'fast-check'
import { expect, test } from 'vitest'

import { pagesOf, textOf } from '../../../test/read-pdf.ts'
import { withoutEmoji } from './fonts.ts'
import { linesOf, renderPdf, writeText } from './render-pdf.ts'

const write = (text: string, isBold = false) =>
  renderPdf({ margin: 50 }, (pdf) => writeText(pdf, text, { isBold }))

/** The numbers of the glyphs that are drawn, each in its font; 0 is the box for what a font lacks. */
function glyphsOf(bytes: Uint8Array): number[] {
  const runs = [
    ...pagesOf(bytes)
      .join('\n')
      .matchAll(/<([0-9a-f]+)>/g),
  ].flatMap(([, run = '']) => run)
  return runs.flatMap((run) => run.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16))
}

const names = {
  DejaVuSans: 'صالون آشا',
  NotoSansBengali: 'আশা সেলুন, কলকাতা ৭০০০০১। শ্রী কৃষ্ণ',
  NotoSansDevanagari: 'आशा सैलून, श्री क्षेत्र। १२३ (पुणे)',
  NotoSansGujarati: 'આશા સલૂન, અમદાવાદ શ્રી કૃષ્ણ',
  NotoSansGurmukhi: 'ਆਸ਼ਾ ਸੈਲੂਨ, ਲੁਧਿਆਣਾ ਸ੍ਰੀ',
  NotoSansKannada: 'ಆಶಾ ಸಲೂನ್, ಬೆಂಗಳೂರು ಶ್ರೀ ಕೃಷ್ಣ',
  NotoSansMalayalam: 'ആശ സലൂൺ, കൊച്ചി ശ്രീ കൃഷ്ണ',
  NotoSansOriya: 'ଆଶା ସେଲୁନ, ଭୁବନେଶ୍ୱର ଶ୍ରୀ କୃଷ୍ଣ',
  NotoSansTamil: 'ஆஷா அழகு நிலையம், கோயம்புத்தூர் 641001 – ஸ்ரீ',
  NotoSansTelugu: 'ఆశా సెలూన్, హైదరాబాద్ శ్రీ కృష్ణ',
}

test.each(Object.entries(names))('%s writes every letter of its names', async (font, name) => {
  for (const isBold of [false, true]) {
    const bytes = await write(`Errand: ${name} ₹200। OK॥`, isBold)

    expect(Buffer.from(bytes).toString('latin1')).toContain(`+${font}${isBold ? '-Bold' : ''}`)
    const glyphs = glyphsOf(bytes)
    expect(glyphs.length).toBeGreaterThan(20)
    expect(glyphs).not.toContain(0)
  }
})

test.each([
  'इस ईद पर राजेश: मेरी 2 किताबें OK (चिट्ठी लिखिए) शनिवार को दुकान पर, Errand 12/3 हाँ हाँ श्री कृष्ण।',
  'கோயம்புத்தூர் 641001 – அழகு நிலையம் shop 12 பொருள்கள் வேண்டும், நன்றி (ஸ்ரீ) OK',
  'আশা সেলুন, কলকাতা ৭০০০০১। office 5 ফিরে দেখি (শ্রী কৃষ্ণ) কিনেছি 3 kg মৌরি',
  'شركة النور 12 للتجارة والسلام OK 34 (مرحبا) لا إله إلا الله مُحَمَّد, किताब 5',
  'Ravi: שלום 12 עולם (3) ביום ראשון, Errand 77 וגם 12/3',
])('%s can be searched and copied', async (text) => {
  const bytes = await renderPdf({ margin: 50 }, (pdf) => writeText(pdf, text, { width: 150 }))

  const lines = textOf(bytes).trim().split('\n')
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.map((line) => line.trim()).join(' ')).toBe(text)
})

test('a word says its text together with the signs around it', async () => {
  const [page = ''] = pagesOf(await write('भाई? "ई"!'))

  expect(page.match(/ActualText/g)).toHaveLength(2)
  expect(page.replaceAll(/ActualText.*?EMC/gs, '')).not.toContain('BT')
})

test('words with a glyph for each letter do not say their text once more', async () => {
  const bytes = await write('Errand office 12/3 ₹77')

  expect(textOf(bytes).trim()).toBe('Errand office 12/3 ₹77')
  expect(pagesOf(bytes).join('\n')).not.toContain('ActualText')
})

const lineOf = (text: string, room = 1000) =>
  Array.from(linesOf(text, { isBold: false, room, widthOf: (part) => part.length }), ({ pieces }) =>
    pieces.map((piece) => piece.text).join('|'),
  )

test.each([
  ['شركة النور 12 للتجارة', 'للتجارة| |12| |النور| |شركة'],
  ['שלום 12 עולם', 'עולם| |12| |שלום'],
  ['סניף (3)', '(|3|)| |סניף'],
  ['Ravi: مرحبا, OK', 'Ravi: |مرحبا|, OK'],
  ['a\u202Eb\u202C', 'ab'],
])('%s stands as it is read', (text, drawn) => {
  const [line = ''] = lineOf(text)

  // Numbers beside each other may be one piece or several.
  expect(line.replaceAll('|', '')).toBe(drawn.replaceAll('|', ''))
})

test('a line of letters from right to left goes on below', () => {
  expect(lineOf('אחת שתיים שלוש', 10)).toEqual(['שתיים| |אחת', 'שלוש'])
})

test.each(['क', 'क्षि', 'a', 'ك', '👩‍👩‍👧', '\u0301'])(
  'a word of thousands of %s is cut',
  async (letter) => {
    const word = letter.repeat(4000 / letter.length)
    const lines = lineOf(word, 100)

    expect(lines.every((line) => line.replaceAll('|', '').length <= 100)).toBe(true)
    expect(lines.join('').replaceAll('|', '')).toHaveLength(word.length)
    expect((await write(word)).length).toBeGreaterThan(0)
  },
)

test('no text keeps a document from being written', async () => {
  // The blocks of India's scripts and of Arabic, what joins their letters, and everything else.
  const letter = fc.oneof(
    fc.integer({ min: 0x0900, max: 0x0d7f }),
    fc.integer({ min: 0x0600, max: 0x06ff }),
    fc.constantFrom(0x20, 0x0a, 0x200c, 0x200d, 0x202e),
  )
  const odd = fc.array(letter, { maxLength: 30 }).map((codes) => String.fromCodePoint(...codes))
  await fc.assert(
    fc.asyncProperty(fc.oneof(odd, fc.string({ unit: 'binary' })), async (text) => {
      expect((await write(text)).length).toBeGreaterThan(0)
    }),
    { numRuns: 100 },
  )
})

test('an emoji in a name is left out, as no font here can write it', () => {
  expect(withoutEmoji('Asha ✂️💇🏽‍♀️ Salon 🇮🇳')).toBe('Asha Salon')
  expect(withoutEmoji('आशा © 2 #1')).toBe('आशा © 2 #1')
  expect(withoutEmoji('💇')).toBe('💇')
})
