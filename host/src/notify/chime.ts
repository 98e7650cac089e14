/** Two short tones, made here: a file would have to be fetched when there is something to hear. */
const tones = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
]
const seconds = 0.35
const volume = 0.12

/** Plays the sound of something that needs its owner. */
export function playChime(): void {
  // Before the first press anywhere a browser is silent, and keeps what it was asked to play.
  const { userActivation } = navigator as Partial<Navigator>
  if (userActivation !== undefined && !userActivation.hasBeenActive) return
  const audio = new AudioContext()
  for (const { hertz, at } of tones) {
    const start = audio.currentTime + at
    const tone = new OscillatorNode(audio, { frequency: hertz })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(volume, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
    tone.connect(gain).connect(audio.destination)
    tone.start(start)
    tone.stop(start + seconds)
    tone.addEventListener('ended', () => void (at > 0 && audio.close()))
  }
}
