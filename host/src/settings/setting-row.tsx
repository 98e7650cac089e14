import {
  Disclosure,
  FieldRow,
  NumberField,
  SelectField,
  Switch,
  TextArea,
  TextField,
} from '@errand/shared-ui'
import type { ComponentType } from 'react'
import { Controller } from 'react-hook-form'

import { Choices, MoneyField, SecretField, secretValue, WordsField } from './fields.tsx'
import { limitsOf, type SettingName } from './limits.ts'
import type { SectionForm, SectionProps } from './section-form.tsx'
import { en } from './words/en.ts'
import { useWords } from './words/words.ts'

/** What a row of a section is drawn from. */
export interface RowProps extends SectionProps {
  state: SectionForm
}

type Say = ReturnType<typeof useWords>
type OptionsOf = (user: SectionProps['user'], say: Say) => readonly Option[]
/** The third is the hint of a choice, or the language of a label that is in one of its own. */
type Option = readonly [value: string | number, label: string, about?: string]

/** How a setting is shown and typed, with what each kind needs. */
interface Kinds {
  text: object
  email: object
  long: { rows?: number }
  number: { end?: WordKey }
  switch: object
  secret: { isSet: (user: SectionProps['user']) => boolean }
  money: object
  words: object
  /** A list to choose from; `read` turns the chosen text into what is saved. */
  select: { options: OptionsOf; read?: (value: unknown) => unknown }
  /** Radio buttons as cards. */
  choices: { options: OptionsOf }
}

type WordKey = keyof typeof en

/** One setting: its place in what is sent, its kind, and its word, of which `${word}Hint` is the hint. */
export type Setting = {
  [Kind in keyof Kinds]: Kinds[Kind] & {
    name: SettingName
    kind: Kind
    word: WordKey
    /** What is wrong with a value, where kind and limits do not say it. */
    error?: WordKey
    /** Further attributes of the input. */
    input?: {
      type?: string
      dir?: 'ltr'
      inputMode?: 'numeric' | 'tel' | 'email'
      autoComplete?: string
      placeholder?: string
    }
  }
}[keyof Kinds]

/** A setting of a kind, with what the kind needs: `setting('number', 'settings.smtp.port', 'port')`. */
export const setting = <Kind extends keyof Kinds>(
  kind: Kind,
  name: SettingName,
  word: WordKey,
  more?: Omit<Extract<Setting, { kind: Kind }>, 'kind' | 'name' | 'word'>,
): Setting => ({ kind, name, word, ...more }) as Setting

/** A row of its own kind, with the settings that it changes. */
interface OwnRow {
  names: readonly SettingName[]
  Row: ComponentType<RowProps>
}

type Cell = Setting | OwnRow

/** A setting, several side by side, or some behind “Advanced”. */
export type SectionRow = Cell | readonly Cell[] | { advanced: readonly SectionRow[] }

/** All settings of a row. */
export function settingNames(row: SectionRow): readonly SettingName[] {
  if ('name' in row) return [row.name]
  if ('names' in row) return row.names
  return ('advanced' in row ? row.advanced : row).flatMap(settingNames)
}

/** The rows of a section. */
export function Rows({ rows, ...props }: RowProps & { rows: readonly SectionRow[] }) {
  return rows.map((row) => <Row key={settingNames(row).join()} row={row} {...props} />)
}

function Row({ row, ...props }: RowProps & { row: SectionRow }) {
  const say = useWords()
  if ('name' in row) return <Field of={row} {...props} />
  if ('Row' in row) return <row.Row {...props} />
  if (!('advanced' in row)) {
    return (
      <FieldRow>
        <Rows rows={row} {...props} />
      </FieldRow>
    )
  }
  const isNeeded = settingNames(row).some((name) => props.state.errorOf(name, name) !== undefined)
  return (
    <Disclosure label={say('advanced')} isNeeded={isNeeded}>
      <Rows rows={row.advanced} {...props} />
    </Disclosure>
  )
}

/** The words of a setting: its label, its hint if it has one, and what is wrong with its value. */
function useTexts({ name, kind, word, error }: Setting, { errorOf }: SectionForm) {
  const say = useWords()
  const write = say as (key: WordKey) => string
  const { min, max } = limitsOf(name)
  const wrong: Partial<Record<keyof Kinds, string>> = {
    email: say('emailError'),
    number: say('between', { min, max }),
    secret: say('secretError'),
    money: say('amountError'),
    words: say('wordsError'),
  }
  const ours = error === undefined ? (wrong[kind] ?? say('atMost', { max })) : write(error)
  const hint = `${word}Hint`
  return {
    label: write(word),
    ...(hint in en && { hint: write(hint as WordKey) }),
    error: errorOf(name, ours),
  }
}

/** A setting with its label, its hint and its error. */
function Field({ of, state, user }: RowProps & { of: Setting }) {
  const say = useWords()
  const texts = useTexts(of, state)
  const { register, control } = state.form
  const { name, input } = of
  switch (of.kind) {
    case 'text':
      return <TextField {...texts} {...input} {...register(name)} />
    case 'email':
      return <TextField {...texts} type="email" dir="ltr" {...input} {...register(name)} />
    case 'long': {
      const { max } = limitsOf(name)
      return <TextArea {...texts} rows={of.rows ?? 2} maxLength={max} {...register(name)} />
    }
    case 'number': {
      const end = of.end && (say as (key: WordKey) => string)(of.end)
      return <NumberField {...texts} end={end} {...register(name, { valueAsNumber: true })} />
    }
    case 'switch':
      return <Switch label={texts.label} hint={texts.hint} {...register(name)} />
    case 'secret': {
      const isSet = of.isSet(user)
      return <SecretField {...texts} isSet={isSet} {...register(name, secretValue)} />
    }
    case 'select': {
      const { options, read } = of
      return (
        <SelectField {...texts} {...register(name, read && { setValueAs: read })}>
          {options(user, say).map(([value, label, lang]) => (
            <option key={value} value={value} lang={lang}>
              {label}
            </option>
          ))}
        </SelectField>
      )
    }
    case 'choices':
      return <Choices legend={texts.label} choices={of.options(user, say)} {...register(name)} />
    default:
      return (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange, onBlur } }) => {
            const typed = { ...texts, onChange, onBlur }
            return of.kind === 'money' ? (
              <MoneyField {...typed} value={(value ?? null) as number | null} />
            ) : (
              <WordsField {...typed} value={(value ?? []) as string[]} />
            )
          }}
        />
      )
  }
}
