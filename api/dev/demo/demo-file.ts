import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { defaultPreferences } from '@errand/contract/default-preferences'

import type { AccountFile, Row, TableName } from '../../src/app/account/import/account-file.ts'
import { checkAccount } from '../../src/app/account/import/read-account.ts'
import { addDays, dayOf } from '../../src/platform/period/days.ts'

/** When the account in `account/` was exported; its times are moved by what has passed since. */
const exportedAt = new Date('2026-11-30T09:00:00Z')

/** How many days before that its owner signed up. */
export const historyDays = 152

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60 * 1000

const folder = join(import.meta.dirname, 'account')

/** The rows of a table of the demo, as they were exported. */
export const readDemoTable = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

/**
 * The account of the demo at that moment, with so many chats: the newest of its own, or further ones like
 * them, of other people at other times.
 */
export function demoFile({ chats, now }: { chats: number; now: Date }): AccountFile {
  const checked = checkAccount(readFiles())
  if ('errors' in checked) throw new Error(JSON.stringify(checked.errors))
  const { account } = checked
  const toNow = { ms: now.getTime() - exportedAt.getTime(), days: daysBetween(exportedAt, now) }
  const people = peopleOf(account)
  const rounds = [people.map((person) => movePerson(person, toNow))]
  while (rounds.flat().flatMap((person) => person.chats).length < chats) {
    const round = rounds.length
    const others = people.filter(isSettled)
    rounds.push(
      others.map((person, at) => movePerson(person, anotherOne(others, { at, round, toNow }))),
    )
  }
  const shown = new Set(rounds.flatMap(newestFirst).slice(0, chats))
  const kept = rounds.flat().map((person) => keepChats(person, shown))
  return {
    ...move(account, toNow),
    contacts: kept.flatMap(({ contact, chats: own }) => (own.length === 0 ? [] : [contact])),
    chats: kept.flatMap((person) => person.chats),
    messages: kept.flatMap(({ messages }) => messages),
    remarks: kept.flatMap(({ remarks }) => remarks),
    answers: kept.flatMap(({ answers }) => answers),
  }
}

/** The files of the demo, with what they leave out because it follows from the rest. */
function readFiles(): Record<string, unknown> {
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  const files = Object.fromEntries(names.map((name) => [name, readDemoTable(name)]))
  const fieldsOf = new Map(rowsOf('forms').map(({ id, fields }) => [id, fields]))
  const answers = rowsOf('answers').map((set) => ({ ...set, fields: fieldsOf.get(set.formId) }))
  const messages = rowsOf('messages').map((message) => {
    const [direction, usual] = message.author === 'contact' ? ['in', 'received'] : ['out', 'read']
    const { type = 'text', status = usual, statusAt = { [status]: message.createdAt } } = message
    return { ...message, direction, type, status, statusAt }
  })
  return { ...files, answers, messages }

  function rowsOf<Name extends TableName>(name: Name) {
    return files[name] as Partial<Row<Name>>[]
  }
}

/** A contact with all that belongs to it. */
interface Person {
  contact: Row<'contacts'>
  chats: Row<'chats'>[]
  messages: Row<'messages'>[]
  remarks: Row<'remarks'>[]
  answers: Row<'answers'>[]
}

function peopleOf({ contacts, chats, messages, remarks, answers }: AccountFile): Person[] {
  const chatsOf = Map.groupBy(chats, ({ contactId }) => contactId)
  return contacts.map((contact) => {
    const all = { contact, chats: chatsOf.get(contact.id) ?? [], messages, remarks, answers }
    return keepChats(all, new Set(all.chats.map(({ id }) => id)))
  })
}

/** The person with these chats alone. */
function keepChats(
  { contact, chats, messages, remarks, answers }: Person,
  ids: Set<string>,
): Person {
  const isKept = ({ sessionId }: { sessionId: string }) => ids.has(sessionId)
  return {
    contact,
    chats: chats.filter(({ id }) => ids.has(id)),
    messages: messages.filter(isKept),
    remarks: remarks.filter(isKept),
    answers: answers.filter(isKept),
  }
}

