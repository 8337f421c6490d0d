import { z } from 'zod'
import { readOgg, spokenIn } from '../speech/ogg-opus.ts'
import { googleError } from './google-error.ts'

const languageCode = z.string().min(2)

const Query = z.object({
  queryInput: z.union([
    z.strictObject({ text: z.strictObject({ text: z.string().min(1), languageCode }) }),
    z.strictObject({
      audioConfig: z.looseObject({
        audioEncoding: z.enum(['AUDIO_ENCODING_OGG_OPUS', 'AUDIO_ENCODING_LINEAR_16']),
        sampleRateHertz: z.number().int().positive(),
        languageCode,
      }),
    }),
    z.strictObject({ event: z.looseObject({ name: z.string(), languageCode }) }),
  ]),
  queryParams: z.looseObject({ timeZone: z.string().optional() }).optional(),
  inputAudio: z.base64().optional(),
})

export interface Heard {
  text: string
  languageCode: string
}

const mostCharacters = 256
const longestSeconds = 60

/** What the customer says, or the refusal of a request that Dialogflow does not take. */
export function readQuery(body: unknown): Heard {
  const { data, error } = Query.safeParse(body)
  if (!data) throw googleError('INVALID_ARGUMENT', `Invalid value at '${error.issues[0]?.path.join('.') ?? ''}'`)
  const { queryInput, inputAudio } = data
  if ('event' in queryInput) return { text: queryInput.event.name, languageCode: queryInput.event.languageCode }
  if ('audioConfig' in queryInput) return { text: hear(inputAudio), languageCode: queryInput.audioConfig.languageCode }
  const { text } = queryInput
  if (Array.from(text.text).length > mostCharacters)
    throw googleError('INVALID_ARGUMENT', `Input text exceeds ${mostCharacters} characters.`)
  return text
}

function hear(inputAudio: string | undefined): string {
  if (inputAudio === undefined) throw googleError('INVALID_ARGUMENT', 'Input audio not set.')
  const file = Buffer.from(inputAudio, 'base64')
  const ogg = readOgg(file)
  if (!ogg) throw googleError('INVALID_ARGUMENT', 'Invalid audio encoding.')
  if (ogg.seconds > longestSeconds) throw googleError('INVALID_ARGUMENT', 'Input audio is longer than 1 min.')
  return spokenIn(file) ?? ''
}
