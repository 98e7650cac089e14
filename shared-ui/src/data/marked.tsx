import styles from './marked.module.css'

interface MarkedProps {
  text: string
  /** The parts to mark, in UTF-16 units, in order. */
  marks: readonly { start: number; end: number }[]
}

/** A text in which the words that were searched for are marked. */
export function Marked({ text, marks }: MarkedProps) {
  const pieces = marks.flatMap(({ start, end }, index) => [
    { from: marks[index - 1]?.end ?? 0, to: start, isMarked: false },
    { from: start, to: end, isMarked: true },
  ])
  const rest = { from: marks.at(-1)?.end ?? 0, to: text.length, isMarked: false }
  return (
    <bdi>
      {[...pieces, rest].map(({ from, to, isMarked }) => {
        if (from >= to) return null
        const piece = text.slice(from, to)
        return isMarked ? (
          <mark key={from} className={styles['mark']}>
            {piece}
          </mark>
        ) : (
          <span key={from}>{piece}</span>
        )
      })}
    </bdi>
  )
}
