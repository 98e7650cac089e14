import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

import { classNames } from '../styles/class-names.ts'
import styles from './button.module.css'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'medium' | 'small'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** While true the button stays focusable and announces that it is busy, but does nothing. */
  isBusy?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
}

/** The class of a button, for other elements such as links. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium') =>
  classNames(styles['button'], styles[variant], styles[size])

/** A button; it never submits a form unless asked to by `type`. */
export function Button(props: ButtonProps) {
  const { variant, size, isBusy = false, icon, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant, size), className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <span className={styles['spinner']} aria-hidden="true" /> : icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  )
}

interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link that looks like a button: it leads somewhere, a button does something. */
export function ButtonLink({ variant, size, icon, className, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={classNames(buttonClass(variant, size), className)}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
