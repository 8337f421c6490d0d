import { limits } from '@guiche/contract'
import { AnswerFailed } from '#modules/exchanges'
import { noUsage } from './meter.ts'
import type { Line, SpeechRequest } from './models.ts'
import { isOgg, secondsOfOgg } from './ogg.ts'
import { speakable, ssmlOf } from './ssml.ts'

/** In ms. */
const times = { connect: 5_000, whole: 20_000 }

/** What a voice note is on WhatsApp. */
const format = 'ogg-24khz-16bit-mono-opus'

/** It is not tried again: the customer gets the text instead. `url` has `{region}`. */
export async function speakWithAzure(
  line: Line,
  url: string,
  { key, region, voice, text }: SpeechRequest,
): Promise<Buffer> {
  const said = speakable(text)
  if (said === '') throw new AnswerFailed('badAnswer', 'nothing of it can be said')
  const request = {
    bytes: { type: 'application/ssml+xml', content: Buffer.from(ssmlOf(voice, said)) },
    headers: { 'ocp-apim-subscription-key': key, 'x-microsoft-outputformat': format },
    most: limits.audioOrVideo,
    times,
  }
  return line.meter({ purpose: 'speak', model: voice, reserved: noUsage }, async () => {
    const answer = await line.ask(`${url.replace('{region}', region)}/cognitiveservices/v1`, request)
    if (answer.status === 401 || answer.status === 403)
      throw new AnswerFailed('notAllowed', 'the voice wants another key')
    if (answer.status !== 200) throw new AnswerFailed('status', `the voice answered ${answer.status}`)
    if (!isOgg(answer.bytes)) throw new AnswerFailed('badAnswer', 'the voice answered something else')
    return { result: answer.bytes, used: { ...noUsage, seconds: secondsOfOgg(answer.bytes) } }
  })
}
