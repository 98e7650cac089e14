import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

import styles from './switch.module.css'

interface SwitchProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
  /** Shows the label to screen readers only, where the text beside it is enough. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** A setting that is on or off and takes effect at once. */
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
        // The hint is inside the label but not part of the name.
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
