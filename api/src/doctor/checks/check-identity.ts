import { firebaseKeysUrl } from '../../identity/firebase-tokens.ts'
import { askFor, type Checkup } from '../checkup.ts'
import { failed, ok, warning, type Verdict } from '../finding.ts'

const projectUrl = 'https://www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig'

/** Whether people can sign in: the keys of tokens, and the project that the pages talk to. */
export async function checkIdentity(checkup: Checkup): Promise<Verdict> {
  const { settings, environment, ask } = checkup
  const { emulatorUrl, project } = settings
  if (emulatorUrl !== undefined) return checkEmulator(checkup, emulatorUrl)
  const keys = await askFor(ask, firebaseKeysUrl)
  if (keys?.status !== 200) {
    return failed(
      'The public keys of Firebase cannot be fetched, so nobody is let in; allow this machine to reach www.googleapis.com.',
    )
  }
  const { FIREBASE_API_KEY: key } = environment
  if (key === undefined || key === '') {
    return warning(
      `The keys of Firebase are there; FIREBASE_API_KEY, which the edge needs, is not set here, so project ${project} could not be asked.`,
    )
  }
  return checkProject(checkup, key)
}

async function checkEmulator({ ask }: Checkup, url: string): Promise<Verdict> {
  const answer = await askFor(ask, url)
  return answer === undefined
    ? failed(`No identity emulator answers at ${url}; start the product with npm start.`)
    : warning('The identity emulator signs people in: anybody as anybody, on this machine alone.')
}

async function checkProject({ settings, ask }: Checkup, key: string): Promise<Verdict> {
  const answer = await askFor(ask, `${projectUrl}?key=${encodeURIComponent(key)}`)
  if (answer === undefined) return failed('Firebase does not answer at www.googleapis.com.')
  if (answer.status !== 200) {
    return failed(
      'Firebase does not take FIREBASE_API_KEY; copy the web API key from the project settings, and lift restrictions that keep it from Identity Toolkit.',
    )
  }
  const { authorizedDomains = [] } = answer.document
  const { hostname } = new URL(settings.publicUrl)
  if (!(authorizedDomains as unknown[]).includes(hostname)) {
    return failed(
      `${hostname} is not among the authorized domains of Firebase; add it under Authentication, Settings, Authorized domains.`,
    )
  }
  return ok(`Firebase takes the key, and people may sign in at ${hostname}.`)
}
