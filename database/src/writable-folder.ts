import { accessSync, constants, mkdirSync } from 'node:fs'

/** Makes the folder of a setting; throws one sentence where nothing can be written into it. */
export function requireWritable(setting: string, folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new Error(
      `${folder} cannot be written to${reason}: let this user write there, or set ${setting} to another folder.`,
      { cause },
    )
  }
}
