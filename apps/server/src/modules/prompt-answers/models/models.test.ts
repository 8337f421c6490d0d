import { type BotServer, createBotServer, createOgg, readOgg, spokenIn } from '@guiche/bot-testserver'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOutside } from '#platform/outside/outside'
import { ai } from '#platform/process/config'
import { AnswerFailed } from '#modules/exchanges'
import type { Usage } from './meter.ts'
import { type ChatRequest, type Line, type Models, createModels } from './models.ts'
import { ssmlOf } from './ssml.ts'
import { NeedsPerson } from './needs-person.ts'
import { untilLastSentence } from './until-last-sentence.ts'

let bots: BotServer
let models: Models
let line: Line
let metered: { purpose: string; used: Usage | 'failed' }[]

beforeAll(async () => {
  bots = await createBotServer()
  models = modelsWith('gpt-4.1-mini')
  const outside = createOutside({ insideHosts: bots.hosts })
  line = {
    ask: (url, request) => outside.ask(url, request),
    signal: AbortSignal.timeout(600_000),
    meter: async ({ purpose }, work) => {
      try {
        const { result, used } = await work()
        metered.push({ purpose, used })
        return result
      } catch (error) {
        metered.push({ purpose, used: 'failed' })
        throw error
      }
    },
  }
  metered = []
})
afterEach(() => {
  if (bots.problems.length > 0) throw new Error(JSON.stringify(bots.problems))
  bots.clear()
  bots.openai.contextTokens = 128_000
  metered = []
})
afterAll(() => bots.stop())

const modelsWith = (model: string, openAiUrl = bots.addresses.openai) =>
  createModels({ ...ai, openAiUrl, model, speechUrl: bots.addresses.speech })

const chat = (request: Partial<ChatRequest> = {}, by = models) =>
  by.chat(line, {
    key: 'sk-test-chave',
    instructions: 'Você atende.',
    history: [],
    current: [{ role: 'user', content: 'Oi' }],
    maxTokens: 100,
    temperature: 1,
    ...request,
  })

const asked = () => bots.openai.side.requests.list.filter(({ path }) => path.endsWith('/chat/completions'))

/** Why it failed. */
const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((failed: unknown) => failed)
  return error instanceof AnswerFailed ? error.kind : String(error)
}

describe('each error of a model', () => {
  test('401: the key is refused, and not tried again', async () => {
    expect(await kindOf(chat({ key: 'sk-test-bad' }))).toBe('notAllowed')
    expect(asked()).toHaveLength(1)
  })

  test.each(['sk-test-country', 'sk-test-forbidden'])('403 for %s: it is refused, and not tried again', async (key) => {
    expect(await kindOf(chat({ key }))).toBe('notAllowed')
    expect(asked()).toHaveLength(1)
  })

  test('404: there is no such model', async () => {
    expect(await kindOf(chat({}, modelsWith('gpt-0')))).toBe('status')
    expect(asked()).toHaveLength(1)
  })

  test('400 context_length_exceeded: the history is halved until it fits', async () => {
    bots.openai.contextTokens = 200
    const history = Array.from({ length: 16 }, (_, nth) => ({
      role: 'user' as const,
      content: `${nth} ${'longa '.repeat(20)}`,
    }))
    expect(await chat({ history })).toBe('Oi')
    const lengths = asked().map(({ body }) => JSON.parse(JSON.stringify(body)).messages.length - 2)
    expect(lengths[0]).toBe(16)
    expect(lengths.slice(1, 3)).toEqual([8, 4])
  })

  test.each(['context_length_exceeded', 'content_policy_violation'] as const)(
    '400 %s for what the customer says: they need a person, and the model has not failed',
    async (name) => {
      bots.openai.refuse(name)
      await expect(chat()).rejects.toBeInstanceOf(NeedsPerson)
      expect(asked()).toHaveLength(1)
    },
  )

  test('400 unsupported_value and unsupported_parameter: the parameter is left out or renamed, once each', async () => {
    expect(await chat({ temperature: 0.3, maxTokens: 500 }, modelsWith('gpt-5-mini'))).toBe('Oi')
    const [first, second, third] = asked().map(({ body }) => Object.keys(JSON.parse(JSON.stringify(body))).toSorted())
    expect(first).toEqual(['max_tokens', 'messages', 'model', 'temperature'])
    expect(second).toEqual(['max_completion_tokens', 'messages', 'model', 'temperature'])
    expect(third).toEqual(['max_completion_tokens', 'messages', 'model'])
  })

  test('400 unsupported_value again: it fails', async () => {
    bots.openai.refuse('unsupported_value', { times: 2 })
    expect(await kindOf(chat())).toBe('status')
    expect(asked()).toHaveLength(2)
  })

  test('429 rate_limit_exceeded: it is asked again when the server says', async () => {
    expect(await chat({ key: 'sk-test-slow' })).toBe('Oi')
    expect(asked()).toHaveLength(2)
  })

  test('429 insufficient_quota: it is not asked again', async () => {
    expect(await kindOf(chat({ key: 'sk-test-quota' }))).toBe('limit')
    expect(asked()).toHaveLength(1)
  })

  test.each(['server_error', 'bad_gateway', 'overloaded'] as const)(
    '%s: it is asked three times more',
    async (name) => {
      bots.openai.refuse(name, { times: 3 })
      expect(await chat()).toBe('Oi')
      bots.openai.refuse(name, { times: 4 })
      expect(await kindOf(chat())).toBe('status')
      expect(asked()).toHaveLength(8)
    },
  )

  test.each([
    ['a page of a proxy', { kind: 'html' }, 'notJson'],
    ['half an answer', { kind: 'broken' }, 'notJson'],
    ['lists in lists', { kind: 'deep', levels: 60 }, 'notJson'],
    ['a huge answer', { kind: 'huge', bytes: 2_000_000 }, 'tooLarge'],
  ] as const)('%s is no answer', async (_what, fault, kind) => {
    bots.openai.side.faults.plan(fault)
    await expect(chat()).rejects.toMatchObject({ kind })
  })
})

