import type { PageLanguage } from '@errand/contract/language'
import { isPageLanguage } from '@errand/contract/page-language'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'

import { factsIn } from './landing/facts.ts'
import { LandingView } from './landing/landing-view.tsx'
import ar from './landing/words/ar.json'
import type { Say } from './landing/words/en.ts'
import { en } from './landing/words/en.ts'
import hi from './landing/words/hi.json'

const landingWords: Record<PageLanguage, Partial<Record<keyof typeof en, string>>> = { en, hi, ar }

/**
 * Pages that are rendered when the host is built and need no script: what they are called, what
 * they show, and the import of their route, whose styles they need.
 */
export const pages = [
  {
    path: '/',
    name: 'landing',
    route: './landing/landing-page.tsx',
    translations: Object.keys(landingWords).filter(isPageLanguage).map(drawLanding),
  },
]

function drawLanding(language: PageLanguage) {
  const words = landingWords[language]
  const facts = factsIn(language)
  const say: Say = (key) =>
    Object.entries(facts).reduce(
      (text, [name, fact]) => text.replaceAll(`{${name}}`, fact),
      words[key] ?? en[key],
    )
  return {
    language,
    title: say('pageTitle'),
    description: say('pageDescription'),
    markup: renderToStaticMarkup(
      <MemoryRouter>
        <LandingView say={say} language={language} />
      </MemoryRouter>,
    ),
  }
}
