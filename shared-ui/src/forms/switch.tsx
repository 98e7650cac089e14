import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

import styles from './switch.module.css'

interface SwitchProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  /** Where the label is only for those who do not see what stands beside it. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** Something that is on or off, and changes at once. */
export function Switch({ label, hint, isLabelHidden = false, ...input }: SwitchProps) {
  const labelId = useId()
  const hintId = useId()
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        // eslint-disable-next-line jsx-a11y/role-has-required-aria-props -- `checked` says it
        role="switch"
        {...input}
        aria-label={isLabelHidden && typeof label === 'string' ? label : input['aria-label']}
        // The hint stands within the label, and is no part of the name.
        aria-labelledby={isLabelHidden ? undefined : labelId}
        aria-describedby={hint === undefined ? undefined : hintId}
      />
      {!isLabelHidden && (
        <span className={styles['texts']}>
          <span id={labelId}>{label}</span>
          {hint !== undefined && <span id={hintId}>{hint}</span>}
        </span>
      )}
    </label>
  )
}
