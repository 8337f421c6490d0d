import { convertSound } from '#platform/files/convert-sound'
import { type Asked, type AskedFile, type AskedMessage, AnswerFailed } from '#modules/exchanges'
import type { Line, Models } from './models/models.ts'
import { type HeardType, isHeard, largestRecording } from './models/open-ai-transcription.ts'
import { NeedsPerson } from './models/needs-person.ts'

interface Hearing {
  models: Models
  line: Line
  key: string
  language: string
}

/** The texts of the customer's recordings, by the ids of their messages. Throws NeedsPerson for one that nobody hears. */
export async function hear(
  messages: Asked['messages'],
  { models, line, key, language }: Hearing,
): Promise<Map<number, string>> {
  const heard = new Map<number, string>()
  for (const message of messages) {
    const { file } = message
    if (!file || !isRecording(message)) continue
    const sound = await soundOf(file)
    const text = await models.transcribe(line, { key, ...sound, language: language.slice(0, 2) })
    heard.set(message.id, text || '[áudio sem fala]')
  }
  return heard
}

const isRecording = ({ mediaType, text }: AskedMessage): boolean => mediaType === 'audio' && text.trim() === ''

/** As models hear it. Phones record AAC as a bare stream, which they do not. */
async function soundOf(file: AskedFile): Promise<{ recording: Buffer; mime: HeardType }> {
  const mime = file.mime.split(';')[0]?.trim() ?? ''
  if (isHeard(mime)) return { recording: await readRecording(file), mime }
  const recording = mime === 'audio/aac' ? await convertSound(await readRecording(file), 'm4a') : undefined
  if (!recording) throw new NeedsPerson('a recording of a type that is not heard')
  return { recording, mime: 'audio/mp4' }
}

/** What did not arrive or is too large says nothing about the model. */
async function readRecording(file: AskedFile): Promise<Buffer> {
  try {
    return await file.read(largestRecording)
  } catch (error) {
    if (error instanceof AnswerFailed) throw new NeedsPerson('a recording that cannot be read')
    throw error
  }
}
