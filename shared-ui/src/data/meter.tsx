import { classNames } from '../styles/class-names.ts'
import tones from '../styles/tones.module.css'
import type { Tone } from './badge.tsx'
import styles from './meter.module.css'

interface MeterProps {
  /** What is measured. */
  label: string
  /** The share, from 0 to 1. */
  value: number
  /** The value in words, `18 of 24 answered`; shown beside the bar. */
  text: string
  tone?: Exclude<Tone, 'neutral'>
  isTextHidden?: boolean
}

/** A share as a bar. */
export function Meter({ label, value, text, tone = 'accent', isTextHidden = false }: MeterProps) {
  const share = clamp(value)
  return (
    <span className={styles['meter']}>
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={share}
        aria-valuetext={text}
        className={styles['track']}
      >
        <span
          className={classNames(styles['fill'], tones[tone])}
          style={{ inlineSize: `${share * 100}%` }}
        />
      </span>
      {!isTextHidden && <span className={styles['text']}>{text}</span>}
    </span>
  )
}

interface MeterRingProps extends MeterProps {
  size?: number
}

const circumference = 100

/** The same as a ring where there is little room, such as the time left in a row of a list. */
export function MeterRing({ label, value, text, tone = 'accent', size = 20 }: MeterRingProps) {
  const part = clamp(value)
  const radius = circumference / (2 * Math.PI)
  return (
    <svg
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={part}
      aria-valuetext={text}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      className={classNames(styles['ring'], tones[tone])}
    >
      <title>{text}</title>
      <circle cx="20" cy="20" r={radius} className={styles['ringTrack']} />
      <circle
        cx="20"
        cy="20"
        r={radius}
        className={styles['ringFill']}
        strokeDasharray={`${part * circumference} ${circumference}`}
        transform="rotate(-90 20 20)"
      />
    </svg>
  )
}

interface ProgressProps {
  label: string
  /** The share, from 0 to 1; undefined if the duration is unknown. */
  value?: number
  text?: string
}

/** The progress of an operation. */
export function Progress({ label, value, text }: ProgressProps) {
  const isKnown = value !== undefined
  return (
    <span className={styles['meter']}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isKnown ? Math.round(clamp(value) * 100) : undefined}
        aria-valuetext={text}
        className={styles['track']}
      >
        <span
          className={classNames(styles['fill'], tones['accent'], !isKnown && styles['endless'])}
          style={{ inlineSize: isKnown ? `${clamp(value) * 100}%` : '40%' }}
        />
      </span>
      {text !== undefined && <span className={styles['text']}>{text}</span>}
    </span>
  )
}

/** Rounded: a smaller share would be written as `5e-7`, which attributes do not accept. */
const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
