import type { PageLanguage } from '@errand/contract/language'
import {
  type FieldProblem,
  type Problem,
  type ProblemCode,
  problemSchema,
} from '@errand/contract/problem'
import { isHTTPError } from 'ky'

/** A failed call. `status` is 0 if no answer came; `problem` is the api's problem document. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly problem: Problem | undefined

  constructor(status: number, options: { problem?: Problem | undefined; cause?: unknown } = {}) {
    super(options.problem?.title ?? `The call failed with status ${status}`, {
      cause: options.cause,
    })
    this.status = status
    this.problem = options.problem
  }

  get code(): ProblemCode | undefined {
    return this.problem?.code
  }
}

/** Whether an error is a failed call. */
// By name: a remote built against another version of this file has another class object.
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

// Too early, too many, too slow, or a token that is being renewed: the same call may succeed later.
const transientStatuses = new Set([401, 408, 425, 429])

/** Whether the same call would always be refused, such as a 403, 404 or 410. */
export const isFinalError = (error: unknown): boolean =>
  isApiError(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  !transientStatuses.has(error.status)

/** S19: how long a polling query waits before its next call; `false` once it is over. */
export function pollPause(
  error: Error | null,
  tries: number,
  { shortestMs, longestMs }: { shortestMs: number; longestMs: number },
): number | false {
  return !isFinalError(error) && Math.min(longestMs, shortestMs * 1.25 ** tries)
}

/** Turns an error of ky into the product's one error; a cancelled call stays as it is. */
export function toApiError(error: Error): Error {
  if (isApiError(error) || error.name === 'AbortError') return error
  if (!isHTTPError(error)) return new ApiError(0, { cause: error })
  const problem = problemSchema.safeParse(error.data)
  return new ApiError(error.response.status, { problem: problem.data, cause: error })
}

/**
 * A sentence for a person about any error; 404, 412, 500, a missing answer and a code that was not
 * confirmed have fixed texts, and values that were refused are named.
 */
export function userMessage(error: unknown): string {
  const words = errorWords()
  if (!isApiError(error)) return words.other
  if (error.status === 0) return words.network
  if (error.status === 404) return words.notFound
  if (error.status === 412) return words.changed
  if (error.status === 500) return words.server
  if (error.code === 'recent_sign_in_required') return words.notConfirmed
  if (error.code === 'profile_needed') return words.noProfile
  const { title, code, errors = [] } = error.problem ?? {}
  if (code === 'validation_failed' && errors.length > 0)
    return `${words.invalid}: ${nameRefused(errors)}`
  return title ?? (error.status > 500 ? words.server : words.other)
}

const maxNamed = 3

/** The values that were refused, and why: `from (Invalid ISO date), to (Invalid ISO date)`. */
function nameRefused(errors: readonly FieldProblem[]): string {
  const named = errors.slice(0, maxNamed).map(({ pointer, detail }) => {
    const name = pointer.slice('#/'.length).replaceAll('/', '.')
    const reason = detail.replace(/\.$/, '')
    return name === '' ? reason : `${name} (${reason})`
  })
  return [...named, ...(errors.length > maxNamed ? ['…'] : [])].join(', ')
}

const englishWords = {
  network: 'Network error. Please check your connection.',
  notFound: 'The requested resource was not found',
  server: 'Server error. Please try again later.',
  changed: 'This was changed in another tab or on another device.',
  notConfirmed: 'Nothing was done: you did not confirm the code.',
  noProfile: 'Your account could not be set up yet. Reload the page.',
  invalid: 'Some values are not valid',
  other: 'Something went wrong. Please try again.',
}

type Words = typeof englishWords

// In the code in every language: without a network they could not be fetched.
const translations: Record<Exclude<PageLanguage, 'en'>, Words> = {
  hi: {
    network: 'नेटवर्क त्रुटि। कृपया अपना कनेक्शन जाँचें।',
    notFound: 'माँगी गई चीज़ नहीं मिली',
    server: 'सर्वर त्रुटि। कृपया बाद में फिर कोशिश करें।',
    changed: 'इसे किसी दूसरे टैब में या दूसरे डिवाइस पर बदल दिया गया है।',
    notConfirmed: 'कुछ नहीं किया गया: आपने कोड की पुष्टि नहीं की।',
    noProfile: 'आपका खाता अभी तैयार नहीं हो सका। पेज फिर से लोड करें।',
    invalid: 'कुछ मान मान्य नहीं हैं',
    other: 'कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें।',
  },
  ar: {
    network: 'خطأ في الشبكة. يرجى التحقق من الاتصال.',
    notFound: 'تعذّر العثور على المطلوب',
    server: 'خطأ في الخادم. حاول لاحقًا من فضلك.',
    changed: 'تغيّر هذا في علامة تبويب أخرى أو على جهاز آخر.',
    notConfirmed: 'لم يُنفَّذ شيء: لم تؤكّد الرمز.',
    noProfile: 'تعذّر إعداد حسابك بعد. أعد تحميل الصفحة.',
    invalid: 'بعض القيم غير صالحة',
    other: 'حدث خطأ ما. حاول مرة أخرى من فضلك.',
  },
}

/** The error texts in the page's language. */
function errorWords(): Words {
  const [language = ''] = document.documentElement.lang.split('-')
  return (translations as Partial<Record<string, Words>>)[language] ?? englishWords
}
