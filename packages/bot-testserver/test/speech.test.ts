import { describe, expect, test } from 'vitest'
import { readOgg, spokenIn, voices } from '../src/index.ts'
import { checksum } from '../src/speech/ogg-checksum.ts'
import { post, testWorld } from './world.ts'

const world = testWorld()

const format = 'ogg-24khz-16bit-mono-opus'

const ssml = (text: string, voice = 'pt-BR-FranciscaNeural') =>
  `<speak version='1.0' xml:lang='pt-BR'><voice name='${voice}'>${text}</voice></speak>`

interface Speaking {
  region?: string
  headers?: Record<string, string>
}

const urlOf = (path: string, region: string) => world.server.speech.urlTemplate.replace('{region}', region) + path

async function speak(body: string, { region = 'brazilsouth', headers = {} }: Speaking = {}) {
  const response = await fetch(urlOf('/cognitiveservices/v1', region), {
    method: 'POST',
    headers: {
      'ocp-apim-subscription-key': 'speech-key',
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': format,
      'user-agent': 'Guiche',
      ...headers,
    },
    body,
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

describe('speech', () => {
  test('takes the documented body and answers with a voice note in Ogg with Opus', async () => {
    const { status, type, bytes } = await speak(ssml('Ol&#225;, tudo bem?'))
    expect(status).toBe(200)
    expect(type).toBe('audio/ogg; codecs=opus')
    const ogg = readOgg(bytes)
    expect(ogg).toMatchObject({ sampleRate: 24_000, spoken: 'Olá, tudo bem?' })
    expect(ogg?.seconds).toBeCloseTo(1, 0)
    expect(world.server.speech.spoken.at(-1)).toEqual({
      language: 'pt-BR',
      voice: 'pt-BR-FranciscaNeural',
      text: 'Olá, tudo bem?',
      region: 'brazilsouth',
      format,
    })
  })

  test('understands escaped characters, declarations, comments and marks of speech', async () => {
    const text = `Tom &amp; Jerry &lt;3 &quot;a&quot; &apos;b&apos; &#x1F600;<!-- x --><break time="1s"/><prosody rate="slow"> devagar</prosody>`
    const { status, bytes } = await speak(`<?xml version="1.0"?>\n${ssml(text)}\n`)
    expect(status).toBe(200)
    expect(spokenIn(bytes)).toBe(`Tom & Jerry <3 "a" 'b' 😀 devagar`)
  })

  test.each([
    ['no XML', 'Olá'],
    ['an open tag', '<speak version="1.0" xml:lang="pt-BR"><voice name="pt-BR-FranciscaNeural">Oi</speak>'],
    ['a character that is not escaped', ssml('Tom & Jerry')],
    ['a tag from a text that is not escaped', ssml('a < b')],
    ['an entity that is not known', ssml('&nbsp;')],
    ['entities of one’s own', `<!DOCTYPE speak [<!ENTITY a "b">]>${ssml('&a;')}`],
    ['a control character', ssml('a\u0001b')],
    ['two roots', ssml('a') + ssml('b')],
    ['another root', '<talk version="1.0" xml:lang="pt-BR"><voice name="pt-BR-FranciscaNeural">Oi</voice></talk>'],
    ['no version', '<speak xml:lang="pt-BR"><voice name="pt-BR-FranciscaNeural">Oi</voice></speak>'],
    ['no language', '<speak version="1.0"><voice name="pt-BR-FranciscaNeural">Oi</voice></speak>'],
    ['no voice', '<speak version="1.0" xml:lang="pt-BR">Oi</speak>'],
    ['a voice without a name', '<speak version="1.0" xml:lang="pt-BR"><voice>Oi</voice></speak>'],
    ['a mark that is not known', ssml('<b>Oi</b>')],
    ['a voice that is not known', ssml('Oi', 'pt-BR-NinguemNeural')],
    ['a voice that the region does not have', ssml('Oi', 'pt-BR-MacerioMultilingualNeural')],
  ])('refuses %s', async (_name, body) => {
    expect((await speak(body)).status).toBe(400)
  })

  test('has the sixteen voices of Brazil', async () => {
    for (const { shortName } of voices.slice(0, 16)) expect((await speak(ssml('Oi', shortName))).status).toBe(200)
    expect(voices.filter(({ regions }) => !regions)).toHaveLength(16)
  })

  test.each([
    ['ogg-16khz-16bit-mono-opus', 16_000],
    ['ogg-24khz-16bit-mono-opus', 24_000],
    ['ogg-48khz-16bit-mono-opus', 48_000],
  ])('speaks in %s', async (name, sampleRate) => {
    const { bytes } = await speak(ssml('Oi'), { headers: { 'x-microsoft-outputformat': name } })
    expect(readOgg(bytes)?.sampleRate).toBe(sampleRate)
  })

  test('speaks in wav, and not in what nobody has heard of', async () => {
    const wav = await speak(ssml('Oi'), { headers: { 'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm' } })
    expect(wav.type).toBe('audio/x-wav')
    expect(wav.bytes.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.bytes.readUInt32LE(4)).toBe(wav.bytes.length - 8)
    expect((await speak(ssml('Oi'), { headers: { 'x-microsoft-outputformat': 'ogg' } })).status).toBe(400)
  })

  test('a format that only the real service makes is a problem', async () => {
    const name = 'audio-16khz-32kbitrate-mono-mp3'
    world.expectedProblems = [`unknown: Azure speech: the format ${name}`]
    expect((await speak(ssml('Oi'), { headers: { 'x-microsoft-outputformat': name } })).status).toBe(400)
  })

  test('ends after ten minutes', async () => {
    const { bytes } = await speak(ssml('x'.repeat(9100)))
    expect(readOgg(bytes)?.seconds).toBe(600)
  })

  test.each<[string, Speaking, number]>([
    ['another key', { headers: { 'ocp-apim-subscription-key': 'wrong' } }, 401],
    ['the key of another region', { region: 'eastus' }, 401],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a long user agent', { headers: { 'user-agent': 'x'.repeat(255) } }, 400],
  ])('refuses %s', async (_name, speaking, status) => {
    expect((await speak(ssml('Oi'), speaking)).status).toBe(status)
  })

  test.each([429, 502, 503])('is refused by %i on demand', async (status) => {
    world.server.speech.side.faults.plan({ kind: 'answer', status, body: {} })
    expect((await speak(ssml('Oi'))).status).toBe(status)
  })

  test('a broken answer is no voice note', async () => {
    world.server.speech.side.faults.plan({ kind: 'broken' })
    expect(readOgg((await speak(ssml('Oi'))).bytes)).toBeUndefined()
  })
})

test('a token of ten minutes is as good as the key', async () => {
  const key = { 'ocp-apim-subscription-key': 'speech-key' }
  const { status, text: token } = await post(urlOf('/sts/v1.0/issueToken', 'brazilsouth'), '', key)
  expect(status).toBe(200)
  const headers = { 'ocp-apim-subscription-key': '', authorization: `Bearer ${token}` }
  expect((await speak(ssml('Oi'), { headers })).status).toBe(200)
  expect((await speak(ssml('Oi'), { headers, region: 'eastus' })).status).toBe(401)
  world.server.clock.turn({ minutes: 11 })
  expect((await speak(ssml('Oi'), { headers })).status).toBe(401)
  expect((await post(urlOf('/sts/v1.0/issueToken', 'eastus'), '', key)).status).toBe(401)
})

test('the list shows the voices of the region, in the documented form', async () => {
  world.server.speech.keys.set('other-key', 'eastus')
  const list = async (region: string, key: string): Promise<unknown> => {
    const headers = { 'ocp-apim-subscription-key': key }
    return (await fetch(urlOf('/cognitiveservices/voices/list', region), { headers })).json()
  }
  const listed = await list('brazilsouth', 'speech-key')
  expect(listed).toHaveLength(16)
  expect(listed).toContainEqual({
    Name: 'Microsoft Server Speech Text to Speech Voice (pt-BR, FranciscaNeural)',
    DisplayName: 'Francisca',
    LocalName: 'Francisca',
    ShortName: 'pt-BR-FranciscaNeural',
    Gender: 'Female',
    Locale: 'pt-BR',
    SampleRateHertz: '48000',
    VoiceType: 'Neural',
    Status: 'GA',
  })
  expect(await list('eastus', 'other-key')).toHaveLength(17)
})

test('the checksum of a page is that of Ogg, by the check value of the catalogue of CRCs', () => {
  expect(checksum(Buffer.from('123456789'))).toBe(0x89a1897f)
})
