import { Mp3Encoder } from '@breezystack/lamejs'

/**
 * Encodes one channel, samples from -1 to 1. The encoder uses no WebAssembly, which the content security policy forbids
 * (S70).
 */
export function mp3Of(samples: Float32Array, sampleRate: number, bitsPerSecond: number): Uint8Array<ArrayBuffer>[] {
  const encoder = new Mp3Encoder(1, sampleRate, bitsPerSecond / 1000)
  const whole = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
  const parts: Uint8Array<ArrayBuffer>[] = []
  const step = sampleRate
  for (let at = 0; at < whole.length; at += step)
    parts.push(Uint8Array.from(encoder.encodeBuffer(whole.subarray(at, at + step))))
  parts.push(Uint8Array.from(encoder.flush()))
  return parts
}
