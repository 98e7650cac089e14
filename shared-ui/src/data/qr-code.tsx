import { useEffect, useState } from 'react'

import styles from './qr-code.module.css'

interface QrCodeProps {
  /** What a camera reads, such as a link. */
  text: string
  /** The name of the picture for screen readers. */
  label: string
}

/**
 * A QR code, dark on white in every theme, because cameras do not read the reverse. Its space is
 * white until the encoder is loaded, and stays so if that fails.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const code = useQrCode(text)
  return (
    <div className={styles['code']}>
      {code !== undefined && (
        <svg role="img" aria-label={label} viewBox={`0 0 ${code.size} ${code.size}`}>
          <path d={code.path} shapeRendering="crispEdges" />
        </svg>
      )}
    </div>
  )
}

interface DrawnCode {
  text: string
  size: number
  path: string
}

/** The code of a text; the encoder is loaded when the first one is shown. */
function useQrCode(text: string): DrawnCode | undefined {
  const [code, setCode] = useState<DrawnCode>()
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      const { encode } = await import('uqr')
      const { data, size } = encode(text, { ecc: 'M', border: quietModules })
      if (isCurrent) setCode({ text, size, path: toPath(data) })
    }
    draw().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text])
  return code?.text === text ? code : undefined
}

/** The white border that a camera needs, in modules. */
const quietModules = 4

/** One rectangle for each run of dark modules in a row. */
const toPath = (rows: readonly boolean[][]): string =>
  rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1] === true) return ''
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return `M${x} ${y}h${width}v1h-${width}z`
      }),
    )
    .join('')
