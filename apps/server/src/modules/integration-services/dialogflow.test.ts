import { type BotServer, createBotServer, createOgg, readOgg } from '@guiche/bot-testserver'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAsker } from '#test/services/asked'
import { assertNoProblems } from '#test/services/no-problems'
import { recordings } from '#test/services/recordings'
import { AnswerFailed, type Asked, type AskedFile } from '#modules/exchanges'
import { completeIntegration } from '#modules/queue-integrations'
import { answerByDialogflow } from './answer-by-dialogflow.ts'
import { type GoogleTokens, createGoogleTokens } from './dialogflow/tokens.ts'

let server: BotServer
let askedOf: ReturnType<typeof createAsker>
let tokens: GoogleTokens
beforeAll(async () => {
  server = await createBotServer()
  askedOf = createAsker(server.hosts)
  tokens = createGoogleTokens(server.addresses.googleToken)
})
afterEach(() => {
  assertNoProblems(server)
  server.clear()
  Object.assign(server.dialogflow, { state: 'ready', location: 'global' })
})
afterAll(() => server.stop())

const agent = (fields: Record<string, unknown> = {}) => {
  const jsonContent = JSON.stringify(server.dialogflow.serviceAccount)
  const body = { type: 'dialogflow' as const, name: 'Lia', jsonContent, projectName: '', language: 'pt-BR' as const }
  const { values: row, secrets } = completeIntegration({ ...body, ...fields }, undefined)
  return { row, secrets }
}

const recorded = (mime: string, bytes: Buffer): AskedFile => ({
  id: 1,
  mime,
  name: 'voz',
  bytes: bytes.length,
  read: async () => bytes,
  link: async () => null,
})

/** What the agent answers to a recording, and what it was sent. */
async function hears(file: AskedFile) {
  const answer = await ask(askedOf({ says: '', file }))
  const { body } = server.dialogflow.side.requests.take().at(-1) ?? {}
  return { answer, sent: z.object({ inputAudio: z.string() }).parse(body).inputAudio }
}

const ask = (asked: Asked, fields?: Record<string, unknown>) =>
  answerByDialogflow(agent(fields), asked, { url: server.addresses.dialogflow, tokens })

test('a text is asked in the session of the ticket, and answered in the name of the integration', async () => {
  const uuid = randomUUID()

  expect(await ask(askedOf({ says: 'Qual o horário?', uuid }))).toEqual({
    parts: [{ kind: 'text', text: '*Lia:* Das 8h às 18h.' }],
    session: null,
  })
  expect(server.dialogflow.side.requests.take().at(-1)).toMatchObject({
    path: `/v2/projects/guiche-demo/agent/sessions/${uuid}:detectIntent`,
    body: { queryInput: { text: { text: 'Qual o horário?', languageCode: 'pt-BR' } } },
  })
})

test('the agent remembers what was said in the ticket', async () => {
  const uuid = randomUUID()
  await ask(askedOf({ says: 'quero agendar', uuid }))

  expect((await ask(askedOf({ says: 'amanhã', uuid }))).parts).toEqual([
    { kind: 'text', text: '*Lia:* Agendado para amanhã.' },
  ])
})

test('a voice message is heard', async () => {
  const voice = createOgg({ spoken: 'horário', seconds: 2, sampleRate: 24_000 })
  const file = recorded('audio/ogg; codecs=opus', voice)

  expect((await ask(askedOf({ says: '', file }))).parts).toEqual([{ kind: 'text', text: '*Lia:* Das 8h às 18h.' }])
  expect(server.dialogflow.side.requests.take().at(-1)).toMatchObject({
    body: { queryInput: { audioConfig: { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: 24_000 } } },
  })
})

test('a voice message of a browser is heard in the container that Dialogflow takes', async () => {
  const { answer, sent } = await hears(recorded('audio/webm', await recordings.webm()))

  expect(readOgg(Buffer.from(sent, 'base64'))).toMatchObject({ seconds: expect.closeTo(1, 1) })
  expect(answer.control).toBeUndefined()
})

test.each([
  ['of another sound', async () => recorded('audio/mp4', await recordings.m4a())],
  ['that is broken', async () => recorded('audio/webm', Buffer.from('no sound'))],
  [
    'that is too long or did not arrive',
    async () => ({
      ...recorded('audio/ogg', Buffer.alloc(0)),
      read: () => Promise.reject(new AnswerFailed('tooLarge')),
    }),
  ],
])('a voice message %s is not understood, which is no failure of the agent', async (_what, make) => {
  const { parts } = await ask(askedOf({ says: '', file: await make() }))

  expect(parts).toEqual([{ kind: 'text', text: '*Lia:* Não consegui entender sua dúvida.' }])
  expect(server.dialogflow.side.requests.take()).toEqual([])
})

