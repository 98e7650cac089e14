/** When the assistant takes a chat back by itself; never, if there is nobody to take it. */
export function returnAtOf(
  { jobId }: { jobId: string | null },
  { minutes, at }: { minutes: number | null; at: Date },
): Date | null {
  return minutes === null || jobId === null ? null : new Date(at.getTime() + minutes * 60_000)
}
