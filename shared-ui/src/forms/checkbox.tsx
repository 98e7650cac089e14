import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

import styles from './checkbox.module.css'

export interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  /** Where the label is only for those who do not see what stands beside it. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** A choice of yes or no, which counts once it is saved. */
export function Checkbox({ label, hint, isLabelHidden = false, ...input }: CheckboxProps) {
  const labelId = useId()
  const hintId = useId()
  return (
    <label className={styles['checkbox']}>
      <input
        type="checkbox"
        {...input}
        aria-label={isLabelHidden && typeof label === 'string' ? label : input['aria-label']}
        // The hint stands within the label, and is no part of the name.
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
