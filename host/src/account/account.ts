import { readAuthStatsCall } from '@errand/contract/auth'
import {
  type ProductEvent,
  callApi,
  profileQuery,
  queryClient,
  subscribeEvents,
} from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

import { signInsQuery } from './sign-ins.ts'

/** The account's figures for the navigation and the dashboard. */
export const accountStatsQuery = () =>
  queryOptions({
    queryKey: ['account', 'stats'],
    queryFn: ({ signal }) => callApi(readAuthStatsCall, { signal }),
  })

/** A burst of events causes one request. */
const minIntervalMs = 1000

/** Keeps the account's figures and the profile up to date by events. */
export function useFollowAccount(): void {
  useEffect(() => {
    const refresh = throttle(() => queryClient.invalidateQueries({ queryKey: ['account'] }))
    const stop = subscribeEvents((event) => {
      if (affectsAccount(event)) refresh.soon()
      if (affectsProfile(event)) void queryClient.invalidateQueries(profileQuery())
      if (event.type === 'sign_ins.updated' || event.type === 'resync')
        void queryClient.invalidateQueries(signInsQuery())
    })
    return () => {
      stop()
      refresh.never()
    }
  }, [])
}

/** An event about settings that this tab saved itself changes nothing. */
const affectsProfile = (event: ProductEvent): boolean =>
  event.type === 'settings.updated'
    ? Number(event.data['version']) > knownVersion()
    : event.type === 'channel.updated' || event.type === 'resync'

const knownVersion = (): number =>
  queryClient.getQueryData(profileQuery().queryKey)?.settings.version ?? 0

const affectsAccount = ({ type }: ProductEvent): boolean => type !== 'run.state'

/** Runs a task at once, and again after a pause if it was requested meanwhile. */
function throttle(task: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequested = false
  const run = () => {
    isRequested = false
    void task()
    timer = setTimeout(() => {
      timer = undefined
      if (isRequested) run()
    }, minIntervalMs)
  }
  return {
    soon: () => (timer === undefined ? run() : void (isRequested = true)),
    never: () => clearTimeout(timer),
  }
}
