/** Round values from zero to at least `highest`, about `count` of them. */
export function ticks(highest: number, count = 4): number[] {
  const top = Math.max(highest, 1)
  const rough = top / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough
  const whole = step < 1 ? 1 : step
  const values = [0]
  while ((values.at(-1) ?? 0) < top) values.push(values.length * whole)
  return values
}

/** Which of so many labels are shown so that about `room` of them stand side by side. */
export const everyNth = (count: number, room: number): number =>
  Math.max(1, Math.ceil(count / room))
