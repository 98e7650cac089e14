import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'

import { LandingView } from './landing/landing-view.tsx'
import { en } from './landing/words/en.ts'

/**
 * Pages that are rendered when the host is built, so that they show before any script runs: their
 * markup, and the import of their route, whose styles they need.
 */
export const pages = [
  {
    path: '/',
    file: 'landing.html',
    route: './landing/landing-page.tsx',
    markup: renderToStaticMarkup(
      <MemoryRouter>
        <LandingView say={(key) => en[key]} />
      </MemoryRouter>,
    ),
  },
]
