// The screens of the signup window. Its messages to the page are those of Meta's.
import { postJson } from './post-json.js'
import { handleButtons } from './window-actions.js'

const choose = document.querySelector('#choose')
const confirm = document.querySelector('#confirm')
const origin = new URLSearchParams(location.search).get('origin')

const postEvent = (event, data) =>
  opener?.postMessage(
    JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', version: '3', event, data }),
    origin,
  )

/** Answers the page's login; without a code it was cancelled. */
const answer = (code) => {
  opener?.postMessage({ simulatedLogin: { code } }, origin)
  close()
}

const chosen = () => choose.querySelector('input[name="phoneNumberId"]:checked')
const step = () => (choose.hidden ? 'CONFIRM' : 'PHONE_NUMBER_SETUP')

const show = (next) => {
  choose.hidden = next !== choose
  confirm.hidden = next !== confirm
  next.querySelector('button').focus()
}

async function finish(isWithNumber) {
  const { value: phoneNumberId, dataset } = chosen()
  const isOnPhone = choose.elements.isOnPhone.checked
  const { code } = await postJson('codes', { phoneNumberId, isOnPhone })
  const account = { waba_id: dataset.account, business_id: '9000000000000001' }
  if (!isWithNumber) postEvent('FINISH_ONLY_WABA', account)
  // Meta names only the account of a number of the app.
  else if (isOnPhone) postEvent('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', account)
  else postEvent('FINISH', { ...account, phone_number_id: phoneNumberId })
  answer(code)
}

handleButtons({
  next() {
    document.querySelector('#chosen').textContent = chosen().closest('label').innerText
    show(confirm)
  },
  back: () => show(choose),
  finish: () => finish(true),
  without: () => finish(false),
  error() {
    const error = { error_message: 'The number could not be verified.', error_id: '524126' }
    postEvent('ERROR', error)
    answer()
  },
  cancel() {
    postEvent('CANCEL', { current_step: step() })
    answer()
  },
})
