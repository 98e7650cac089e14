import { Check } from 'lucide-react'

import styles from './chat-picture.module.css'

const messages = [
  { from: 'customer', text: 'Hi! Can I get a haircut tomorrow?' },
  { from: 'assistant', text: 'Gladly. What time suits you?' },
  { from: 'customer', text: 'After 5 pm, please' },
  { from: 'assistant', text: 'Noted: tomorrow, 5:30 pm. And your name?' },
]

const answers = [
  { label: 'Service', value: 'Haircut' },
  { label: 'Date and time', value: 'Tomorrow, 5:30 pm' },
  { label: 'Name', value: undefined },
]

/** A chat on its way to a filled form, as a picture. */
export function ChatPicture() {
  return (
    <figure className={styles['picture']} role="img" aria-label="A chat turns into a filled form">
      <div className={styles['chat']} aria-hidden="true">
        <p className={styles['head']}>
          <span>Salon</span>
          Assistant is replying
        </p>
        {messages.map(({ from, text }) => (
          <p key={text} className={styles[from]}>
            {text}
          </p>
        ))}
      </div>
      <div className={styles['form']} aria-hidden="true">
        <p className={styles['title']}>
          <span>Booking</span>2 of 3
        </p>
        {answers.map(({ label, value }) => (
          <p key={label} className={styles['answer']}>
            <span className={value === undefined ? styles['open'] : styles['done']}>
              {value !== undefined && <Check size={12} strokeWidth={3} />}
            </span>
            <span>{label}</span>
            <b>{value ?? 'Asking now…'}</b>
          </p>
        ))}
      </div>
    </figure>
  )
}
