import { type UpdateSettingsInput, updateSettingsSchema } from '@errand/contract/auth'
import type { FieldPath } from 'react-hook-form'

/** A setting, by its place in what is sent: `settings.smtp.port`. */
export type SettingName = FieldPath<UpdateSettingsInput>

/** A schema of the contract as far as its limits are read. */
interface Schema {
  _zod: {
    def: {
      innerType?: Schema
      shape?: Record<string, Schema>
      checks?: { _zod: { def: { check: string; maximum?: number; value?: number } } }[]
    }
  }
}

/** What a schema says once `optional` and `nullable` are taken off. */
function readSchema({ _zod: { def } }: Schema): Schema['_zod']['def'] {
  return def.innerType === undefined ? def : readSchema(def.innerType)
}

/** The smallest and the largest value of a setting, or how long its text may be, as the contract says. */
export function limitsOf(name: SettingName): { min: number; max: number } {
  let def = readSchema(updateSettingsSchema)
  for (const member of name.split('.')) {
    const schema = def.shape?.[member]
    def = schema === undefined ? {} : readSchema(schema)
  }
  const limit = (kind: string) =>
    def.checks?.map(({ _zod }) => _zod.def).find(({ check }) => check === kind)
  return {
    min: limit('greater_than')?.value ?? 0,
    max: limit('max_length')?.maximum ?? limit('less_than')?.value ?? Infinity,
  }
}
