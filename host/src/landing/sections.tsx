import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import styles from './sections.module.css'
import { signUpLinkWith } from './sign-up-link.ts'
import type { Say } from './words/en.ts'

const steps = [
  ['write', 'writeHow'],
  ['ask', 'askHow'],
  ['answers', 'answersHow'],
] as const

/** How the product works, in three steps. */
export function Steps({ say }: { say: Say }) {
  return (
    <Section title={say('steps')}>
      <ol className={styles['steps']}>
        {steps.map(([title, how]) => (
          <li key={title}>
            <h3>{say(title)}</h3>
            <p>{say(how)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const trades = [
  ['salon', 'salonDoes', 'salonPrompt'],
  ['clinic', 'clinicDoes', 'clinicPrompt'],
  ['repairs', 'repairsDoes', 'repairsPrompt'],
  ['restaurant', 'restaurantDoes', 'restaurantPrompt'],
  ['tuition', 'tuitionDoes', 'tuitionPrompt'],
  ['shop', 'shopDoes', 'shopPrompt'],
] as const

/** Businesses that it is for; each leads to the trial with a sentence for its first job. */
export function Trades({ say }: { say: Say }) {
  return (
    <Section title={say('trades')} hint={say('tradesHint')}>
      <ul className={styles['trades']}>
        {trades.map(([name, does, prompt]) => (
          <li key={name}>
            <h3>
              <Link to={signUpLinkWith(say(prompt))}>{say(name)}</Link>
            </h3>
            <p>{say(does)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What a message costs, what is free, and an example. */
export function Price({ say }: { say: Say }) {
  return (
    <Section title={say('price')}>
      <div className={styles['price']}>
        <div className={styles['figure']}>
          <p>{say('amount')}</p>
          <p>{say('perMessage')}</p>
        </div>
        <ul>
          {(['priceWhat', 'priceTrial', 'priceCredit', 'priceTax'] as const).map((text) => (
            <li key={text}>{say(text)}</li>
          ))}
        </ul>
        <p className={styles['example']}>
          <b>{say('priceExample')}</b>
          <span>{say('priceExampleSum')}</span>
        </p>
      </div>
    </Section>
  )
}

const questions = [
  ['numberAsked', 'numberAnswer'],
  ['metaAsked', 'metaAnswer'],
  ['takesOverAsked', 'takesOverAnswer'],
  ['unknownAsked', 'unknownAnswer'],
  ['languagesAsked', 'languagesAnswer'],
  ['dataAsked', 'dataAnswer'],
  ['stopAsked', 'stopAnswer'],
  ['assistantAsked', 'assistantAnswer'],
] as const

/** What people ask before they try it. */
export function Questions({ say }: { say: Say }) {
  return (
    <Section title={say('questions')}>
      <div className={styles['questions']}>
        {questions.map(([asked, answer]) => (
          <details key={asked}>
            <summary>{say(asked)}</summary>
            <p>{say(answer)}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <div className={styles['title']}>
        <h2>{title}</h2>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      {children}
    </section>
  )
}
