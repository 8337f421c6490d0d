import { z } from 'zod'
import type { Answer, Call } from '../http/call.ts'
import { spokenIn } from '../speech/ogg-opus.ts'
import { invalidBody } from './chat.ts'
import { tokensIn } from './conversation.ts'
import { failure, invalid } from './errors.ts'
import { transcriptionModels } from './models.ts'

const mostBytes = 25 * 1024 * 1024
const extensions = ['flac', 'mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'ogg', 'wav', 'webm']

const Form = z.strictObject({
  file: z.instanceof(File),
  model: z.string(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  response_format: z.enum(['json', 'text']).default('json'),
  prompt: z.string().optional(),
  temperature: z.coerce.number().optional(),
})

/** `POST /audio/transcriptions`. Hears what this server's own voice said, and in other files their name. */
export async function transcribe(call: Call, scripted: () => string | undefined): Promise<Answer> {
  const { data, error } = Form.safeParse(await formOf(call))
  if (!data) throw invalidBody(error)
  const { file, model, response_format: format } = data
  if (!transcriptionModels.has(model))
    throw failure('model_not_found', { message: `The model '${model}' does not exist` })
  if (file.size > mostBytes)
    throw invalid(`Maximum content size limit (${mostBytes}) exceeded (${file.size} bytes read)`, { status: 413 })
  const extension = file.name.split('.').at(-1) ?? ''
  if (!file.name.includes('.') || !extensions.includes(extension))
    throw invalid(`Invalid file format. Supported formats: ${JSON.stringify(extensions)}`, { param: 'file' })
  if (file.size === 0) throw invalid('Audio file is too short. Minimum audio length is 0.1 seconds.')

  const heard = scripted() ?? spokenIn(Buffer.from(await file.arrayBuffer())) ?? file.name
  if (format === 'text') return { status: 200, content: heard }
  return { status: 200, body: { text: heard, ...(model !== 'whisper-1' && { usage: usageOf(heard) }) } }
}

async function formOf({ headers, raw }: Call): Promise<Record<string, unknown>> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw invalid('The body has to be multipart/form-data')
  try {
    const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
    return Object.fromEntries(form)
  } catch {
    throw invalid('Could not parse multipart form')
  }
}

function usageOf(heard: string): object {
  const [input, output] = [10, tokensIn(heard)]
  return { type: 'tokens', input_tokens: input, output_tokens: output, total_tokens: input + output }
}
