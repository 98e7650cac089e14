import styles from '../catalogue.module.css'
import { Specimen } from '../specimen.tsx'

const tokens = [
  ...Array.from({ length: 12 }, (_, step) => `neutral-${step + 1}`),
  'surface',
  'surface-raised',
  'surface-floating',
  'accent',
  'info',
  'success',
  'warning',
  'danger',
  ...Array.from({ length: 5 }, (_, step) => `series-${step + 1}`),
]

/** The colours all others are made of. */
export const Colours = () => (
  <Specimen title="Colours">
    <div className={styles['swatches']}>
      {tokens.map((token) => (
        <div key={token} className={styles['swatch']}>
          <span style={{ background: `var(--${token})` }} />
          {token}
        </div>
      ))}
    </div>
  </Specimen>
)
