// The screens of the signup window. Its messages to the page are those of Meta's.
const choose = document.querySelector('#choose')
const confirm = document.querySelector('#confirm')
const news = document.querySelector('#news')
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
const isOnPhone = () => choose.elements.isOnPhone.checked
const step = () => (choose.hidden ? 'CONFIRM' : 'PHONE_NUMBER_SETUP')

const show = (next) => {
  choose.hidden = next !== choose
  confirm.hidden = next !== confirm
  next.querySelector('button').focus()
}

async function requestCode() {
  const response = await fetch('codes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumberId: chosen().value, isOnPhone: isOnPhone() }),
  })
  if (!response.ok) throw new Error('No code')
  return (await response.json()).code
}

async function finish(isWithNumber = true) {
  try {
    const code = await requestCode()
    const account = { waba_id: chosen().dataset.account, business_id: '9000000000000001' }
    const number = { ...account, phone_number_id: chosen().value }
    if (!isWithNumber) postEvent('FINISH_ONLY_WABA', account)
    // Meta names only the account of a number of the app.
    else if (isOnPhone()) postEvent('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', account)
    else postEvent('FINISH', number)
    answer(code)
  } catch {
    news.textContent = 'Something went wrong. Try again.'
  }
}

const ways = {
  back: () => show(choose),
  without: () => finish(false),
  error: () => {
    const error = { error_message: 'The number could not be verified.', error_id: '524126' }
    postEvent('ERROR', error)
    answer()
  },
  cancel: () => {
    postEvent('CANCEL', { current_step: step() })
    answer()
  },
}

if (choose !== null) {
  choose.addEventListener('submit', (event) => {
    event.preventDefault()
    document.querySelector('#chosen').textContent = chosen().closest('label').innerText
    show(confirm)
  })
  confirm.addEventListener('submit', (event) => {
    event.preventDefault()
    void finish()
  })
  document.addEventListener('click', ({ target }) => {
    const way = target.closest('button')?.dataset.do
    if (way !== undefined) void ways[way]()
  })
  // Enabled only now, when the script can handle it.
  const button = choose.querySelector('button')
  button.disabled = false
  button.focus()
}
