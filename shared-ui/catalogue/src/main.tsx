import './allow-toast-styles.ts'
import '../../src/styles/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { applySettings, SegmentedControl, useSettings } from '../../src/index.ts'
import styles from './catalogue.module.css'
import { Catalogue } from './catalogue.tsx'

applySettings({ locale: 'en' })

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <Toggles />
    <Catalogue />
  </StrictMode>,
)

/** How the page looks and speaks. */
function Toggles() {
  const { theme, density, locale } = useSettings()
  const options = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))
  return (
    <header className={styles['toggles']}>
      <SegmentedControl
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={(value) => applySettings({ theme: value })}
      />
      <SegmentedControl
        label="Language"
        value={new Intl.Locale(locale).language}
        options={options({ en: 'English', hi: 'हिन्दी', ar: 'العربية' })}
        onChange={(value) => applySettings({ locale: value })}
      />
      <SegmentedControl
        label="Density"
        value={density}
        options={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={(value) => applySettings({ density: value })}
      />
    </header>
  )
}
