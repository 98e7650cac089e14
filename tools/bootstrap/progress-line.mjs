/**
 * One line that is rewritten on a terminal; in a log, a line at the start and one at the end.
 * @param {string} title
 */
export function progressLine(title) {
  const { stdout } = process
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  let detail = ''

  const draw = () => {
    if (stdout.isTTY) stdout.write(`\r\u001B[K${title} ${detail} ${seconds()}`)
  }
  if (!stdout.isTTY) console.log(title)
  const timer = setInterval(draw, 500)

  return {
    /** @param {string} text */
    show(text) {
      detail = text
      draw()
    },
    /** @param {string} text */
    end(text) {
      clearInterval(timer)
      if (stdout.isTTY) stdout.write('\r\u001B[K')
      if (text !== '') console.log(`${text} in ${seconds()}`)
    },
  }
}
