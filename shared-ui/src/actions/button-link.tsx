import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

import { classNames } from '../class-names.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'

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
      {children}
    </Link>
  )
}
