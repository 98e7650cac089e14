import styles from './chat-picture.module.css'

const messages = [
  { from: 'customer', text: 'Hi! Can I get a haircut tomorrow?' },
  { from: 'assistant', text: 'Gladly. What time suits you?' },
  { from: 'customer', text: 'After 5 pm, please' },
  { from: 'assistant', text: 'Noted: tomorrow, 5:30 pm. And your name?' },
]

const answers = [
  ['Service', 'Haircut'],
  ['Date and time', 'Tomorrow, 5:30 pm'],
  ['Name', 'Asking now…'],
]

/** A chat on its way to a filled form, as a picture. */
export function ChatPicture() {
  return (
    <figure className={styles['picture']} role="img" aria-label="A chat turns into a filled form">
      <div className={styles['chat']} aria-hidden="true">
        {messages.map(({ from, text }) => (
          <p key={text} className={styles[from]}>
            {text}
          </p>
        ))}
      </div>
      <dl className={styles['form']} aria-hidden="true">
        {answers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
