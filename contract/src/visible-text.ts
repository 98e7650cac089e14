/** Characters that draw nothing although Unicode calls them letters or signs: Braille's blank and the like. */
const blanks = /[\u2800\uFFFC\u{1D159}]/gu
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
const hasIgnorable = /\p{Default_Ignorable_Code_Point}/u

/** Letters and marks of scripts whose letters change with what they are joined to. */
const joining = String.raw`(?=[\p{L}\p{M}])(?!\p{DI})[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]`
/** Scripts that are written without spaces, where the zero-width one says where a line may end. */
const unspaced = String.raw`(?!\p{DI})[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`
const picture = String.raw`\p{Extended_Pictographic}`

/** The ignorable characters that change how their neighbours look, each where it does. */
const meaningful = [
  String.raw`(?<=${joining})\u200D|(?<=${joining})\u200C(?=${joining})`,
  String.raw`(?<=${picture}\uFE0F?|\p{Emoji_Modifier})\u200D(?=${picture})`,
  String.raw`(?<=${picture})[\uFE0E\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3)`,
  // The flags of parts of countries: a black one, and tags that spell the region.
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}`,
  String.raw`(?<=[\p{sc=Han}\p{sc=Mymr}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?<=(?=\p{L})\p{sc=Mong})[\u180B-\u180F]`,
  String.raw`(?<=${unspaced})\u200B(?=${unspaced})`,
].join('|')

/** Marks of direction at the edge of a word: they keep a number or a sign in its place. */
const marks = String.raw`(?<=^|[^\S\uFEFF])[\u200E\u200F\u061C]|[\u200E\u200F\u061C](?=[^\S\uFEFF]|$)`
const rightToLeft = /(?=\p{L})[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}]/u

const cleaner = (kept: string) =>
  new RegExp(String.raw`(${kept})|\p{Default_Ignorable_Code_Point}`, 'gu')
const inOneDirection = cleaner(meaningful)
const inTwoDirections = cleaner(`${meaningful}|${marks}`)

/** A text without invisible characters. */
export const withoutIgnorable = (text: string): string => text.replaceAll(ignorable, '')

/** A text for machines, such as a number, an address, a choice or a search, as it was meant. */
export const plainText = (text: string): string => withoutIgnorable(text).trim()

/** Folds a text to compare it: without case, width of letters, extra spaces and invisible characters. */
export const fold = (text: string): string =>
  withoutIgnorable(text.normalize('NFKC')).toLowerCase().replaceAll(/\s+/g, ' ').trim()

/**
 * A text for people, without invisible characters; those that change how a word, an emoji or a line
 * looks stay.
 */
export function cleanText(text: string): string {
  if (!hasIgnorable.test(text)) return text
  const unwanted = rightToLeft.test(text) ? inTwoDirections : inOneDirection
  return text.replaceAll(unwanted, (_, kept: string | undefined) => kept ?? '')
}

/** Whether a text has a visible character. */
export const hasVisibleText = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u.test(withoutIgnorable(text).replace(blanks, ''))

/** More marks than any script writes on one letter: piled up they would cover what is around a name. */
const piledMarks = /(\p{M}{6})\p{M}+/gu

/**
 * A name for display: in one line, without invisible characters and piled-up marks, so that nothing of it
 * affects what is around it; empty if nothing of it is visible.
 */
export function cleanName(name: string): string {
  if (!hasVisibleText(name)) return ''
  return cleanText(name)
    .replaceAll(/[\u200E\u200F\u061C]/g, '')
    .replaceAll(piledMarks, '$1')
    .replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
    .trim()
}

/** A text without the controls that change the direction of what follows; simple direction marks stay. */
export const withoutDirectionControls = (text: string): string =>
  text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** How WhatsApp names a contact. */
interface NamedContact {
  name: string
  /** Empty or null where WhatsApp does not disclose it. */
  phoneNumber: string | null
  username?: string | undefined
}

/** A contact's name, or their username or number where they have no visible name. */
export const contactName = (contact: NamedContact): string =>
  cleanName(contact.name) || contact.username || contact.phoneNumber || 'WhatsApp user'

/** How a contact is reached: by the number, or by the username where the number is hidden. */
export const contactHandle = ({ phoneNumber, username }: Omit<NamedContact, 'name'>): string =>
  phoneNumber || username || ''
