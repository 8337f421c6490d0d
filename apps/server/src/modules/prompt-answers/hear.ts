import { type Asked, type AskedMessage, AnswerFailed } from '#modules/exchanges'
import type { Line, Models } from './models/models.ts'
import { canBeHeard, largestRecording } from './models/open-ai-transcription.ts'
import { NeedsPerson } from './needs-person.ts'

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
    if (!canBeHeard(file.mime)) throw new NeedsPerson('a recording of a type that is not heard')
    const recording = await readRecording(file)
    const text = await models.transcribe(line, { key, recording, mime: file.mime, language: language.slice(0, 2) })
    heard.set(message.id, text || '[áudio sem fala]')
  }
  return heard
}

const isRecording = ({ mediaType, text }: AskedMessage): boolean => mediaType === 'audio' && text.trim() === ''

/** What did not arrive or is too large says nothing about the model. */
async function readRecording(file: NonNullable<AskedMessage['file']>): Promise<Buffer> {
  try {
    return await file.read(largestRecording)
  } catch (error) {
    if (error instanceof AnswerFailed) throw new NeedsPerson('a recording that cannot be read')
    throw error
  }
}
