import { expect, test } from 'vitest'

test('the public API has exactly the agreed names', async () => {
  const names = Object.keys(await import('./index.ts'))

  expect(names.toSorted()).toEqual([
    'api',
    'browserStorage',
    'callApi',
    'callApiForFile',
    'deleteAccount',
    'draftsOf',
    'followStream',
    'isApiError',
    'isFinalError',
    'onSessionChange',
    'openTabChannel',
    'pollPause',
    'profileFailureOf',
    'profileQuery',
    'queryClient',
    'saveSettings',
    'sendCode',
    'sendOwnCode',
    'sessionKnown',
    'setFlags',
    'signOut',
    'startSession',
    'subscribeEvents',
    'tabStorage',
    'useCodeQuestion',
    'useConnection',
    'useDraft',
    'useDrafts',
    'useFlag',
    'useFormDraft',
    'useSession',
    'useSettingsForm',
    'userMessage',
  ])
})
