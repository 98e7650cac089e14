import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Arm } from '../../rollouts/channel.ts'
import type { WordKey } from '../../rollouts/edge-report.ts'

/** A release that a page may speak of: the one that its visitor's arm picked. */
export interface ArmRelease {
  app: string
  version: string
  arm: Arm
}

/** A release in a page's word. */
export interface WordRelease extends ArmRelease {
  /** Whether the document exposes it; others are when the page says that it starts them. */
  isExposed: boolean
}

/** What a page's word says: which page it is, and what it was given. */
interface PageWord {
  /** Of the page alone: nothing in a word leads to its visitor. */
  id: string
  /** When the page was given, in milliseconds since 1970. */
  at: number
  releases: WordRelease[]
}

const oneDayMs = 24 * 60 * 60 * 1000
/** Clocks of edges differ. */
const maxAheadMs = 5 * 60 * 1000

/** Signs and reads the words by which pages may say how their releases do. */
export function createPageWords() {
  // Until the registry has given keys, and where it is older than they are.
  const own = { id: `own-${randomId()}`, key: randomId() }
  let shared: WordKey[] = []

  return {
    /** Takes the registry's keys, newest first. */
    setKeys(keys: WordKey[]): void {
      shared = keys
    },
    /** The word of a new page. */
    sign({ id, at, releases }: PageWord): string {
      const [{ id: keyId, key } = own] = shared
      const names = releases.map((release) => `~${nameOf(release)}`).join('')
      const text = `${keyId}~${id}~${at.toString(36)}${names}`
      return `${text}~${signatureOf(text, key)}`
    },
    /** What a word says; undefined if no edge has given it, or more than a day ago. */
    read(word: string): PageWord | undefined {
      const end = word.lastIndexOf('~')
      const text = word.slice(0, Math.max(end, 0))
      const [keyId, id = '', time = '', ...releases] = text.split('~')
      const key = [...shared, own].find((each) => each.id === keyId)?.key
      if (key === undefined || !isEqual(word.slice(end + 1), signatureOf(text, key)))
        return undefined
      const at = Number.parseInt(time, 36)
      const ageMs = Date.now() - at
      if (ageMs > oneDayMs || ageMs < -maxAheadMs) return undefined
      return { id, at, releases: releases.map((release) => readRelease(release)) }
    },
  }
}

const randomId = (): string => randomBytes(16).toString('base64url')

const signatureOf = (text: string, key: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A release as a word names it: `host@1.0.0@S`, or with `C` for the candidate; small if not exposed. */
const nameOf = ({ app, version, arm, isExposed }: WordRelease): string =>
  `${app}@${version}@${letters[arm][isExposed ? 0 : 1]}`

const letters = { stable: 'Ss', candidate: 'Cc' }

function readRelease(text: string): WordRelease {
  const [app = '', version = '', letter = ''] = text.split('@')
  const arm = letters.candidate.includes(letter) ? 'candidate' : 'stable'
  return { app, version, arm, isExposed: letter === letters[arm][0] }
}
