import type { Case } from './conversation.ts'
import { faults, isRight, type Verdict } from './judge.ts'
import type { Exchange, Played } from './play.ts'

/** A played conversation, with its verdict. */
export interface Judged {
  given: Case
  played: Played
  verdict: Verdict
}

/** The transcript of a conversation: what the customer wrote, what the model wrote and what was sent. */
export function transcriptOf({ given: { conversation }, played, verdict }: Judged): string[] {
  return [
    '',
    `── ${conversation.id} (${conversation.kind}, ${conversation.now})`,
    ...played.exchanges.flatMap(linesOf),
    `  ${played.ending} ${JSON.stringify(played.collected.values)}`,
    ...verdict.faults.map(({ fault, detail }) => `  ✗ ${fault}: ${detail}`),
  ]
}

function linesOf({ burst, wrote, replies, checked, error }: Exchange): string[] {
  const sent = replies.join('\n')
  const isAsWritten = wrote === undefined || squeezed(wrote.turn.reply) === squeezed(sent)
  const answer = (text: string) => (text === '' ? '–' : text)
  return [
    ...(burst.sends === undefined ? [] : [said('customer', `[${burst.sends}]`)]),
    ...burst.says.map((text) => said('customer', text)),
    ...(isAsWritten
      ? replies.map((text) => said('assistant', text))
      : [said('wrote', answer(wrote.turn.reply)), said('sent', answer(sent))]),
    ...(isAsWritten && sent === '' ? [said('assistant', '–')] : []),
    ...(checked?.removed ?? []).map((text) => said('removed', text)),
    ...(checked?.unanswered == null ? [] : [said('for owner', checked.unanswered)]),
    ...(error === undefined ? [] : [said('failed', error)]),
  ]
}

const said = (who: string, text: string): string =>
  `  ${who.padEnd(9)} ${text.replaceAll('\n', '\n            ')}`

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** How many conversations of each language are right, and in how many each fault was found. */
export function tableOf(judged: readonly Judged[]): string[] {
  const byLanguage = Map.groupBy(judged, ({ given }) => given.conversation.language)
  const rows = [...byLanguage, ['all', judged] as const].map(([language, list]) => {
    const right = list.filter(({ verdict }) => isRight(verdict)).length
    const wholly = list.filter(({ verdict }) => verdict.faults.length === 0).length
    const counts = faults.map(
      (fault) =>
        list.filter(({ verdict }) => verdict.faults.some((one) => one.fault === fault)).length,
    )
    const share = `${Math.round((100 * right) / list.length)} %`
    return [language, `${right} of ${list.length}`, share, String(wholly), ...counts.map(String)]
  })
  const head = ['', 'right', '', 'wholly', ...faults]
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  return [head, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
