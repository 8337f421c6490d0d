import { numbers } from '../../ui/numbers.ts'
import { storage } from './storage.ts'

let context: AudioContext | undefined

export const volume = () => storage.volume.get() ?? numbers.volume

/**
 * Plays two short tones at the user's volume. Browsers play nothing until the user has interacted with the page; this
 * is no error.
 */
export function playNotificationSound(): void {
  const loudness = volume()
  if (loudness === 0 || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const audio = context
  void audio.resume().then(() => {
    tone(audio, { pitch: 880, start: 0, loudness })
    tone(audio, { pitch: 1318.5, start: 0.11, loudness })
  })
}

function tone(audio: AudioContext, { pitch, start, loudness }: { pitch: number; start: number; loudness: number }) {
  const at = audio.currentTime + start
  const oscillator = new OscillatorNode(audio, { type: 'sine', frequency: pitch })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.linearRampToValueAtTime(0.25 * loudness, at + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.32)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(at)
  oscillator.stop(at + 0.34)
}
