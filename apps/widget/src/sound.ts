let audio: AudioContext | undefined

/** Enables sound after the first interaction, because browsers block it before. */
export function allowSound(): void {
  audio ??= new AudioContext()
  void audio.resume()
}

/** Plays two short, quiet notes. */
export function playSound(): void {
  if (audio?.state !== 'running') return
  note(audio, 660, 0)
  note(audio, 880, 0.12)
}

function note(context: AudioContext, pitch: number, after: number): void {
  const start = context.currentTime + after
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.25)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.26)
}
