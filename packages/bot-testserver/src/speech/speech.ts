import { randomBytes } from 'node:crypto'
import { type Answer, type Call, Refusal, authorizationOf } from '../http/call.ts'
import { HttpSide } from '../http/http-side.ts'
import { type Routes, route } from '../http/route.ts'
import type { Service, World } from '../world.ts'
import { formats, otherFormats } from './formats.ts'
import { SsmlError, type Speech as Said, readSsml } from './ssml.ts'
import { voiceView, voicesIn } from './voices.ts'
import { XmlError } from './xml.ts'

export interface Spoken extends Said {
  region: string
  format: string
}

const charactersPerSecond = 15
const longestSeconds = 600
const tokenMinutes = 10

/** Azure's speech service: texts become voice notes. The region is the first part of the path, instead of the host. */
export class Speech implements Service {
  readonly side: HttpSide
  /** What was said, oldest first. */
  readonly spoken: Spoken[] = []
  /** The region of each key. */
  readonly keys = new Map([['speech-key', 'brazilsouth']])
  readonly #world: World
  readonly #tokens = new Map<string, { region: string; until: Date }>()
  readonly #routes: Routes = {
    'POST /:region/cognitiveservices/v1': (call, region = '') => this.#speak(call, region),
    'GET /:region/cognitiveservices/voices/list': (call, region = '') => this.#list(call, region),
    'POST /:region/sts/v1.0/issueToken': (call, region = '') => this.#issue(call, region),
  }

  constructor(world: World) {
    this.#world = world
    this.side = new HttpSide({
      world,
      name: 'Azure speech',
      answer: (call) => {
        const found = route(this.#routes, call)
        return found?.handler(call, ...found.parts)
      },
      unknown: () => ({ status: 404, body: { error: { code: '404', message: 'Resource not found' } } }),
    })
  }

  /** Instead of `https://{region}.tts.speech.microsoft.com` and `https://{region}.api.cognitive.microsoft.com`. */
  get urlTemplate(): string {
    return `${this.side.url}/{region}`
  }

  #speak(call: Call, region: string): Answer {
    this.#authorize(call, region)
    const { headers } = call
    if ((headers['content-type'] ?? '').split(';')[0] !== 'application/ssml+xml')
      throw refusal(415, 'The content type has to be application/ssml+xml')
    const agent = headers['user-agent'] ?? ''
    if (agent === '' || agent.length >= 255) throw refusal(400, 'User-Agent is missing or too long')
    const name = String(headers['x-microsoft-outputformat'] ?? '')
    if (otherFormats.has(name)) this.#world.problems.unknown(`Azure speech: the format ${name}`)
    const format = formats.get(name)
    if (!format) throw refusal(400, 'Unsupported output format')

    const said = read(call.raw.toString())
    const missing = said.find(({ voice }) => !voicesIn(region).some(({ shortName }) => shortName === voice))
    if (missing) throw refusal(400, `Unsupported voice ${missing.voice}.`)
    this.spoken.push(...said.map((one) => ({ ...one, region, format: name })))
    const text = said.map((one) => one.text).join(' ')
    const seconds = Math.min(longestSeconds, Math.max(0.2, text.length / charactersPerSecond))
    return {
      status: 200,
      content: format.create(text, seconds),
      headers: { 'content-type': format.contentType, 'x-requestid': randomBytes(16).toString('hex') },
    }
  }

  #list(call: Call, region: string): Answer {
    this.#authorize(call, region)
    return { status: 200, body: voicesIn(region).map(voiceView) }
  }

  #issue(call: Call, region: string): Answer {
    if (!this.#isKeyOf(call, region)) throw unauthorized()
    const token = randomBytes(48).toString('base64url')
    const until = new Date(this.#world.clock.now().getTime() + tokenMinutes * 60_000)
    this.#tokens.set(token, { region, until })
    return { status: 200, content: token, headers: { 'content-type': 'application/jwt; charset=us-ascii' } }
  }

  #authorize(call: Call, region: string): void {
    if (this.#isKeyOf(call, region)) return
    const token = this.#tokens.get(authorizationOf(call, 'Bearer') ?? '')
    if (token?.region !== region || token.until <= this.#world.clock.now()) throw unauthorized()
  }

  /** A key of another region is as wrong as any. */
  #isKeyOf({ headers }: Call, region: string): boolean {
    return this.keys.get(String(headers['ocp-apim-subscription-key'])) === region
  }
}

function read(written: string): Said[] {
  try {
    return readSsml(written)
  } catch (error) {
    if (error instanceof XmlError || error instanceof SsmlError) throw refusal(400, error.message)
    throw error
  }
}

const refusal = (status: number, text: string) => new Refusal({ status, content: text })

const unauthorized = () =>
  new Refusal({
    status: 401,
    body: {
      error: {
        code: '401',
        message:
          'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
      },
    },
  })
