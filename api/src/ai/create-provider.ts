import type { AiProvider } from './ai-provider.ts'
import { compatibleProvider, type CompatibleSettings } from './compatible/compatible-provider.ts'
import { scriptedProvider } from './scripted/scripted-provider.ts'

/** The provider that is configured, or the built-in one. */
export const createAiProvider = (settings: CompatibleSettings | undefined): AiProvider =>
  settings === undefined ? scriptedProvider : compatibleProvider(settings)
