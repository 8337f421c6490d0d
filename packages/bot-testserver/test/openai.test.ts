import { APIConnectionTimeoutError, APIError, OpenAI, RateLimitError, toFile } from 'openai'
import { describe, expect, test } from 'vitest'
import { createOgg, handOverMarker } from '../src/index.ts'
import { post, testWorld } from './world.ts'

const world = testWorld()

const client = (apiKey = 'sk-test', maxRetries = 0) =>
  new OpenAI({ apiKey, maxRetries, baseURL: world.server.openai.url })

const model = 'gpt-4.1-mini'

const asking = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] })

/** What an awaited call was refused with. */
async function failureOf(call: Promise<unknown>): Promise<InstanceType<typeof APIError>> {
  const error: unknown = await call.then(
    () => undefined,
    (failed: unknown) => failed,
  )
  if (error instanceof APIError) return error
  throw new Error(`it was not refused: ${String(error)}`)
}

describe('chat completions, by the public client', () => {
  test('take the documented body and answer with the documented one', async () => {
    const completion = await client().chat.completions.create({
      model,
      messages: [
        { role: 'system', content: 'Responda com educação.' },
        { role: 'user', content: 'Oi' },
      ],
      max_completion_tokens: 100,
      temperature: 1,
    })
    expect(completion).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Oi', refusal: null } }],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: 1, total_tokens: expect.any(Number) },
    })
    const { usage } = completion
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
  })

  test('carry the headers of a request and of its limits', async () => {
    const { response } = await client().chat.completions.create(asking('Oi')).withResponse()
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('499')
    expect(response.headers.get('x-ratelimit-remaining-tokens')).toBe('199000')
  })

  test('hand over when the customer asks for a person', async () => {
    const { choices } = await client().chat.completions.create(asking('Quero falar com um atendente'))
    expect(choices[0]?.message.content?.startsWith(handOverMarker)).toBe(true)
  })

  test('say what a test has written, once each', async () => {
    const { openai } = world.server
    openai.say('Primeira', { text: 'Segunda', finish: 'content_filter' }, { text: '', refusal: 'Não posso.' })
    const [first, second, third, fourth] = [
      await client().chat.completions.create(asking('Oi')),
      await client().chat.completions.create(asking('Oi')),
      await client().chat.completions.create(asking('Oi')),
      await client().chat.completions.create(asking('Oi')),
    ].map(({ choices }) => choices[0])
    expect(first?.message.content).toBe('Primeira')
    expect(second?.finish_reason).toBe('content_filter')
    expect(third?.message.refusal).toBe('Não posso.')
    expect(fourth?.message.content).toBe('Oi')
  })

  test('are cut at the limit of tokens', async () => {
    world.server.openai.say('Uma resposta que é bem mais longa do que o limite.')
    const { choices, usage } = await client().chat.completions.create({ ...asking('Oi'), max_completion_tokens: 3 })
    expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'Uma resposta' } })
    expect(usage?.completion_tokens).toBe(3)
  })

  test('of a model that thinks first may be empty', async () => {
    const ask = { ...asking('Oi'), model: 'gpt-5-mini', max_completion_tokens: 50 }
    const { choices, usage } = await client().chat.completions.create(ask)
    expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '' } })
    expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(50)
    const quick = await client().chat.completions.create({ ...ask, reasoning_effort: 'minimal' })
    expect(quick.choices[0]?.message.content).toBe('Oi')
  })

  test('refuse parameters that a model does not know', async () => {
    const { chat } = client()
    const ask = { ...asking('Oi'), model: 'gpt-5-mini' }
    expect(await failureOf(chat.completions.create({ ...ask, max_tokens: 100 }))).toMatchObject({
      status: 400,
      code: 'unsupported_parameter',
      param: 'max_tokens',
    })
    expect(await failureOf(chat.completions.create({ ...ask, temperature: 0.5 }))).toMatchObject({
      status: 400,
      code: 'unsupported_value',
      param: 'temperature',
    })
    expect(
      (await chat.completions.create({ ...asking('Oi'), max_tokens: 100, temperature: 0.5 })).choices,
    ).toHaveLength(1)
    expect((await failureOf(chat.completions.create({ ...asking('Oi'), temperature: 3 }))).param).toBe('temperature')
    expect(
      await post(
        `${world.server.openai.url}/chat/completions`,
        { ...asking('Oi'), smell: 1 },
        { authorization: 'Bearer k' },
      ),
    ).toMatchObject({ status: 400, body: { error: { param: 'smell', code: 'unknown_parameter' } } })
  })

  test('refuse a conversation that is too long, and take half of it', async () => {
    const { openai } = world.server
    openai.contextTokens = 100
    const messages = Array.from({ length: 20 }, () => ({ role: 'user' as const, content: 'Bom dia, tudo bem?' }))
    const error = await failureOf(client().chat.completions.create({ model, messages }))
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded', param: 'messages' })
    const half = await client().chat.completions.create({ model, messages: messages.slice(10) })
    expect(half.choices).toHaveLength(1)
    openai.contextTokens = 128_000
  })

  test('refuse a model that does not exist', async () => {
    const error = await failureOf(client().chat.completions.create({ ...asking('Oi'), model: 'gpt-0' }))
    expect(error).toMatchObject({ status: 404, code: 'model_not_found', type: 'invalid_request_error' })
  })
})

