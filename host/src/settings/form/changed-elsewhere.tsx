import type { UpdateSettingsInput } from '@errand/contract/auth'
import { Button, Notice } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import styles from './changed-elsewhere.module.css'
import { flatten, isNothing, isSame, secretNames } from './section.ts'
import { SettingValue } from './setting-value.tsx'

interface ChangedElsewhereProps {
  mine: UpdateSettingsInput
  theirs: UpdateSettingsInput
  labels: Record<string, string>
  onTake: () => void
}

/** What was saved in another tab or on another device meanwhile, beside what is written here. */
export function ChangedElsewhere({ mine, theirs, labels, onTake }: ChangedElsewhereProps) {
  const say = useWords()
  const [here, there] = [flatten(mine), flatten(theirs)]
  const isDifferent = (path: string): boolean =>
    !isSame(here[path], there[path]) && !(isNothing(here[path]) && isNothing(there[path]))
  // Of both sides: what is empty as a whole there may have parts here.
  const differing = [...new Set([...Object.keys(there), ...Object.keys(here)])].filter(
    (path) => isDifferent(path) && !secretNames.has(nameOf(path)),
  )
  return (
    <Notice
      tone="warning"
      role="alert"
      title={say('changedElsewhere')}
      actions={
        <Button size="small" onClick={onTake}>
          {say('takeOther')}
        </Button>
      }
    >
      <table className={styles['both']}>
        <thead>
          <tr>
            <th scope="col">{say('what')}</th>
            <th scope="col">{say('here')}</th>
            <th scope="col">{say('elsewhere')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((path) => (
            <tr key={path}>
              <th scope="row">{labels[path] ?? nameOf(path)}</th>
              <td dir="auto">
                <SettingValue path={path} value={here[path]} beside={there[path]} />
              </td>
              <td dir="auto">
                <SettingValue path={path} value={there[path]} beside={here[path]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{say('saveAgain')}</p>
    </Notice>
  )
}

const nameOf = (path: string): string => path.split('.').at(-1) ?? path
