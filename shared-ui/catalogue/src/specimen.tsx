import type { ReactNode } from 'react'

import { Card } from '../../src/index.ts'
import styles from './catalogue.module.css'

interface SpecimenProps {
  title: string
  description?: string
  /** Side by side instead of below each other. */
  isRow?: boolean
  children: ReactNode
}

/** A few components that belong together. */
export const Specimen = ({ title, description, isRow = false, children }: SpecimenProps) => (
  <Card title={title} {...(description !== undefined && { description })}>
    <div className={isRow ? styles['row'] : styles['column']}>{children}</div>
  </Card>
)

/** Specimens in as many columns as fit. */
export const Grid = ({ children }: { children: ReactNode }) => (
  <div className={styles['grid']}>{children}</div>
)
