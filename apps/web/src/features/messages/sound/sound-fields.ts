import { measureSound } from './wave.ts'

/** In bytes. Decoding a larger file would delay it for too long. */
const mostMeasured = 20_000_000

/** What is sent along with a sound, because the server does not decode files. Empty for other files. */
export async function soundFields(file: File): Promise<{ mediaWave?: string; mediaSeconds?: number }> {
  if (!file.type.startsWith('audio/') || file.size > mostMeasured) return {}
  try {
    const { wave, seconds } = await measureSound(await file.arrayBuffer())
    return { mediaWave: wave.join(','), mediaSeconds: Math.max(1, Math.round(seconds)) }
  } catch {
    return {}
  }
}
