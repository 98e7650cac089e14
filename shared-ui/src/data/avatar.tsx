import { classNames } from '../styles/class-names.ts'
import styles from './avatar.module.css'

interface AvatarProps {
  /** The name of the person; it is also shown as text beside it. */
  name: string
  size?: 'small' | 'medium' | 'large'
}

const hues = 6

/** The initials of a name, in a colour that is always the same for it. */
export function Avatar({ name, size = 'medium' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles['avatar'], styles[size], styles[`hue${hueOf(name)}`])}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  // `@asha` has the initial of its name.
  const words = name.split(/\s+@?|^@/).filter((word) => /^[\p{L}\p{M}]/u.test(word))
  const first = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    first
      .map((word = '') => firstLetter(word))
      .join('')
      .toLocaleUpperCase() || '#'
  )
}

const letters = new Intl.Segmenter()

/** A whole letter: in Hindi one may have several code points. */
function firstLetter(word: string): string {
  for (const { segment } of letters.segment(word)) return segment
  return ''
}

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % hues
}
