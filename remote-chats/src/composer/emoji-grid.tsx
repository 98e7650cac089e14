import { useRef, type KeyboardEvent } from 'react'

import { useWords } from '../words/words.ts'
import styles from './composer.module.css'

// What a business says to its customers; every phone's keyboard has the rest. Screen readers say
// the names, in the reader's own language.
const emoji = [
  '😀 😊 🙂 😉 😍 🤗 🤩 😎 🤔 😅 😂 🥳 😇 🙏 👍 👌',
  '👏 🙌 💪 🤝 👋 ✌️ 🤞 👉 ❤️ 💛 💚 💙 💜 🧡 ✨ ⭐',
  '🔥 🎉 🎁 🎂 🌹 🌸 🌼 🍀 ☀️ 🌙 ☔ 🕔 📅 📆 ⏰ ⏳',
  '✅ ☑️ ❌ ⚠️ ❗ ❓ ℹ️ 🔔 📌 📍 📞 📱 💬 ✉️ 📎 📷',
  '💳 💰 🧾 🛒 🛍️ 📦 🚚 🏠 🏪 🏥 🍽️ ☕ ✂️ 💇 💅 🚗',
]
  .join(' ')
  .split(' ')

const columns = 8

/** A small choice of emoji; arrow keys move in it. */
export function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const say = useWords()
  const grid = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const step = stepOf(event.key)
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (step === undefined || index < 0) return
    event.preventDefault()
    buttons[index + step]?.focus()
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons have the focus
    <div
      ref={grid}
      role="group"
      aria-label={say('emoji')}
      className={styles['emoji']}
      onKeyDown={handleKeyDown}
    >
      {emoji.map((one, index) => (
        <button key={one} type="button" autoFocus={index === 0} onClick={() => onPick(one)}>
          {one}
        </button>
      ))}
    </div>
  )
}

function stepOf(key: string): number | undefined {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  return { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: columns, ArrowUp: -columns }[key]
}
