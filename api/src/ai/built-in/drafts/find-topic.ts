import type { DraftedField } from '../../drafts.ts'
import type { Topic, TopicField } from './topic.ts'
import { topics } from './topics.ts'

/** The topic that most words of a text speak of; the earlier one of equals. */
export function findTopic(text: string): Topic {
  const spoken = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const scored = topics.map((topic) => ({
    topic,
    score: topic.words.filter((word) => spoken.includes(` ${word}`)).length,
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  const found = best === 0 ? topics.at(-1) : scored.find(({ score }) => score === best)?.topic
  if (found === undefined) throw new Error('There are no topics')
  return found
}

/** A field as providers draft it, with all members. */
export const toDraftedField = (field: TopicField): DraftedField => ({
  required: true,
  sensitive: field.type === 'email' || field.type === 'phone' || field.type === 'address',
  help: null,
  example: null,
  options: null,
  ...field,
})
