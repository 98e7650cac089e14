/** The sections of the form, in order; also the ids of their elements. */
export const sections = [
  'about',
  'fields',
  'trigger',
  'rules',
  'messages',
  'behaviour',
  'complete',
  'questions',
  'translations',
  'test',
] as const
export type SectionId = (typeof sections)[number]

/** The key of each section's title. */
export const sectionTitles = {
  about: 'about',
  fields: 'fields',
  trigger: 'trigger',
  rules: 'rules',
  messages: 'messages',
  behaviour: 'behaviour',
  complete: 'onComplete',
  questions: 'questions',
  translations: 'translations',
  test: 'test',
} as const

/** Sections that exist only for a saved job. */
const savedSections = new Set<SectionId>(['questions', 'translations', 'test'])

/** The sections of a saved job, or of a new one. */
export const sectionsOf = (isSaved: boolean): readonly SectionId[] =>
  isSaved ? sections : sections.filter((section) => !savedSections.has(section))

const sectionOfPart: Record<string, SectionId> = {
  name: 'about',
  instructions: 'about',
  fields: 'fields',
  answerOnly: 'fields',
  trigger: 'trigger',
  greeting: 'messages',
  completionMessage: 'messages',
  fallbackMessage: 'messages',
  notUnderstoodMessage: 'messages',
  handoffMessage: 'messages',
  behaviour: 'behaviour',
  handoff: 'behaviour',
}

/** The section that has the control at this path of the form, such as `trigger.code`. */
export function sectionAt(path: string): SectionId {
  if (path.startsWith('behaviour.onComplete')) return 'complete'
  return sectionOfPart[path.split('.')[0] ?? ''] ?? 'rules'
}
