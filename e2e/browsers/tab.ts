import { expect } from 'playwright/test'

import { findShown, type Role } from './find-shown.ts'

/** An accessible name: all of it, or a part by a pattern. */
export type Name = string | RegExp

/** A window of a browser: the few commands that the WebDriver protocols have in common. */
export interface Driver<Element = unknown> {
  /** Errors on the console, uncaught ones, violations of the policy, and answers of 400 or more. */
  readonly errors: string[]
  /** Ends when the document is loaded. */
  goto: (url: string) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  /** Calls a function of the page; gives back what has a form in JSON. */
  run: (script: string) => Promise<unknown>
  find: (script: string) => Promise<Element[]>
  /** Presses the mouse on it. */
  click: (element: Element) => Promise<void>
  /** Replaces its text by keys. */
  fill: (element: Element, text: string) => Promise<void>
  setCookie: (name: string, value: string) => Promise<void>
  /** A cookie's value, also one that scripts cannot read. */
  cookie: (name: string) => Promise<string | undefined>
  close: () => Promise<void>
}

/** What a walk does in one window of a browser, whichever that is. */
export interface Tab extends Pick<Driver, 'errors' | 'resize' | 'setCookie' | 'cookie' | 'close'> {
  goto: (path: string) => Promise<void>
  evaluate: <Result>(script: () => Result | Promise<Result>) => Promise<Result>
  /** How many visible elements have this role and name. */
  count: (role: Role, name: Name) => Promise<number>
  /** Waits for the element and presses the mouse on it. */
  click: (role: Role, name: Name) => Promise<void>
  /** Waits for the field and replaces its text. */
  fill: (name: Name, text: string) => Promise<void>
}

export function createTab<Element>(driver: Driver<Element>, origin: string): Tab {
  const { errors, resize, setCookie, cookie, close } = driver
  const find = (role: Role, name: Name) => {
    const words = typeof name === 'string' ? [name] : [name.source, name.flags]
    const args = [role, ...words].map((word) => JSON.stringify(word)).join(', ')
    return driver.find(`() => (${String(findShown)})(${args})`)
  }
  /** Does something with an element as soon as the page has it and lets it be done. */
  const use = (role: Role, name: Name, act: (element: Element) => Promise<void>) =>
    expect(async () => {
      const [element] = await find(role, name)
      if (element === undefined) throw new Error(`There is no ${role} ${String(name)}`)
      await act(element)
    }).toPass({ timeout: 60_000 })
  return {
    errors,
    resize,
    setCookie,
    cookie,
    close,
    goto: (path) => driver.goto(new URL(path, origin).href),
    evaluate: (script) => driver.run(String(script)) as Promise<never>,
    count: async (role, name) => (await find(role, name)).length,
    click: (role, name) => use(role, name, driver.click),
    fill: (name, text) => use('textbox', name, (element) => driver.fill(element, text)),
  }
}

/** Waits until the page shows something of this role and name. */
export const expectShown = (tab: Tab, role: Role, name: Name): Promise<void> =>
  expect.poll(() => tab.count(role, name), `${role} ${String(name)}`).toBeGreaterThan(0)

/** Waits until the page has its heading, and no part of it is still loading. */
export const expectLoaded = (tab: Tab, what?: string): Promise<void> =>
  expect
    .poll(
      () =>
        tab.evaluate(() => {
          const shown = (selector: string) =>
            [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
          const isLoading =
            shown('[aria-busy=true]').length > 0 ||
            shown('[role=status]').some(({ textContent }) => textContent.startsWith('Loading'))
          return shown('h1').length > 0 && !isLoading
        }),
      what,
    )
    .toBe(true)

/** Expects nothing on the console but what the test has planted, and forgets that. */
export function expectOnly(tab: Tab, planted: readonly RegExp[], what?: string): void {
  const unexpected = tab.errors.filter((text) => !planted.some((pattern) => pattern.test(text)))
  tab.errors.length = 0
  // The rest of a walk is worth seeing too.
  expect.soft(unexpected, what).toEqual([])
}
