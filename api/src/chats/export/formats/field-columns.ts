import { answerText } from '../../../form-data/answer-text.ts'
import { readableCell, type Reading } from '../../../form-data/readable-answer.ts'
import type { ExportedField, ExportQuery } from '../export-scope.ts'
import type { ExportedChat } from '../read-chats.ts'

/** A column of a file: the answers to one field, of one form or of several that call it the same. */
export interface FieldColumn {
  header: string
  key: string
  formIds: ReadonlySet<string>
}

/**
 * A column for each field. Forms that give the same key another label ask for something else; a label
 * that stands for two fields, or for a column of the file itself, is told apart by the key.
 */
export function fieldColumns(
  fields: readonly ExportedField[],
  { values, taken }: { values: ExportQuery['values']; taken: readonly string[] },
): FieldColumn[] {
  const nameOf = ({ key, label }: ExportedField) =>
    values === 'keys' ? `field_${key}` : (label ?? key)
  const groups = [
    ...Map.groupBy(fields, (field) => JSON.stringify([field.key, nameOf(field)])).values(),
  ]
  const names = groups.flatMap(([field]) => (field === undefined ? [] : [folded(nameOf(field))]))
  const used = [...taken.map(folded), ...names]
  return groups.flatMap((group) => {
    const [field] = group
    if (field === undefined) return []
    const name = nameOf(field)
    const isTaken = used.filter((one) => one === folded(name)).length > 1
    return {
      header: isTaken ? `${name} (${field.key})` : name,
      key: field.key,
      formIds: new Set(group.map(({ formId }) => formId)),
    }
  })
}

const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** What a chat answered in a column; nothing where its form has another field of that key. */
export function fieldCell(
  { formData }: ExportedChat,
  { key, formIds }: FieldColumn,
  { values: shown, reading }: { values: ExportQuery['values']; reading: Reading },
): string | number {
  if (formData === undefined || !formIds.has(formData.formId)) return ''
  const value = formData.values[key]
  if (shown === 'keys') return answerText(value)
  return readableCell(
    value,
    formData.fields.find((field) => field.key === key),
    reading,
  )
}
