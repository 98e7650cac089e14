import { ComboBox } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

interface CountryBoxProps {
  countries: { value: string; label: string }[]
  value: string
  onChange: (country: string) => void
}

/** The choice of a country, found by its name or calling code. */
export function CountryBox({ countries, value, onChange }: CountryBoxProps) {
  const say = useWords()
  return (
    <ComboBox
      label={say('country')}
      options={countries}
      value={value}
      onChange={(country) => onChange(country ?? value)}
    />
  )
}
