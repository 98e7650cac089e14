import { paths } from '@errand/contract/paths'
import { readRecent, recentTopic } from '@errand/contract/recent'
import { findCall, type Found } from '@errand/contract/search'
import { isNearlyIn } from '@errand/contract/search-marks'
import { matchesSearch, maxSearchLength } from '@errand/contract/search-text'
import { browserStorage, callApi, useDrafts } from '@errand/shared-auth'
import type { Command, CommandGroup } from '@errand/shared-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { sectionNames } from '../settings/section-names.ts'
import { useWords as useSettingsWords } from '../settings/words/words.ts'
import { useWords } from '../words/words.ts'

/** The search is sent when typing pauses. */
const searchDelayMs = 180

const search = async (q: string, signal: AbortSignal): Promise<Found> =>
  callApi(findCall, { query: { q }, signal })

/** What is found by what is typed; earlier results stay until the next ones are there. */
export function useFound(typed: string): { groups: CommandGroup[]; isSearching: boolean } {
  const say = useWords()
  const navigate = useNavigate()
  const settings = useFoundSettings(typed)
  const q = useDelayed(typed.trim().slice(0, maxSearchLength), searchDelayMs)
  const { data, isFetching } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => search(q, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })
  if (typed.trim() === '') return { groups: [], isSearching: false }
  const { contacts, answers, jobs, messages } = data ?? {
    contacts: [],
    answers: [],
    jobs: [],
    messages: [],
  }
  const go = (to: string) => () => void navigate(to)
  const groups = [
    {
      label: say('foundPeople'),
      items: contacts.map(({ id, contactName, phoneNumber, sessionId }) =>
        toCommand(`contact:${id}`, contactName, go(paths.chats.chat(sessionId)), {
          hint: phoneNumber,
        }),
      ),
    },
    {
      label: say('foundAnswers'),
      items: answers.map(({ sessionId, contactName, formId, jobName, label, snippet }) =>
        toCommand(
          `answer:${sessionId}`,
          `${contactName} · ${label}`,
          go(`${paths.chats.answers(formId)}?q=${encodeURIComponent(q)}`),
          { hint: jobName, snippet },
        ),
      ),
    },
    {
      label: say('foundJobs'),
      items: jobs.map(({ id, name }) => toCommand(`job:${id}`, name, go(paths.jobs.edit(id)))),
    },
    {
      label: say('foundMessages'),
      items: messages.map(({ id, sessionId, contactName, snippet }) =>
        toCommand(
          `message:${id}`,
          contactName,
          go(`${paths.chats.chat(sessionId)}&message=${encodeURIComponent(id)}`),
          { snippet },
        ),
      ),
    },
    settings,
  ]
  return { groups, isSearching: isFetching || q !== typed.trim().slice(0, maxSearchLength) }
}

const toCommand = (
  id: string,
  label: string,
  onSelect: () => void,
  more: Pick<Command, 'hint' | 'snippet'> = {},
): Command => ({ id, label, onSelect, isFound: true, ...more })

/** A value once it has not changed for a moment. */
function useDelayed(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

/** Sections of the settings by their names and the names of what is in them. */
function useFoundSettings(typed: string): CommandGroup {
  const say = useWords()
  const nameOf = useSettingsWords()
  const navigate = useNavigate()
  const sections = sectionNames.filter(({ label, words }) =>
    [label, ...words].some((key) => {
      const text = nameOf(key)
      return matchesSearch(text, typed) || isNearlyIn(text, typed)
    }),
  )
  return {
    label: say('settings'),
    items: sections.map(({ id, label }) =>
      toCommand(`settings:${id}`, nameOf(label), () => void navigate(`${paths.settings}#${id}`)),
    ),
  }
}

/** How many chats and jobs are offered before anything is typed. */
const maxRecent = 5

/** The chats and jobs that were opened last in this browser. */
export function useRecent(): CommandGroup {
  const say = useWords()
  const navigate = useNavigate()
  const { read } = useDrafts(recentTopic, browserStorage)
  const kinds = [
    ['chats', paths.chats.chat],
    ['jobs', paths.jobs.edit],
  ] as const
  const opened = kinds.flatMap(([kind, pathOf]) =>
    readRecent(read(kind)).map(({ id, label, at }) => ({ label, at, to: pathOf(id), kind })),
  )
  return {
    label: say('recent'),
    items: opened
      .toSorted((one, other) => other.at.localeCompare(one.at))
      .slice(0, maxRecent)
      .map(({ to, label, kind }) => ({
        id: `recent:${to}`,
        label,
        hint: say(kind === 'chats' ? 'recentChat' : 'recentJob'),
        onSelect: () => void navigate(to),
      })),
  }
}
