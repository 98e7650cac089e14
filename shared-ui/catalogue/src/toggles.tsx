import { applySettings, SegmentedControl, useSettings } from '../../src/index.ts'
import styles from './catalogue.module.css'

const locales = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'हिन्दी' },
  { value: 'ar', label: 'العربية' },
]

/** How the page looks and speaks. */
export function Toggles() {
  const { theme, density, locale } = useSettings()
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
        options={locales}
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
