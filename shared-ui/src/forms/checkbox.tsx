import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

import styles from './checkbox.module.css'

export interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  /** Some of what it stands for is chosen. */
  isMixed?: boolean
  /** Where the label is only for those who do not see what stands beside it. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** A choice of yes or no, which counts once it is saved. */
export function Checkbox(props: CheckboxProps) {
  const { label, hint, isMixed = false, isLabelHidden = false, ref, ...input } = props
  const labelId = useId()
  const hintId = useId()
  return (
    <label className={styles['checkbox']}>
      <input
        type="checkbox"
        {...input}
        ref={(element) => {
          if (element !== null) element.indeterminate = isMixed
          if (typeof ref === 'function') return ref(element)
          if (ref) ref.current = element
        }}
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
