export { isApiError, isFinalError, pollPause, userMessage, type ApiError } from './api/api-error.ts'
export { api } from './api/api.ts'
export { callApi, callApiForFile } from './api/call-api.ts'
export { draftsOf, useDraft, useDrafts } from './drafts.ts'
export { subscribeEvents, useConnection } from './events/events.ts'
export { followStream } from './events/follow-stream.ts'
export type { Connection, ProductEvent } from './events/share-stream.ts'
export { setFlags, useFlag } from './flags.ts'
export { useFormDraft } from './form-draft.ts'
export type { IdentityError, IdentityErrorCode } from './identity-error.ts'
export { startSession } from './identity.ts'
export { deleteAccount, signOut } from './leave.ts'
export { sendCode, sendOwnCode, type PhoneConfirmation } from './phone-sign-in.ts'
export { browserStorage, tabStorage, type PageStorage } from './browser/page-storage.ts'
export {
  profileFailureOf,
  profileQuery,
  type ProfileFailure,
  type SignInOutcome,
} from './profile.ts'
export { useCodeQuestion } from './session/recent-sign-in.ts'
export {
  queryClient,
  onSessionChange,
  sessionKnown,
  useSession,
  type Session,
  type SessionUser,
} from './session/session.ts'
export { saveSettings, useSettingsForm } from './settings-form.ts'
export { openTabChannel } from './browser/tab-channel.ts'
