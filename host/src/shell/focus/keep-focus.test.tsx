import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepFocus } from './keep-focus.ts'

let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  stop = keepFocus()
})

afterEach(() => {
  cleanup()
  stop()
  vi.useRealTimers()
})

/** A list that presses take rows away from, between two fields. */
function Rows({ names, last }: { names: string[]; last?: ReactNode }) {
  const [shown, setShown] = useState(names)
  return (
    <main tabIndex={-1}>
      <input aria-label="Search" />
      <section aria-label="Rows">
        <ul>
          {shown.map((name) => (
            <li key={name}>
              <button onClick={() => setShown(shown.filter((one) => one !== name))}>{name}</button>
            </li>
          ))}
        </ul>
        {last}
      </section>
      <input aria-label="Note" />
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const press = async (name: string) => {
  act(() => button(name).focus())
  await userEvent.keyboard('{Enter}')
}
const rest = () => act(() => vi.advanceTimersByTimeAsync(200))
const expectFocus = (find: () => HTMLElement) =>
  expect.poll(() => document.activeElement === find())

test('it goes on by the next, by the one before at the end, and then by what stands around', async () => {
  render(<Rows names={['One', 'Two', 'Three']} />)
  await press('Two')
  await expectFocus(() => button('Three')).toBe(true)
  await press('Three')
  await expectFocus(() => button('One')).toBe(true)
  await press('One')
  await expectFocus(() => screen.getByRole('textbox', { name: 'Note' })).toBe(true)
})

test('what comes in place of what had it takes it over', async () => {
  function Row() {
    const [isOpen, setOpen] = useState(false)
    return isOpen ? (
      <form aria-label="Change">
        <button onClick={() => setOpen(false)}>Cancel</button>
      </form>
    ) : (
      <button onClick={() => setOpen(true)}>Change</button>
    )
  }
  render(<Rows names={['One']} last={<Row />} />)
  await press('Change')
  await expectFocus(() => button('Cancel')).toBe(true)
  await userEvent.keyboard('{Enter}')
  await expectFocus(() => button('Change')).toBe(true)
})

test('what is switched off for a while has it again afterwards', async () => {
  function Saving() {
    const [isSaving, setSaving] = useState(false)
    return (
      <form aria-label="Saving" onReset={() => setSaving(false)}>
        <button type="button" disabled={isSaving} onClick={() => setSaving(true)}>
          Save
        </button>
        <button type="button">Close</button>
      </form>
    )
  }
  render(<Rows names={[]} last={<Saving />} />)
  await press('Save')
  // jsdom leaves the focus on what is switched off; a browser takes it away.
  button('Save').blur()
  await expectFocus(() => button('Close')).toBe(true)
  act(() => screen.getByRole<HTMLFormElement>('form', { name: 'Saving' }).reset())
  await expectFocus(() => button('Save')).toBe(true)
})

test('who points at things is left alone', async () => {
  render(<Rows names={['One', 'Two']} />)
  await userEvent.click(button('One'))
  await rest()
  expect(document.body).toHaveFocus()
})

test('whoever says where it goes, or leaves by pressing beside it, is not interfered with', async () => {
  function Own() {
    const [isThere, setThere] = useState(true)
    const leave = () => {
      setThere(false)
      screen.getByRole('textbox', { name: 'Search' }).focus()
    }
    return isThere && <button onClick={leave}>Own</button>
  }
  render(
    <>
      <Rows names={['One']} last={<Own />} />
      <p>Beside</p>
    </>,
  )
  await press('Own')
  await rest()
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveFocus()

  await userEvent.click(screen.getByText('Beside'))
  await rest()
  expect(document.body).toHaveFocus()
})

test('what comes back while somebody goes on elsewhere takes nothing from him', async () => {
  function Remark() {
    const [text, setText] = useState('x')
    return (
      <form aria-label="Remark">
        <textarea value={text} onChange={({ target }) => setText(target.value)} />
        <button type="button" disabled={text === ''} onClick={() => setText('')}>
          Save
        </button>
      </form>
    )
  }
  render(<Remark />)
  await press('Save')
  act(() => button('Save').blur())
  await expectFocus(() => screen.getByRole('textbox')).toBe(true)
  await userEvent.keyboard('The blue one')
  await rest()
  expect(screen.getByRole('textbox')).toHaveValue('The blue one')
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('a key that is held presses only what it was pressed on', async () => {
  render(<Rows names={['One', 'Two', 'Three']} />)
  await press('One')
  await expectFocus(() => button('Two')).toBe(true)
  // As far as a browser goes on with it.
  const isLeft = (repeat: boolean) => fireEvent.keyDown(button('Two'), { key: 'Enter', repeat })
  expect(isLeft(true)).toBe(false)
  expect(isLeft(false)).toBe(true)
  expect(isLeft(true)).toBe(true)
})

test('where a whole pane is gone the page has it, not what stands in another pane', async () => {
  function Thread() {
    const [isOpen, setOpen] = useState(true)
    return (
      isOpen && (
        <section aria-label="Thread">
          <button onClick={() => setOpen(false)}>Close thread</button>
        </section>
      )
    )
  }
  render(
    <main tabIndex={-1}>
      <nav>
        <a href="/chats">Chats</a>
      </nav>
      <Thread />
    </main>,
  )
  await press('Close thread')
  await expectFocus(() => screen.getByRole('main')).toBe(true)
})

test('what goes as a whole, such as a panel, gives it back to where it was before', async () => {
  function Panel() {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <button onClick={() => setOpen(false)}>Close panel</button>
  }
  render(
    <>
      <Rows names={['One', 'Two']} />
      <Panel />
    </>,
  )
  act(() => button('Two').focus())
  await press('Close panel')
  await expectFocus(() => button('Two')).toBe(true)
})