describe('errors, by the public client', () => {
  test.each([
    ['bad', 401, 'invalid_api_key'],
    ['sk-test-country', 403, 'unsupported_country_region_territory'],
    ['sk-test-forbidden', 403, 'insufficient_permissions'],
    ['sk-test-quota', 429, 'insufficient_quota'],
  ])('the key %s is refused', async (key, status, code) => {
    expect(await failureOf(client(key).chat.completions.create(asking('Oi')))).toMatchObject({ status, code })
  })

  test.each([
    ['invalid_api_key', 401, 'invalid_api_key'],
    ['unsupported_country_region_territory', 403, 'unsupported_country_region_territory'],
    ['insufficient_permissions', 403, 'insufficient_permissions'],
    ['model_not_found', 404, 'model_not_found'],
    ['context_length_exceeded', 400, 'context_length_exceeded'],
    ['unsupported_parameter', 400, 'unsupported_parameter'],
    ['unsupported_value', 400, 'unsupported_value'],
    ['rate_limit_exceeded', 429, 'rate_limit_exceeded'],
    ['insufficient_quota', 429, 'insufficient_quota'],
    ['server_error', 500, null],
    ['bad_gateway', 502, null],
    ['overloaded', 503, null],
  ] as const)('a test asks for %s, once', async (name, status, code) => {
    world.server.openai.refuse(name)
    const error = await failureOf(client().chat.completions.create(asking('Oi')))
    expect(error).toMatchObject({ status, code, type: expect.any(String) })
    expect(error.error).toMatchObject({
      message: expect.any(String),
      param: expect.toBeOneOf([null, expect.any(String)]),
    })
    expect((await client().chat.completions.create(asking('Oi'))).choices).toHaveLength(1)
  })

  test('a key that is too fast is told when to come back, and the client does', async () => {
    const error = await failureOf(client('one-slow').chat.completions.create(asking('Oi')))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.headers?.get('retry-after')).toBe('1')
    const { choices } = await client('two-slow', 1).chat.completions.create(asking('Oi'))
    expect(choices[0]?.message.content).toBe('Oi')
  })

  test('a call without a key is refused', async () => {
    const { status, body } = await post(`${world.server.openai.url}/chat/completions`, asking('Oi'))
    expect(status).toBe(401)
    expect(body).toMatchObject({ error: { message: expect.stringContaining("didn't provide an API key") } })
  })

  test('a silent server: the client gives up', async () => {
    world.server.openai.side.faults.plan({ kind: 'silent' })
    const call = client().chat.completions.create(asking('Oi'), { timeout: 50 })
    await expect(call).rejects.toBeInstanceOf(APIConnectionTimeoutError)
  })

  test('a path that does not exist is a problem', async () => {
    world.expectedProblems = ['unknown: openai: POST /v1/embeddings']
    expect((await failureOf(client().embeddings.create({ model, input: 'Oi' }))).status).toBe(404)
  })
})

