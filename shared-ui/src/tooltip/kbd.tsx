import styles from './kbd.module.css'

/** Keys to press: `Ctrl K` together, `g d` one after the other. */
export const Kbd = ({ keys }: { keys: string }) => (
  <kbd className={styles['keys']} dir="ltr">
    {keys.split(' ').map((key) => (
      <kbd key={key} className={styles['key']}>
        {key}
      </kbd>
    ))}
  </kbd>
)
