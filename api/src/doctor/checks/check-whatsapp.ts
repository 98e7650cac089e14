import { askFor, type Checkup } from '../checkup.ts'
import { failed, missing, ok, warning, type Verdict } from '../finding.ts'

const usualUrl = 'https://graph.facebook.com/v25.0'

/** Asks the Graph API for the number that is given, and whether its events come here. */
export async function checkWhatsapp(checkup: Checkup): Promise<Verdict> {
  const { environment } = checkup
  const {
    WHATSAPP_ACCESS_TOKEN: token = '',
    WHATSAPP_PHONE_NUMBER_ID: numberId = '',
    WHATSAPP_BUSINESS_ACCOUNT_ID: accountId = '',
  } = environment
  if (token === '') {
    return missing(
      'Each owner has a number of his own; give WHATSAPP_ACCESS_TOKEN, WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_BUSINESS_ACCOUNT_ID to test one.',
    )
  }
  const number = await askGraph(checkup, token, `${numberId}?fields=display_phone_number,status`)
  if (number.refusal !== undefined) {
    return failed(number.refusal(`WHATSAPP_PHONE_NUMBER_ID ${numberId}`))
  }
  const apps = await askGraph(checkup, token, `${accountId}/subscribed_apps`)
  if (apps.refusal !== undefined) {
    return failed(apps.refusal(`WHATSAPP_BUSINESS_ACCOUNT_ID ${accountId}`))
  }
  const { display_phone_number: name } = number.document
  const shown = typeof name === 'string' ? name : numberId
  const subscribed = (apps.document['data'] ?? []) as { override_callback_uri?: string }[]
  return judge(checkup, shown, subscribed)
}

function judge(
  { settings: { publicUrl } }: Checkup,
  number: string,
  apps: { override_callback_uri?: string }[],
): Verdict {
  const webhook = `${publicUrl}/api/webhooks/whatsapp`
  if (apps.length === 0) {
    return failed(
      `No app is subscribed to the account of ${number}, so no message comes in; subscribe yours: POST /<account>/subscribed_apps.`,
    )
  }
  const elsewhere = apps
    .map(({ override_callback_uri: url }) => url)
    .find((url) => url !== undefined)
  if (elsewhere !== undefined && !elsewhere.startsWith(webhook)) {
    return warning(
      `The events of ${number} go to ${new URL(elsewhere).host}, not to ${webhook}; set the callback of the account.`,
    )
  }
  return ok(`${number} answers, and an app is subscribed to its account.`)
}

type Answered =
  | { document: Record<string, unknown>; refusal?: undefined }
  | { document?: undefined; refusal: (what: string) => string }

async function askGraph(
  { ask, environment }: Checkup,
  token: string,
  path: string,
): Promise<Answered> {
  const base = (environment['WHATSAPP_GRAPH_URL'] || usualUrl).replace(/\/+$/, '')
  const answer = await askFor(ask, `${base}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer === undefined) return { refusal: () => `Nothing answers at ${base}.` }
  const { status, document } = answer
  if (status === 200) return { document }
  const { code } = Object(document['error']) as { code?: number }
  if (code === 190) {
    return {
      refusal: () =>
        'Meta refuses WHATSAPP_ACCESS_TOKEN: it has expired or was taken back; make a permanent one for a system user.',
    }
  }
  if (code === 10 || code === 200) {
    return {
      refusal: (what) =>
        `The token may not read ${what}; give the system user whatsapp_business_management and whatsapp_business_messaging.`,
    }
  }
  return { refusal: (what) => `Meta does not know ${what} under this token (${code ?? status}).` }
}