const newestFirst = (people: Person[]): string[] =>
  people
    .flatMap(({ chats }) => chats)
    .toSorted((one, other) => (one.lastActivityAt < other.lastActivityAt ? 1 : -1))
    .map(({ id }) => id)

/** Whether nothing of it waits for the owner: a large demo asks for no more than a small one. */
const isSettled = ({ chats, answers }: Person): boolean =>
  chats.every(({ attention }) => attention.length === 0) &&
  answers.every(({ status, decision }) => status === 'partial' || decision !== undefined)

/** How far times and days are moved, and what else becomes of a text. */
interface Move {
  ms: number
  days: number
  rename?: (text: string) => string
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const day = /^\d{4}-\d\d-\d\d$/

function move<Value>(value: Value, { ms, days, rename = (text) => text }: Move): Value {
  return JSON.parse(JSON.stringify(value), (_member, inner: unknown) => {
    if (typeof inner !== 'string') return inner
    if (moment.test(inner)) return new Date(Date.parse(inner) + ms).toISOString()
    return day.test(inner) ? addDays(inner, days) : rename(inner)
  }) as Value
}

/** Moves also the days that are written in messages. */
function movePerson(person: Person, { ms, days, rename = (text) => text }: Move): Person {
  const dates = person.answers.flatMap(({ values }) => values['date'] ?? []).map(String)
  const written = new Map(dates.map((date) => [toWords(date), toWords(addDays(date, days))]))
  // The longest first: `July 1` is also a part of `July 17`.
  const words = [...written.keys()].toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(words.join('|') || '$^', 'g')
  return move(person, {
    ms,
    days,
    rename: (text) => rename(text.replaceAll(pattern, (found) => written.get(found) ?? found)),
  })

  function toWords(date: string): string {
    const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
    return new Date(date).toLocaleDateString(person.contact.language, options)
  }
}

const daysBetween = (from: Date, to: Date): number => {
  const { timeZone } = defaultPreferences.business
  return Math.round((Date.parse(dayOf(to, timeZone)) - Date.parse(dayOf(from, timeZone))) / dayMs)
}

/** Makes somebody else of a person, whose chats were earlier; those of recent days stay recent. */
function anotherOne(
  people: readonly Person[],
  { at, round, toNow }: { at: number; round: number; toNow: Move },
): Move {
  const { contact, chats } = people[at]!
  const others = people.filter((other) => other.contact.language === contact.language)
  const { name: otherName } = others[(at + round) % others.length]!.contact
  const name = [contact.name.split(' ', 1), ...otherName.split(' ').slice(1)].join(' ')
  const ages = chats.map(({ createdAt }) => (exportedAt.getTime() - Date.parse(createdAt)) / dayMs)
  const [newest, oldest] = [Math.min(...ages), Math.max(...ages)]
  const earlier = Math.max(0, historyDays - 2 - Math.ceil(oldest))
  const later = Math.floor(newest) - recentDays
  const back = later < 0 ? 0 : ((round * 37 + at * 11) % (earlier + later + 1)) - later
  const number = fictionalNumber(round * 100 + at)
  return {
    ms: toNow.ms - back * dayMs - ((round * 7) % 55) * minuteMs,
    days: toNow.days - back,
    rename: (text) => {
      if (text === contact.phoneNumber) return number
      return /^(?:con|ses|msg|rmk|rsp)_\d/.test(text)
        ? `${text}_${round}`
        : text.replaceAll(contact.name, name)
    },
  }
}

/** From which days the bookings come that a demo shows first. */
const recentDays = 12

/** Area codes whose numbers 555-0100 to 555-0199 are reserved for fiction. */
const areaCodes = [202, 212, 213, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 808, 907]

/** The fictional number of the nth contact. */
function fictionalNumber(index: number): string {
  const code = areaCodes[Math.floor(index / 100)]
  if (code !== undefined) return `+1${code}55501${String(index % 100).padStart(2, '0')}`
  // The country code 999 is not assigned.
  return `+999${String(index).padStart(8, '0')}`
}