describe('a model', () => {
  test('that is cut off says whole sentences only', async () => {
    bots.openai.say({ text: `Abrimos às 8h. Fechamos às 18h. ${'E mais '.repeat(100)}` })
    expect(await chat()).toBe('Abrimos às 8h. Fechamos às 18h.')
    expect(untilLastSentence('sem fim nenhum')).toBe('sem fim nenhum')
    expect(untilLastSentence('Custa 2.50 reais. Qu')).toBe('Custa 2.50 reais.')
  })

  test('on a server of the own network is asked without a key', async () => {
    const local = modelsWith('llama3.2', bots.addresses.localModel)
    expect(await chat({ key: '' }, local)).toBe('Oi')
    expect(bots.localModel.side.requests.list[0]?.headers.authorization).toBeUndefined()
  })

  test('tells what it has used', async () => {
    await chat()
    expect(metered).toEqual([
      { purpose: 'chat', used: { promptTokens: expect.any(Number), completionTokens: 1, seconds: 0 } },
    ])
  })

  test('that calls tools says nothing', async () => {
    bots.openai.say({ text: '', finish: 'tool_calls', toolCalls: [{ name: 'transfer', arguments: { queueId: 1 } }] })
    expect(await chat()).toBe('')
  })
})

describe('transcription', () => {
  const request = {
    key: 'sk-test-chave',
    recording: createOgg({ spoken: 'Bom dia', seconds: 3, sampleRate: 24_000 }),
    mime: 'audio/ogg',
    language: 'pt',
  } as const

  test('hears a recording, and counts its seconds', async () => {
    expect(await models.transcribe(line, request)).toBe('Bom dia')
    expect(metered).toMatchObject([{ purpose: 'transcribe', used: { seconds: 3 } }])
  })

  test('of a broken recording needs a person, and the model has not failed', async () => {
    await expect(models.transcribe(line, { ...request, recording: Buffer.alloc(0) })).rejects.toBeInstanceOf(
      NeedsPerson,
    )
  })

  test('is asked again when the server is overloaded, and not with a wrong key', async () => {
    bots.openai.refuse('overloaded')
    expect(await models.transcribe(line, request)).toBe('Bom dia')
    expect(await kindOf(models.transcribe(line, { ...request, key: 'sk-test-bad' }))).toBe('notAllowed')
  })
})

describe('speech', () => {
  const request = { key: 'speech-key', region: 'brazilsouth', voice: 'pt-BR-YaraNeural', text: 'Olá!' }

  test('is a voice note', async () => {
    const bytes = await models.speak(line, request)
    expect(spokenIn(bytes)).toBe('Olá!')
    expect(readOgg(bytes)).toBeDefined()
    expect(metered[0]?.used).toMatchObject({ seconds: expect.any(Number) })
  })

  test('reads out whatever a model says, and nothing of it is a command to the voice', async () => {
    const text = `Preço: 5 < 6 & "ok" 'sim' 😀 *negrito* </voice></speak><voice name='pt-BR-AntonioNeural'>oi`
    await models.speak(line, { ...request, text })
    expect(bots.speech.spoken.at(-1)).toMatchObject({
      voice: 'pt-BR-YaraNeural',
      text: `Preço: 5 < 6 & "ok" 'sim' negrito </voice></speak><voice name='pt-BR-AntonioNeural'>oi`,
    })
    expect(ssmlOf('pt-BR-YaraNeural', '<&>"\'')).toContain('&lt;&amp;&gt;&quot;&apos;')
  })

  test.each([
    ['another region', { region: 'eastus' }, 'notAllowed'],
    ['a wrong key', { key: 'errada' }, 'notAllowed'],
    ['a voice that there is not', { voice: 'pt-BR-NinguemNeural' }, 'status'],
    ['nothing to say', { text: '😀' }, 'badAnswer'],
  ])('of %s fails', async (_what, wrong, kind) => {
    expect(await kindOf(models.speak(line, { ...request, ...wrong }))).toBe(kind)
  })
})
