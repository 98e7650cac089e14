/** The services that the product works with. */
export type Service =
  | 'settings'
  | 'secrets'
  | 'database'
  | 'identity'
  | 'public-url'
  | 'ai'
  | 'payments'
  | 'mail'
  | 'whatsapp'

/** What was found out of a service, and what is to be done, each as a sentence. */
export interface Finding {
  service: Service
  /** `missing` is what nobody asked for: the product runs without it. */
  status: 'ok' | 'warning' | 'failed' | 'missing'
  sentence: string
}

/** What a check says; the service is known. */
export type Verdict = Omit<Finding, 'service'>

export const ok = (sentence: string): Verdict => ({ status: 'ok', sentence })
export const warning = (sentence: string): Verdict => ({ status: 'warning', sentence })
export const failed = (sentence: string): Verdict => ({ status: 'failed', sentence })
export const missing = (sentence: string): Verdict => ({ status: 'missing', sentence })
