import type { AiProvider } from './ai-provider.ts'
import { compatibleProvider, type CompatibleSettings } from './compatible/compatible-provider.ts'
import { rulesInThread } from './rules-in-thread.ts'

/** The provider that is configured; without one the rules. */
export const chooseProvider = (settings: CompatibleSettings | undefined): AiProvider =>
  settings === undefined ? rulesInThread() : compatibleProvider(settings)
