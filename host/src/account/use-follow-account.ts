import { profileQuery, queryClient, subscribeEvents, type ProductEvent } from '@errand/shared-auth'
import { useEffect } from 'react'

/** A burst of events leads to one question, not to one for each. */
const shortestPauseMs = 1000

/** Keeps what the shell shows of the account up to date with what happens in it. */
export function useFollowAccount(): void {
  useEffect(() => {
    const ask = atMostOnce(() => queryClient.invalidateQueries({ queryKey: ['account'] }))
    const stop = subscribeEvents((event) => {
      if (changesAccount(event)) ask.soon()
      if (event.type === 'channel.updated' || event.type === 'resync') {
        void queryClient.invalidateQueries(profileQuery())
      }
    })
    return () => {
      stop()
      ask.never()
    }
  }, [])
}

const changesAccount = ({ type }: ProductEvent): boolean =>
  type !== 'run.state' && type !== 'generation.done'

/** Runs a task at once, and again after a pause if it was asked for meanwhile. */
function atMostOnce(task: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  const run = () => {
    isAsked = false
    void task()
    timer = setTimeout(() => {
      timer = undefined
      if (isAsked) run()
    }, shortestPauseMs)
  }
  return {
    soon: () => (timer === undefined ? run() : void (isAsked = true)),
    never: () => clearTimeout(timer),
  }
}
