import { convertSound } from '#platform/files/convert-sound'
import { type AskedFile, AnswerFailed } from '#modules/exchanges'

interface Sound {
  bytes: Buffer
  config: { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS'; sampleRateHertz: number }
}

/** In bytes, which are more than the minute that Dialogflow takes. */
const mostBytes = 1_048_576

/** A recording as Dialogflow hears it: Opus in Ogg. Undefined: it is another sound, too long, or did not arrive. */
export async function soundFor(file: AskedFile): Promise<Sound | undefined> {
  const bytes = await oggOf(file)
  if (!bytes) return undefined
  return { bytes, config: { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: sampleRateOf(bytes) } }
}

/** Browsers record the same sound in another container. */
async function oggOf(file: AskedFile): Promise<Buffer | undefined> {
  try {
    const bytes = await file.read(mostBytes)
    return file.mime.startsWith('audio/ogg') ? bytes : await convertSound(bytes, 'ogg')
  } catch (error) {
    if (error instanceof AnswerFailed) return undefined
    throw error
  }
}

const head = 'OpusHead'
const rates: ReadonlySet<number> = new Set([8_000, 12_000, 16_000, 24_000, 48_000])

/** Of the recording, as its head says. Opus can be heard at any of its rates. */
function sampleRateOf(ogg: Buffer): number {
  const at = ogg.indexOf(head)
  const rate = at >= 0 && at + 16 <= ogg.length ? ogg.readUInt32LE(at + 12) : 0
  return rates.has(rate) ? rate : 16_000
}
