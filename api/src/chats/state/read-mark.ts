/**
 * Where an owner has read up to, as a message's place in its chat: everything from the contact up to
 * the mark is read, everything after it is not. Reading moves it forward only; marking as unread
 * moves it back, to just before the first of these messages.
 */
export function moveMark(
  mark: number,
  { places, read }: { places: number[]; read: boolean },
): number {
  return read ? Math.max(mark, ...places) : Math.min(mark, ...places.map((place) => place - 1))
}
