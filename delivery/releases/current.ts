import * as z from 'zod/mini'

/** The release that each app runs, by the app's name. */
export const currentSchema = z.record(z.string(), z.string())

export const currentFileName = 'current.json'
