import { classNames } from '../styles/class-names.ts'
import styles from './color-dot.module.css'

const colors = new Set('slate blue green amber red violet teal pink'.split(' '))

/** A dot in a colour by which people tell things apart; the name beside it says the same. */
export const ColorDot = ({ color = 'slate' }: { color?: string | undefined }) => (
  <span
    className={classNames(styles['dot'], styles[colors.has(color) ? color : 'slate'])}
    aria-hidden="true"
  />
)
