// Signs in as the app does, by the identity emulator that the app's address passes calls on to.
const numberForm = document.querySelector('#number-form')
const codeForm = document.querySelector('#code-form')
const status = document.querySelector('#sign-in-status')
let sessionInfo = ''

numberForm.addEventListener('submit', (event) =>
  attempt(event, async () => {
    const phoneNumber = new FormData(numberForm).get('phoneNumber').trim()
    const body = { phoneNumber, recaptchaToken: 'none' }
    ;({ sessionInfo } = await askIdentity('sendVerificationCode', body))
    codeForm.hidden = false
    codeForm.elements.code.value = ''
    codeForm.elements.code.focus()
    return 'No message is sent on this machine: the code is among the sign-in codes.'
  }),
)

codeForm.addEventListener('submit', (event) =>
  attempt(event, async () => {
    const code = new FormData(codeForm).get('code').trim()
    const body = { sessionInfo, code }
    const { idToken, phoneNumber } = await askIdentity('signInWithPhoneNumber', body)
    await createProfile(idToken, phoneNumber)
    globalThis.authorizeDocs(idToken)
    codeForm.hidden = true
    document.querySelector('#token').hidden = false
    document.querySelector('#token textarea').value = idToken
    return `Signed in as ${phoneNumber}, for an hour. Open a call below and press Execute.`
  }),
)

async function attempt(event, work) {
  event.preventDefault()
  try {
    status.textContent = await work()
  } catch (error) {
    status.textContent = error.message
  }
}

async function askIdentity(call, body) {
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=local`
  const response = await post(url, body, {})
  const isJson = response.headers.get('content-type')?.includes('json')
  // At the api's own address nobody passes the calls on.
  if (!isJson || response.headers.get('content-type').includes('problem')) {
    throw new Error('Open this page at the address of the app to sign in.')
  }
  const answer = await response.json()
  if (!response.ok) throw new Error(`Refused: ${answer.error.message}`)
  return answer
}

/** The app does it at the first sign-in; one that is there already stays as it is. */
async function createProfile(idToken, phoneNumber) {
  const profile = { phoneNumber, email: '', name: '' }
  const response = await post('/api/auth/profile', profile, { authorization: `Bearer ${idToken}` })
  if (!response.ok) throw new Error((await response.json()).title)
}

const post = (url, body, headers) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
