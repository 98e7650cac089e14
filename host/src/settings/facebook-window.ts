import {
  type SignupMessage,
  signupMessageSchema,
  type SignUpWhatsAppInput,
  type User,
} from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'

/** Meta's script, as far as it is used. */
interface FacebookSdk {
  init: (options: { appId: string; version: string; xfbml: boolean; cookie: boolean }) => void
  login: (
    callback: (response: { authResponse?: { code?: string | undefined } | null }) => void,
    options: object,
  ) => void
}

type Signup = NonNullable<Settings['whatsapp']['signup']>

/** Why the window ended without a number. */
export type WindowEnd = 'cancelled' | 'noNumber' | 'facebookFailed' | 'facebookLost'

/** The window ended without a number, or was not opened at all. */
export class FacebookWindowError extends Error {
  override readonly name = 'FacebookWindowError'
  readonly end: WindowEnd
  /** What Meta says about it. */
  readonly detail: string

  constructor(end: WindowEnd, detail = '') {
    super(end)
    this.end = end
    this.detail = detail
  }
}

const loadTimeoutMs = 20_000
let loaded: Promise<FacebookSdk> | undefined

/** Loads Meta's script once; it is loaded before the click, which alone may open a window. */
export function loadFacebook(sdkUrl: string, signup: Signup): Promise<FacebookSdk> {
  loaded ??= load(sdkUrl, signup).catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function load(sdkUrl: string, { appId, graphVersion }: Signup): Promise<FacebookSdk> {
  const page = window as { FB?: FacebookSdk; fbAsyncInit?: () => void }
  if (!isLoaded(page.FB)) {
    const script = document.createElement('script')
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const fail = () => reject(new FacebookWindowError('facebookLost'))
    const timer = setTimeout(fail, loadTimeoutMs)
    // The script loads a second one, which calls this.
    page.fbAsyncInit = () => resolve(undefined)
    script.addEventListener('error', fail)
    script.src = sdkUrl
    script.async = true
    document.head.append(script)
    try {
      await promise
    } catch (error) {
      // The next attempt loads it again.
      script.remove()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  if (!isLoaded(page.FB)) throw new FacebookWindowError('facebookLost')
  page.FB.init({ appId, version: graphVersion, xfbml: false, cookie: false })
  return page.FB
}

/** Until its second script is loaded, Meta's first one only keeps what is called. */
const isLoaded = (facebook: FacebookSdk | undefined): facebook is FacebookSdk =>
  facebook !== undefined && !('__buffer' in facebook)

interface WindowOptions {
  sdkUrl: string
  signup: Signup
  user: User
  /** Whether a number of the WhatsApp Business app is to be connected, which keeps it. */
  isOfApp: boolean
}

/** For how long the window's message may come after its code. */
const messageMs = 5_000

/** Opens Meta's window and waits for the number that the owner chose in it. */
export function askFacebook(
  facebook: FacebookSdk,
  { sdkUrl, signup, user, isOfApp }: WindowOptions,
): Promise<SignUpWhatsAppInput> {
  const { promise, resolve, reject } = Promise.withResolvers<SignUpWhatsAppInput>()
  let message: SignupMessage | undefined
  let code: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    if (code === undefined) return
    const input = toInput(code, message)
    if (input !== undefined) resolve(input)
    else if (message !== undefined) reject(new FacebookWindowError('noNumber'))
    else timer ??= setTimeout(() => reject(new FacebookWindowError('noNumber')), messageMs)
  }
  const receive = ({ origin, data }: MessageEvent) => {
    if (!isOfFacebook(origin, sdkUrl)) return
    message = readMessage(data) ?? message
    settle()
  }
  window.addEventListener('message', receive)
  const finish: Parameters<FacebookSdk['login']>[0] = ({ authResponse }) => {
    code = authResponse?.code
    if (code === undefined) reject(endOf(message))
    settle()
  }
  const options = {
    config_id: signup.configId,
    response_type: 'code',
    override_default_response_type: true,
    extras: {
      setup: { business: businessOf(user) },
      featureType: isOfApp ? 'whatsapp_business_app_onboarding' : '',
      sessionInfoVersion: '3',
    },
  }
  if (isBlocked(() => facebook.login(finish, options)))
    reject(new FacebookWindowError('facebookLost'))
  return promise.finally(() => {
    window.removeEventListener('message', receive)
    clearTimeout(timer)
  })
}

/** Whether the browser blocked the window that this opens: Meta's script does not say so. */
function isBlocked(openWindow: () => void): boolean {
  // oxlint-disable-next-line typescript/unbound-method -- called on the window below, and put back as it was
  const { open } = window
  let isOpen = true
  window.open = (...options) => {
    const opened = open.apply(window, options)
    isOpen = opened !== null
    return opened
  }
  try {
    openWindow()
  } finally {
    window.open = open
  }
  return !isOpen
}

/** What the window need not ask the owner of a new business account. */
function businessOf({ email, settings: { business } }: User): object {
  const known = { name: business.name, email, website: business.website }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
}

/** Messages of Meta's own pages, or of a simulated Facebook where its script comes from. */
function isOfFacebook(origin: string, sdkUrl: string): boolean {
  const script = new URL(sdkUrl).origin
  if (script !== 'https://connect.facebook.net') return origin === script
  return /^https:\/\/([\w-]+\.)*facebook\.com$/.test(origin)
}

function readMessage(data: unknown): SignupMessage | undefined {
  if (typeof data !== 'string') return signupMessageSchema.safeParse(data).data
  try {
    return signupMessageSchema.safeParse(JSON.parse(data)).data
  } catch {
    // Other messages of Meta's script are no JSON.
    return undefined
  }
}

function toInput(
  code: string,
  message: SignupMessage | undefined,
): SignUpWhatsAppInput | undefined {
  const { waba_id: wabaId, phone_number_id: phoneNumberId } = message?.data ?? {}
  const isCoexistence = message?.event === 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING'
  if (wabaId === undefined || (phoneNumberId === undefined && !isCoexistence)) return undefined
  return { code, wabaId, ...(phoneNumberId !== undefined && { phoneNumberId }), isCoexistence }
}

function endOf(message: SignupMessage | undefined): FacebookWindowError {
  const { error_message: detail } = message?.data ?? {}
  return detail === undefined
    ? new FacebookWindowError('cancelled')
    : new FacebookWindowError('facebookFailed', detail)
}
