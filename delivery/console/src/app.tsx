import { pageLanguages, type PageLanguage } from '@errand/contract/language'
import { Button, SegmentedControl, useSettings } from '@errand/shared-ui'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { BrowserRouter, Link, Route, Routes, useLocation } from 'react-router-dom'

import styles from './app.module.css'
import { AppPage } from './app/app-page.tsx'
import { chooseLanguage } from './language.ts'
import { OverviewPage } from './overview/overview-page.tsx'
import { meQuery } from './registry/registry.api.ts'
import { queryClient, signOut, useSession } from './session/session.ts'
import { SignInPage } from './session/sign-in-page.tsx'
import { ConsoleToaster } from './toaster.tsx'
import { useWords } from './words/words.ts'

/** The console: its pages below `/console`, for whoever has a token. */
export const App = () => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter basename="/console">
        <Frame />
      </BrowserRouter>
      <ConsoleToaster />
    </QueryClientProvider>
  </StrictMode>
)

function Frame() {
  const { token } = useSession()
  const { pathname } = useLocation()
  return (
    <div className={styles['frame']}>
      {token !== null && <Header />}
      {token !== null && <FocusPage key={pathname} />}
      <main tabIndex={-1}>
        {token === null ? (
          <SignInPage />
        ) : (
          <Routes>
            <Route path="/apps/:app" element={<AppPage />} />
            <Route path="*" element={<OverviewPage />} />
          </Routes>
        )}
      </main>
      <Footer />
    </div>
  )
}

/** Takes the focus to a page that has just come: the link that led there is gone. */
function FocusPage() {
  useEffect(() => {
    document.querySelector('main')?.focus({ preventScroll: true })
    document.documentElement.scrollTop = 0
  }, [])
  return null
}

function Header() {
  const say = useWords()
  const { data: me } = useQuery(meQuery())
  return (
    <header className={styles['header']}>
      <Link to="/">{say('console')}</Link>
      <div>
        {me !== undefined && <bdi>{me.actor}</bdi>}
        <Button size="small" variant="quiet" onClick={() => signOut()}>
          {say('signOut')}
        </Button>
      </div>
    </header>
  )
}

function Footer() {
  const say = useWords()
  const { language } = new Intl.Locale(useSettings().locale)
  return (
    <footer className={styles['footer']}>
      <SegmentedControl
        label={say('language')}
        value={language}
        options={Object.entries(pageLanguages).map(([value, name]) => ({
          value,
          label: <span lang={value}>{name}</span>,
        }))}
        onChange={(tag) => chooseLanguage(tag as PageLanguage)}
      />
    </footer>
  )
}
