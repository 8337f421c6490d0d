import { z } from 'zod'
import { AnswerFailed } from '#modules/exchanges'
import type { OutsideAnswer } from '#platform/outside/outside'
import { type Usage, noUsage } from './meter.ts'
import type { Line, TranscriptionRequest } from './models.ts'
import { secondsOfOgg } from './ogg.ts'
import { login } from './open-ai-chat.ts'
import type { ModelError } from './open-ai-errors.ts'
import { persist } from './persist.ts'

/** The types that are understood, and the ends of names that tell them. */
const extensions = { 'audio/ogg': 'ogg', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'audio/webm': 'webm' } as const

export type HeardType = keyof typeof extensions

export const isHeard = (mime: string): mime is HeardType => Object.hasOwn(extensions, mime)

/** In bytes. */
export const largestRecording = 25 * 1_048_576

/** In ms. */
const times = { connect: 5_000, whole: 30_000 }

const Reply = z.object({
  text: z.string(),
  usage: z
    .object({ input_tokens: z.number().int().min(0).catch(0), output_tokens: z.number().int().min(0).catch(0) })
    .nullish()
    .catch(null),
})

/** `POST /audio/transcriptions` */
export async function transcribeWithOpenAi(
  line: Line,
  { base, model }: { base: string; model: string },
  { key, recording, mime, language }: TranscriptionRequest,
): Promise<string> {
  const fileName = `audio.${extensions[mime]}`
  const form = [
    { name: 'file', fileName, type: mime, content: recording },
    { name: 'model', value: model },
    { name: 'language', value: language },
    { name: 'response_format', value: 'json' },
  ]
  const seconds = mime === 'audio/ogg' ? secondsOfOgg(recording) : 0
  const make = () =>
    line.meter({ purpose: 'transcribe', model, reserved: { ...noUsage, seconds } }, async () => {
      const result = await line.ask(`${base}/audio/transcriptions`, { form, headers: login(key), times })
      return { result, used: usageOf(result, seconds) }
    })
  const reply = Reply.safeParse((await persist({ make, isOfCustomer, signal: line.signal })).json()).data
  if (!reply) throw new AnswerFailed('badAnswer', 'the transcription is something else')
  return reply.text.trim()
}

/** It is too short or too long, or broken. */
const isOfCustomer = ({ status }: ModelError): boolean => status === 400 || status === 413 || status === 415

function usageOf(answer: OutsideAnswer, seconds: number): Usage {
  if (answer.status !== 200) return noUsage
  const { usage } = Reply.safeParse(answer.json()).data ?? {}
  return { promptTokens: usage?.input_tokens ?? 0, completionTokens: usage?.output_tokens ?? 0, seconds }
}
