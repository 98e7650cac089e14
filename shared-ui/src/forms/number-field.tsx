import { TextField, type TextFieldProps } from './text-field.tsx'

/** A number; the wheel of a mouse that passes over it changes nothing. */
export function NumberField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      inputMode="decimal"
      {...props}
      type="number"
      dir="ltr"
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
