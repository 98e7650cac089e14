import { classNames, Notice, useFormats } from '@errand/shared-ui'
import { Check, LoaderCircle, Minus, X } from 'lucide-react'

import { focusElement } from './focus-element.ts'
import styles from './test-steps.module.css'
import { useWords } from './words/words.ts'

/** One step of a test, as the api returns it. */
interface Stage {
  stage: string
  ok: boolean
  ms?: number | undefined
  message?: string | undefined
  hint?: string | undefined
}

interface TestStepsProps {
  /** The name of the test. */
  label: string
  /** The names of all steps, in order. */
  names: Record<string, string>
  /** The api's answer, or what is known of it; undefined before the test. */
  result: { success: boolean; stages: readonly Stage[] } | undefined
  /** Whether it is still running: the first step without an outcome is in progress. */
  isRunning?: boolean
  /** Whether the step that failed takes the focus. */
  isFailureFocused?: boolean
  /** What is said of steps that were not reached. */
  notReached?: string
  /** Why there is no answer. */
  failure: string | undefined
  /** Shown when all steps passed. */
  success: string
}

/** The result of a test, step by step, with advice for the step that failed. */
export function TestSteps(props: TestStepsProps) {
  const say = useWords()
  const { label, names, isRunning = false, isFailureFocused = false, failure, success } = props
  const { notReached = say('notReached') } = props
  const result = props.result ?? (isRunning ? { success: false, stages: [] } : undefined)
  const outcome = (id: string) => result?.stages.find(({ stage }) => stage === id)
  const current = isRunning ? Object.keys(names).find((id) => !outcome(id)) : undefined
  return (
    <>
      {failure !== undefined && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
      {result !== undefined && (
        <ol className={styles['steps']} aria-label={label}>
          {Object.entries(names).map(([id, name]) => (
            <Step
              key={id}
              name={name}
              stage={outcome(id)}
              isRunning={id === current}
              isFocused={isFailureFocused && outcome(id)?.ok === false}
              notReached={notReached}
            />
          ))}
        </ol>
      )}
      <p role="status">{result?.success === true && success}</p>
    </>
  )
}

interface StepProps {
  name: string
  stage: Stage | undefined
  isRunning: boolean
  isFocused: boolean
  notReached: string
}

function Step({ name, stage, isRunning, isFocused, notReached }: StepProps) {
  const say = useWords()
  const formats = useFormats()
  const open = isRunning ? 'running' : 'notReached'
  const state = stage === undefined ? open : stage.ok ? 'passed' : 'stopped'
  const Icon = { running: LoaderCircle, notReached: Minus, passed: Check, stopped: X }[state]
  return (
    <li
      className={classNames(styles['step'], styles[state])}
      tabIndex={isFocused ? -1 : undefined}
      ref={isFocused ? focusElement : undefined}
    >
      <span
        className={styles['sign']}
        role="img"
        aria-label={state === 'notReached' ? notReached : say(state)}
      >
        <Icon size={14} strokeWidth={2.5} aria-hidden="true" />
      </span>
      <span className={styles['name']}>{name}</span>
      {stage?.ms !== undefined && (
        <span className={styles['time']}>
          {formats.number(stage.ms, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' })}
        </span>
      )}
      {stage?.ok === false && stage.message !== undefined && (
        <p role="alert" className={styles['why']}>
          <bdi>{stage.message}</bdi> <span>{stage.hint}</span>
        </p>
      )}
    </li>
  )
}
