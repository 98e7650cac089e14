import { classNames } from '../styles/class-names.ts'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { Button, type ButtonProps } from './button.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** Its name: announced to screen readers, and shown as a tooltip. */
  label: string
  /** False for an icon that everybody knows: the tooltip would only cover what is beside it. */
  hasTooltip?: boolean
  /** The keys that do the same, such as `Ctrl K`. */
  shortcut?: string
}

/** A button with an icon only. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, hasTooltip = true, className, ...button } = props
  const square = (
    <Button
      variant="quiet"
      {...button}
      aria-label={label}
      className={classNames(styles['square'], className)}
    />
  )
  if (!hasTooltip) return square
  return (
    <Tooltip text={label} isName {...(shortcut !== undefined && { shortcut })}>
      {square}
    </Tooltip>
  )
}
