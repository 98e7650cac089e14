import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** PDF's standard fonts lack ₹, and DejaVu lacks India's scripts: so Noto fonts are embedded too. */
const fontUrls = {
  regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  Bengali: import.meta
    .resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
  BengaliBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf'),
  Devanagari: import.meta
    .resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  DevanagariBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
  Gujarati: import.meta
    .resolve('@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'),
  GujaratiBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf'),
  Gurmukhi: import.meta
    .resolve('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
  GurmukhiBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-gurmukhi/700Bold/NotoSansGurmukhi_700Bold.ttf'),
  Kannada: import.meta
    .resolve('@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'),
  KannadaBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-kannada/700Bold/NotoSansKannada_700Bold.ttf'),
  Malayalam: import.meta
    .resolve('@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf'),
  MalayalamBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-malayalam/700Bold/NotoSansMalayalam_700Bold.ttf'),
  Oriya: import.meta
    .resolve('@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf'),
  OriyaBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-oriya/700Bold/NotoSansOriya_700Bold.ttf'),
  Tamil: import.meta
    .resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
  TamilBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf'),
  Telugu: import.meta
    .resolve('@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'),
  TeluguBold: import.meta
    .resolve('@expo-google-fonts/noto-sans-telugu/700Bold/NotoSansTelugu_700Bold.ttf'),
}

/** A font of documents, by its script. */
export type FontName = keyof typeof fontUrls

/** The scripts with fonts of their own, by the names that Unicode has for them. */
const scripts = [
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Tamil',
  'Telugu',
] as const
type Script = (typeof scripts)[number]

let loadedFonts: Promise<Record<FontName, Buffer>> | undefined

/** The fonts, read from disk once. */
export function loadFonts(): Promise<Record<FontName, Buffer>> {
  loadedFonts ??= readFonts()
  return loadedFonts
}

async function readFonts(): Promise<Record<FontName, Buffer>> {
  const entries = Object.entries(fontUrls).map(
    async ([name, url]) => [name, await readFile(fileURLToPath(url))] as const,
  )
  return Object.fromEntries(await Promise.all(entries)) as Record<FontName, Buffer>
}

/** A character class; `।` and `॥` belong to many scripts and count as Devanagari here. */
const inScript = (script: Script) =>
  String.raw`[\p{Script=${script}}${script === 'Devanagari' ? '।॥' : ''}]`

/** Punctuation stays with the word before it, so that no line begins with a comma. */
const attachedMarks = String.raw`[ ,.:;()/–-]|\u200C|\u200D`

const fontPieces = new RegExp(
  [
    ...scripts.map(
      (script) => String.raw`${inScript(script)}(?:\p{scx=${script}}|${attachedMarks})*`,
    ),
    `(?:(?!${scripts.map(inScript).join('|')})[^])+`,
  ].join('|'),
  'gu',
)

const scriptStarts = Object.fromEntries(
  scripts.map((name) => [name, new RegExp(`^${inScript(name)}`, 'u')]),
) as Record<Script, RegExp>

/** A text split into pieces, each with the name of the font that can write it. */
export function splitByFont(text: string, { isBold }: { isBold: boolean }) {
  return (text.match(fontPieces) ?? []).map((piece) => {
    const script = scripts.find((name) => scriptStarts[name].test(piece))
    return { text: piece, font: fontOf(script, isBold) }
  })
}

function fontOf(script: Script | undefined, isBold: boolean): FontName {
  if (script === undefined) return isBold ? 'bold' : 'regular'
  return isBold ? `${script}Bold` : script
}

/** The scripts of the regular font, besides those with fonts of their own. */
const regularScripts =
  'Common Inherited Latin Greek Cyrillic Armenian Hebrew Arabic Nko Georgian Lao Canadian_Aboriginal Tifinagh'
const unprintable = new RegExp(
  `[^${[...regularScripts.split(' '), ...scripts].map((name) => String.raw`\p{Script=${name}}`).join('')}]`,
  'u',
)

/** Whether the embedded fonts have glyphs for a text's scripts. */
export const isPrintable = (text: string): boolean => !unprintable.test(text)

/** A name without its emoji, which no embedded font has; one that is only emoji stays. */
export function withoutEmoji(text: string): string {
  const rest = text.replaceAll(/ ?\p{RGI_Emoji}/gv, '').trim()
  return rest === '' ? text : rest
}