describe('responses, by the public client', () => {
  test('take the documented body and answer with the documented one', async () => {
    const response = await client().responses.create({
      model,
      instructions: 'Responda com educação.',
      input: [{ role: 'user', content: 'Oi' }],
      max_output_tokens: 100,
      temperature: 1,
      store: false,
    })
    expect(response.status).toBe('completed')
    expect(response.output_text).toBe('Oi')
    expect(response.usage?.total_tokens).toBeGreaterThan(0)
  })

  test('tell that they were cut', async () => {
    world.server.openai.say('x'.repeat(1000))
    const response = await client().responses.create({ model, input: 'Oi', max_output_tokens: 16 })
    expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
  })
})

describe('transcriptions, by the public client', () => {
  const voiceNote = (spoken: string) => createOgg({ spoken, seconds: 2, sampleRate: 24_000 })

  const transcribe = async (file: Buffer, name: string, change: object = {}) =>
    client().audio.transcriptions.create({
      file: await toFile(file, name),
      model: 'gpt-4o-mini-transcribe',
      language: 'pt',
      response_format: 'json',
      ...change,
    })

  test('hear what the voice of this server said, and in other files their name', async () => {
    expect(await transcribe(voiceNote('Bom dia, qual o horário?'), 'a.ogg')).toMatchObject({
      text: 'Bom dia, qual o horário?',
      usage: { type: 'tokens', total_tokens: expect.any(Number) },
    })
    expect(await transcribe(Buffer.from('ID3'), 'qual o horário.mp3', { model: 'whisper-1' })).toEqual({
      text: 'qual o horário.mp3',
    })
  })

  test('hear what a test has written', async () => {
    world.server.openai.hear('Quero cancelar')
    expect((await transcribe(voiceNote(''), 'a.ogg', { prompt: 'Loja' })).text).toBe('Quero cancelar')
  })

  test.each([
    ['without an extension', Buffer.from('x'), 'audio', {}, 400],
    ['of another kind', Buffer.from('x'), 'a.txt', {}, 400],
    ['that is empty', Buffer.alloc(0), 'a.ogg', {}, 400],
    ['of more than 25 MB', Buffer.alloc(25 * 1024 * 1024 + 1), 'a.ogg', {}, 413],
    ['for a model that does not hear', Buffer.from('x'), 'a.ogg', { model }, 404],
    ['in a language that is none', Buffer.from('x'), 'a.ogg', { language: 'português' }, 400],
  ])('refuse a file %s', async (_name, file, name, change, status) => {
    expect((await failureOf(transcribe(file, name, change))).status).toBe(status)
  })

  test('refuse a key that is wrong', async () => {
    const file = await toFile(voiceNote('Oi'), 'a.ogg')
    const call = client('bad').audio.transcriptions.create({ file, model: 'whisper-1' })
    expect((await failureOf(call)).status).toBe(401)
  })
})

describe('a server on the customer’s own machine', () => {
  const local = () => new OpenAI({ apiKey: 'ignored', maxRetries: 0, baseURL: world.server.localModel.url })

  test('needs no key', async () => {
    const body = { ...asking('Oi'), model: 'llama3.2', max_tokens: 100 }
    const { status, body: answer } = await post(`${world.server.localModel.url}/chat/completions`, body)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ choices: [{ message: { content: 'Oi' } }] })
  })

  test('has other models, knows max_tokens only, and does not hear', async () => {
    const { chat, audio } = local()
    expect((await failureOf(chat.completions.create(asking('Oi')))).status).toBe(404)
    const ask = { ...asking('Oi'), model: 'llama3.2', max_completion_tokens: 100 }
    expect((await failureOf(chat.completions.create(ask))).code).toBe('unsupported_parameter')
    const file = await toFile(Buffer.from('x'), 'a.ogg')
    expect((await failureOf(audio.transcriptions.create({ file, model: 'whisper-1' }))).status).toBe(404)
  })
})
