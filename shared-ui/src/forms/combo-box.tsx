import { Combobox } from '@base-ui/react/combobox'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { matchesSearch } from '@errand/contract/search-text'
import { Check, ChevronDown } from 'lucide-react'

import { useSettings } from '../intl/document-settings.ts'
import { useWords } from '../intl/words/words.ts'
import styles from './combo-box.module.css'
import { Field, type FieldTexts } from './field.tsx'

interface Option {
  value: string
  label: string
  /** Further words by which it is found. */
  words?: string
}

interface ComboBoxProps extends Pick<FieldTexts, 'error' | 'hint'> {
  label: string
  options: readonly Option[]
  /** The value of the chosen option. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
}

/** A choice of one option among many, found by typing. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, error, options, value, onChange, onBlur } = props
  const { direction, locale } = useSettings()
  const say = useWords()
  return (
    <DirectionProvider direction={direction}>
      <Combobox.Root
        items={options}
        filter={(option: Option, query) =>
          matchesSearch(`${option.label} ${option.words ?? ''}`, query)
        }
        value={options.find((option) => option.value === value) ?? null}
        onValueChange={(option: Option | null) => onChange(option?.value ?? null)}
        locale={locale}
        autoHighlight
      >
        <Field {...{ label, hint, error }}>
          {({ className, ...control }) => (
            <Combobox.InputGroup className={styles['group']}>
              {/* In the page's direction: otherwise a value in another script runs under the arrow. */}
              <Combobox.Input {...control} className={className} onBlur={onBlur} />
              <ChevronDown size={16} aria-hidden="true" />
            </Combobox.InputGroup>
          )}
        </Field>
        <Combobox.Portal>
          <Combobox.Positioner className={styles['positioner']} sideOffset={4} collisionPadding={8}>
            <Combobox.Popup className={styles['popup']}>
              <Combobox.Empty className={styles['empty']}>{say('noMatches')}</Combobox.Empty>
              <Combobox.List>
                {(option: Option) => (
                  <Combobox.Item key={option.value} value={option} className={styles['item']}>
                    <span className={styles['check']}>
                      <Combobox.ItemIndicator>
                        <Check size={16} aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </span>
                    <span className={styles['label']}>
                      <bdi>{option.label}</bdi>
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </DirectionProvider>
  )
}
