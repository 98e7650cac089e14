import type { Locator, Page } from 'playwright/test'

/** What can be done in an inbox. */
export type Action =
  | 'open'
  | 'reply'
  | 'undo'
  | 'remark'
  | 'save'
  | 'read'
  | 'hand over'
  | 'close'
  | 'reload'
  | 'network'

/** What an inbox shows: its rows from the top, and the last messages of the open chat. */
interface Look {
  rows: { name: string; isUnread: boolean; isSaved: boolean }[]
  articles: string[]
  /** The owner answers the open chat, which the assistant could answer too. */
  isOwners: boolean
}

/** What is looked at may go at that moment, for good: the look ends early and is repeated. */
const patience = { timeout: 5_000 }

/** A browser with an inbox in it, and a network that may be gone. */
export class InboxBrowser {
  readonly page: Page
  #isOffline = false

  constructor(page: Page) {
    this.page = page
    // Asked whether to leave with replies that are not sent, it leaves: they are kept.
    page.on('dialog', (dialog) => void dialog.accept())
  }

  async setOffline(isOffline: boolean): Promise<void> {
    if (isOffline === this.#isOffline) return
    this.#isOffline = isOffline
    await this.page.context().setOffline(isOffline)
    // Its notice moves the page; nobody presses what is just moving.
    await this.#offlineNotice.waitFor({ state: isOffline ? 'visible' : 'hidden' })
  }

  /**
   * Does it, where it can be done at this moment; as somebody would who sees the page. Answers
   * whether it could be done.
   */
  async act(action: Action, { name, number }: { name: string; number: number }): Promise<boolean> {
    if (action === 'network') {
      await this.setOffline(!this.#isOffline)
      return true
    }
    if (action === 'reload') {
      await this.setOffline(false)
      await this.page.reload()
      await this.#list.waitFor()
      return true
    }
    if (!(await this.open(name))) return false
    if (action === 'open') return true
    return this.#inChat(this.#chat(name), action, { name, number })
  }

  /** Opens the latest chat of somebody; without a network only one that is known already. */
  async open(name: string): Promise<boolean> {
    const row = this.#list.getByRole('link', { name: new RegExp(`^${name}`) }).first()
    // A hand comes before a press, and nothing moves under it.
    await row.hover()
    await row.click()
    const last = this.#chat(name).getByRole('article').last()
    return last.waitFor({ timeout: this.#isOffline ? 1500 : 60_000 }).then(
      () => true,
      async () => {
        if (this.#isOffline) return false
        const shown = await this.page.getByRole('main').ariaSnapshot()
        throw new Error(`The chat with ${name} did not open:\n${shown}`)
      },
    )
  }

  /** Nothing moves under a pointer: it goes away. */
  async letGo(): Promise<void> {
    await this.page.mouse.move(2, 2)
  }

  async look(name: string): Promise<Look> {
    const rows = (await this.#list.ariaSnapshot(patience)).split('- listitem').slice(1)
    const articles = await this.#chat(name).getByRole('article').all()
    return {
      rows: rows.map((row) => {
        const [, who = '', mark] = /Mark (.+) as (read|unread)"/.exec(row) ?? []
        return { name: who, isUnread: mark === 'read', isSaved: row.includes(' from saved"') }
      }),
      articles: await Promise.all(
        articles.slice(-3).map((article) => article.ariaSnapshot(patience)),
      ),
      isOwners: await this.#chat(name).getByRole('button', { name: 'Give back' }).isVisible(),
    }
  }

  get #offlineNotice(): Locator {
    return this.page.getByText(/^You are offline/)
  }

  get #list(): Locator {
    return this.page.getByRole('list', { name: 'Chats' })
  }

  #chat(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  async #inChat(
    chat: Locator,
    action: Action,
    { name, number }: { name: string; number: number },
  ): Promise<boolean> {
    const { page } = this
    switch (action) {
      case 'reply':
        return this.#write(chat, 'Reply', `Reply ${number}`)
      case 'remark':
        return this.#write(chat, 'Remark', `Remark ${number}`)
      case 'undo': {
        const isUndone = await press(chat.getByRole('button', { name: 'Undo' }).last())
        // What comes back into the box is this browser's own; here it is given up.
        await clear(chat.getByRole('textbox', { name: 'Reply' }))
        return isUndone
      }
      case 'save':
        return press(
          this.#list.getByRole('button', { name: new RegExp(`^(Save|Remove) ${name} `) }),
        )
      case 'read':
        return press(this.#list.getByRole('button', { name: new RegExp(`^Mark ${name} as`) }))
      case 'hand over':
        return press(chat.getByRole('button', { name: /^(Take over|Give back)$/ }))
      case 'close': {
        await chat.getByRole('button', { name: 'More about this chat' }).click()
        await page.getByRole('menu').waitFor()
        const isClosed = await press(page.getByRole('menuitem', { name: 'Close this chat' }))
        await page.keyboard.press('Escape')
        await this.open(name)
        return isClosed
      }
      default:
        return false
    }
  }

  async #write(chat: Locator, mode: 'Reply' | 'Remark', text: string): Promise<boolean> {
    const choice = chat.getByRole('radio', { name: mode })
    if (!(await choice.isVisible())) return false
    await choice.check()
    const box = chat.getByRole('textbox', { name: mode })
    if (!(await box.isVisible())) return false
    await box.fill(text)
    await box.press('Enter')
    return true
  }
}

/** Presses it, if it is there at this moment; it may go while one reaches for it. */
async function press(button: Locator): Promise<boolean> {
  const [first] = await button.all()
  if (first === undefined) return false
  return first.click({ timeout: 2000 }).then(
    () => true,
    () => false,
  )
}

async function clear(box: Locator): Promise<void> {
  if (await box.isVisible()) await box.fill('')
}
