import { Toaster } from 'react-hot-toast'
import { MemoryRouter } from 'react-router-dom'

import { PageHeader } from '../../src/index.ts'
import styles from './catalogue.module.css'
import { Actions } from './sections/actions.tsx'
import { Colours } from './sections/colours.tsx'
import { Data } from './sections/data.tsx'
import { Feedback } from './sections/feedback.tsx'
import { Forms } from './sections/forms.tsx'
import { Numbers } from './sections/numbers.tsx'
import { Overlays } from './sections/overlays.tsx'
import { Tables } from './sections/tables.tsx'
import { Toggles } from './toggles.tsx'

/** All components on one page, in every theme, direction, density and language. */
export function Catalogue() {
  return (
    <MemoryRouter>
      <Toggles />
      <main className={styles['main']}>
        <PageHeader
          title="Catalogue"
          description="Every component as it is, in the theme, language and density chosen above."
        />
        <Actions />
        <Forms />
        <Data />
        <Numbers />
        <Tables />
        <Overlays />
        <Feedback />
        <Colours />
      </main>
      <Toaster
        position="top-right"
        toastOptions={{
          style: {
            background: 'var(--surface-floating)',
            color: 'var(--text)',
            boxShadow: 'var(--shadow-floating)',
          },
        }}
      />
    </MemoryRouter>
  )
}
