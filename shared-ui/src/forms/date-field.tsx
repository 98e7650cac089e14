import { TextField, type TextFieldProps } from './text-field.tsx'

/** A day, picked in the way of the reader's own browser and language. */
export const DateField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField {...props} type="date" dir={undefined} />
)

/** A time of the day, likewise. */
export const TimeField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField {...props} type="time" dir={undefined} />
)
