import { hasVisibleText } from '@errand/contract/visible-text'
import { lintFields } from '../fields/lint-fields.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'

type Problem =
  | 'needsName'
  | 'needsInstructions'
  | 'needsFields'
  | 'needsKeywords'
  | 'needsCode'
  | 'noHandoff'

/** What is wrong or unwise about the job as a whole; its fields have their own list. */
export function lintJob(job: JobFormValues): { problems: Problem[]; advice: Problem[] } {
  const { trigger, handoff } = job
  const problems: Problem[] = []
  if (!hasVisibleText(job.name)) problems.push('needsName')
  if (job.instructions.trim() === '') problems.push('needsInstructions')
  if (job.fields.length === 0 && !job.answerOnly) problems.push('needsFields')
  if (trigger.type === 'keyword' && trigger.keywords.length === 0) problems.push('needsKeywords')
  if (trigger.type === 'link' && trigger.code.trim() === '') problems.push('needsCode')
  const isAlone = handoff.keywords.length === 0 && !handoff.onAngry && !handoff.onLowConfidence
  return { problems, advice: isAlone ? ['noHandoff'] : [] }
}

/** How many things stand against publishing, by section. */
export function problemsBySection(job: JobFormValues): Record<string, number> {
  const { problems } = lintJob(job)
  const has = (...names: Problem[]) => problems.filter((name) => names.includes(name)).length
  const ofFields = lintFields(job.fields).filter(({ kind }) => kind === 'problem').length
  return {
    about: has('needsName'),
    instructions: has('needsInstructions'),
    fields: has('needsFields') + ofFields,
    trigger: has('needsKeywords', 'needsCode'),
  }
}
