import type { AiProvider } from './ai-provider.ts'
import { compatibleProvider, type CompatibleSettings } from './compatible/compatible-provider.ts'

/** The provider that is configured; without one the rules, which are loaded only then. */
export async function chooseProvider(
  settings: CompatibleSettings | undefined,
): Promise<AiProvider> {
  if (settings !== undefined) return compatibleProvider(settings)
  const { rulesProvider } = await import('./rules/rules-provider.ts')
  return rulesProvider
}
