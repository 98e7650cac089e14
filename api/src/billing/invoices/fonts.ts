import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The standard fonts of PDF have no ₹, and DejaVu no Devanagari: so both are embedded. */
const urls = {
  regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  devanagari: import.meta
    .resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  devanagariBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
}

export type FontName = keyof typeof urls

let loaded: Promise<Record<FontName, Buffer>> | undefined

/** The fonts, read from disk once. */
export function loadFonts(): Promise<Record<FontName, Buffer>> {
  loaded ??= readFonts()
  return loaded
}

async function readFonts(): Promise<Record<FontName, Buffer>> {
  const entries = Object.entries(urls).map(
    async ([name, url]) => [name, await readFile(fileURLToPath(url))] as const,
  )
  return Object.fromEntries(await Promise.all(entries)) as Record<FontName, Buffer>
}

/** The usual marks stay with the word before them, so that no line begins with a comma. */
const devanagariOrNot =
  /\p{Script=Devanagari}(?:[\p{Script=Devanagari} ,.:;()/–-]|\u200C|\u200D)*|\P{Script=Devanagari}+/gu

/** A text in pieces that one font can write: Devanagari and all the rest. */
export function runsOf(text: string): { text: string; isDevanagari: boolean }[] {
  const pieces = text.match(devanagariOrNot)
  return (pieces ?? []).map((piece) => ({
    text: piece,
    isDevanagari: /\p{Script=Devanagari}/u.test(piece),
  }))
}

/** A name without its emoji, which no font of a document has; one that is nothing else stays. */
export function withoutEmoji(text: string): string {
  const rest = text.replaceAll(/ ?\p{RGI_Emoji}/gv, '').trim()
  return rest === '' ? text : rest
}