test('the agent knows the time zone of the company', async () => {
  await ask(askedOf({ says: 'Qual o horário?' }))

  expect(server.dialogflow.side.requests.take().at(-1)).toMatchObject({
    body: { queryParams: { timeZone: 'America/Sao_Paulo' } },
  })
})

test('pictures, cards and quick replies are shown, and those of a platform are not', async () => {
  const { parts, session } = await ask(askedOf({ says: 'catálogo' }))

  expect(parts).toMatchObject([
    { kind: 'text', text: '*Lia:* Veja o catálogo.' },
    { kind: 'link', url: 'https://files.example.com/catalogo.png', caption: '', is: 'image' },
    { kind: 'text', text: '*Lia:* O que você procura?\n\n*[ 1 ]* - Sapatos\n*[ 2 ]* - Bolsas' },
    {
      kind: 'link',
      url: 'https://files.example.com/sapato.png',
      caption: 'Sapato azul\nR$ 199,90\nComprar: https://loja.example.com/sapato',
      is: 'image',
    },
  ])
  server.dialogflow.side.requests.take()
  await ask(askedOf({ says: '2', session }))
  expect(server.dialogflow.side.requests.take()).toMatchObject([{ body: { queryInput: { text: { text: 'Bolsas' } } } }])
})

test('a picture and a reaction may come as parameters', async () => {
  expect(await ask(askedOf({ says: 'foto' }))).toMatchObject({
    parts: [
      { kind: 'text', text: '*Lia:* Aqui está.' },
      { kind: 'link', url: 'https://files.example.com/foto.png', caption: '', is: 'image' },
    ],
    reaction: '👍',
  })
})

test('a reaction that is no emoji is none', async () => {
  server.dialogflow.agent.teach({ name: 'Gostei', phrases: ['gostei'], texts: ['Oba!'], parameters: { react: 'oi' } })

  expect(await ask(askedOf({ says: 'gostei' }))).not.toHaveProperty('reaction')
})

test('an agent that says nothing has not understood, in the language of the company', async () => {
  expect((await ask(askedOf({ says: 'silêncio' }))).parts).toEqual([
    { kind: 'text', text: '*Lia:* Não consegui entender sua dúvida.' },
  ])
  expect((await ask(askedOf({ says: 'silêncio', language: 'en' }))).parts).toEqual([
    { kind: 'text', text: '*Lia:* I could not understand your question.' },
  ])
})

test('the end of the conversation turns the integration off', async () => {
  expect(await ask(askedOf({ says: 'tchau' }))).toMatchObject({
    parts: [{ text: '*Lia:* Até logo!' }],
    control: { kind: 'stopBot' },
  })
})

test('a long text is cut at what Dialogflow takes', async () => {
  await ask(askedOf({ says: '😀'.repeat(300) }))

  expect(server.dialogflow.side.requests.take().at(-1)).toMatchObject({
    body: { queryInput: { text: { text: '😀'.repeat(256) } } },
  })
})

test('an agent of a region is asked there', async () => {
  server.dialogflow.location = 'europe-west1'

  expect((await ask(askedOf(), { location: 'europe-west1' })).parts).toHaveLength(1)
})

test('the choice that has led to the agent is not asked', async () => {
  expect(await ask(askedOf({ says: '1', isEntry: true }))).toEqual({ parts: [], session: null })
  expect(server.dialogflow.side.requests.take()).toEqual([])
})

describe('the access token', () => {
  test('is asked once and kept, whatever the file says about addresses', async () => {
    const file = { ...server.dialogflow.serviceAccount, token_uri: 'http://169.254.169.254/token' }
    const jsonContent = JSON.stringify(file)
    const before = server.dialogflow.tokens.issued

    await ask(askedOf(), { jsonContent })
    await ask(askedOf(), { jsonContent })
    expect(server.dialogflow.tokens.issued).toBe(before + 1)
  })

  test('is asked again when Google does not take it any more', async () => {
    await ask(askedOf())
    server.dialogflow.tokens.expire()

    expect((await ask(askedOf())).parts).toHaveLength(1)
  })

  test('of one service account is not given to a file with another key', async () => {
    await ask(askedOf())
    const { serviceAccount } = server.dialogflow
    const { generateKeyPairSync } = await import('node:crypto')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged = { ...serviceAccount, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }

    await expect(ask(askedOf(), { jsonContent: JSON.stringify(forged) })).rejects.toMatchObject({ kind: 'notAllowed' })
  })
})

test.each([
  ['apiDisabled', 'notAllowed'],
  ['noRole', 'notAllowed'],
  ['noAgent', 'status'],
  ['quotaExceeded', 'limit'],
] as const)('a project that is not ready (%s) gives no answer', async (state, kind) => {
  server.dialogflow.state = state

  await expect(ask(askedOf())).rejects.toMatchObject({ kind })
})
