import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

import styles from './checkbox.module.css'

export interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  /** Shows the label to screen readers only, where the text beside it is enough. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** A choice of yes or no that takes effect when it is saved. */
export function Checkbox({ label, hint, isLabelHidden = false, ...input }: CheckboxProps) {
  const labelId = useId()
  const hintId = useId()
  return (
    <label className={styles['checkbox']}>
      <input
        type="checkbox"
        {...input}
        aria-label={isLabelHidden && typeof label === 'string' ? label : input['aria-label']}
        // The hint is inside the label but not part of the name.
        aria-labelledby={isLabelHidden ? undefined : labelId}
        aria-describedby={hint === undefined ? undefined : hintId}
      />
      {!isLabelHidden && (
        <span>
          <span id={labelId}>{label}</span>
          {hint !== undefined && (
            <span id={hintId} className={styles['hint']}>
              {hint}
            </span>
          )}
        </span>
      )}
    </label>
  )
}
