import type { TurnRequest } from './turn.ts'
import { fold } from '../form-data/reading.ts'

/** Whether the contact has written one of the words with which the owner lets chats be handed over. */
export function asksForPerson({ inbound, job }: Pick<TurnRequest, 'inbound' | 'job'>): boolean {
  return inbound.some(({ text }) => {
    const said = ` ${words(text)} `
    return job.handoff.keywords.some((keyword) => {
      const wanted = words(keyword)
      return wanted !== '' && said.includes(` ${wanted} `)
    })
  })
}

const words = (text: string): string => fold(text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
