import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Bot, inputTypes } from '../src/typebot/bot.ts'
import { type Answered, post, testWorld } from './world.ts'

const world = testWorld()

const Said = z.looseObject({
  sessionId: z.string().optional(),
  messages: z.array(z.looseObject({ id: z.string(), type: z.string(), content: z.record(z.string(), z.unknown()) })),
  input: z.looseObject({ id: z.string(), type: z.string() }).optional(),
  clientSideActions: z.array(z.looseObject({ type: z.string() })).optional(),
  lastMessageNewFormat: z.string().optional(),
})
type Said = z.infer<typeof Said>

const startAt = (slug: string, body: object = {}): Promise<Answered> =>
  post(`${world.server.typebot.url}/api/v1/typebots/${slug}/startChat`, body)

const start = async (slug: string, body: object = {}): Promise<Said> => Said.parse((await startAt(slug, body)).body)

const continueAt = (id: string, body: object): Promise<Answered> =>
  post(`${world.server.typebot.url}/api/v1/sessions/${id}/continueChat`, body)

/** Answers in a session; markdown is easier to compare. */
const say = async ({ sessionId = '' }: Said, message: unknown): Promise<Said> =>
  Said.parse((await continueAt(sessionId, { message, textBubbleContentFormat: 'markdown' })).body)

const texts = ({ messages }: Said) => messages.map(({ content }) => content['markdown'])

describe('startChat', () => {
  test('takes the documented body and answers with the documented one', async () => {
    const { status, body } = await startAt('linear', {
      message: { type: 'text', text: 'Oi' },
      isStreamEnabled: false,
      isOnlyRegistering: false,
      prefilledVariables: { number: '5511987654321', pushName: 'Ana', remoteJid: '5511987654321@s.whatsapp.net' },
      textBubbleContentFormat: 'richText',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      sessionId: expect.any(String),
      resultId: expect.any(String),
      typebot: { id: 'linear', version: '6', theme: {}, settings: {} },
      messages: [
        {
          id: 'start-0',
          type: 'text',
          content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Olá Ana, seja bem-vindo!' }] }] },
        },
        { id: 'picture', type: 'image', content: { url: 'https://files.example.com/a.png' } },
        {
          id: 'start-2',
          type: 'text',
          content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Qual é o seu nome?' }] }] },
        },
      ],
      input: { id: 'name', type: 'text input' },
    })
  })

  test('needs no body, and takes the message as a plain string', async () => {
    expect((await startAt('linear')).status).toBe(200)
    const said = await start('asks-first', { message: 'Qual o horário?', textBubbleContentFormat: 'markdown' })
    expect(texts(said)).toEqual(['Você disse: Qual o horário?'])
    expect(said.input).toBeUndefined()
  })

  test('drops a message if the bot has something to say first', async () => {
    const said = await start('choice', { message: 'Vendas', textBubbleContentFormat: 'markdown' })
    expect(texts(said)).toEqual(['Com qual setor você quer falar?'])
    expect(said.input?.type).toBe('choice input')
  })

  test('only registers a session if it is asked to', async () => {
    const session = await start('asks-first', { isOnlyRegistering: true })
    expect(session.messages).toEqual([])
    expect(texts(await say(session, 'Oi'))).toEqual(['Você disse: Oi'])
  })

  test('of a preview needs the token of the builder, and starts what is not published', async () => {
    const { typebot } = world.server
    typebot.publish('draft', { groups: { start: [{ text: 'Rascunho' }] }, state: 'unpublished' })
    const url = `${typebot.url}/api/v1/typebots/draft/preview/startChat`
    expect(await post(url)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    const { status, body } = await post(url, {}, { authorization: `Bearer ${typebot.token}` })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('resultId')
  })

  test.each([
    ['nowhere', 404, 'NOT_FOUND'],
    ['unpublished', 400, 'BAD_REQUEST'],
    ['closed', 400, 'BAD_REQUEST'],
  ])('of a bot that is %s is refused', async (slug, status, code) => {
    if (slug === 'unpublished' || slug === 'closed') world.server.typebot.publish(slug, { groups: {}, state: slug })
    expect(await startAt(slug)).toMatchObject({ status, body: { code, message: expect.any(String) } })
  })

  test('refuses a body of another form', async () => {
    expect((await startAt('linear', { message: { type: 'smell' } })).status).toBe(400)
    expect((await startAt('linear', { textBubbleContentFormat: 'html' })).status).toBe(400)
  })
})

describe('continueChat', () => {
  test('takes every documented form of a message', async () => {
    const { typebot } = world.server
    const input = { type: 'text input', options: { audioClip: { isEnabled: true } }, saveTo: 'x' } as const
    typebot.publish('forms', { groups: { start: [{ input }, { text: '{{x}}' }] } })
    const file = 'https://files.example.com/a.pdf'
    for (const [message, heard] of [
      ['Vendas', 'Vendas'],
      [{ type: 'text', text: 'Vendas', attachedFileUrls: [file] }, 'Vendas'],
      [{ type: 'audio', url: 'https://files.example.com/a.ogg' }, 'https://files.example.com/a.ogg'],
    ])
      expect(texts(await say(await start('forms'), message))).toEqual([heard])
    expect(texts(await say(await start('forms'), { type: 'command', command: 'stop' }))).toEqual([
      'Invalid message. Please, try again.',
    ])
  })

  test('takes a choice by its title in any case, by its id, and asks again otherwise', async () => {
    for (const answer of ['Vendas', ' vendas ', 'c1', { type: 'text', text: '', metadata: { replyId: 'c1' } }])
      expect(texts(await say(await start('choice'), answer))).toEqual(['Você escolheu vendas.'])
    const session = await start('choice')
    const again = await say(session, '1')
    expect(texts(again)).toEqual(['Invalid message. Please, try again.'])
    expect(again.input).toMatchObject({ type: 'choice input', items: [{ id: 'c1', content: 'Vendas' }, { id: 'c2' }] })
    expect(texts(await say(session, 'Suporte'))).toEqual(['Você escolheu suporte.'])
  })

  test('a bot without an input has ended, and begins anew with the next message', async () => {
    const session = await start('linear')
    const end = await say(session, 'Ana')
    expect(end.input).toBeUndefined()
    expect(texts(end)).toEqual(['Obrigado, Ana. Até logo!'])
    expect(texts(await say(session, 'Oi'))[2]).toBe('Qual é o seu nome?')
  })

  test('says control texts like any other, and a mute bot says nothing', async () => {
    expect(texts(await start('control', { textBubbleContentFormat: 'markdown' }))[1]).toBe('#{"queueId":1}')
    expect((await start('mute')).messages).toEqual([])
  })

  test('does not know a session that it never had or has forgotten', async () => {
    const message = 'Session not found.'
    expect(await continueAt('nothing', { message: 'Oi' })).toMatchObject({
      status: 404,
      body: { message, code: 'NOT_FOUND' },
    })
    const { sessionId = '' } = await start('linear')
    world.server.typebot.sessions.forget(sessionId)
    expect((await continueAt(sessionId, { message: 'Oi' })).body).toEqual({ message, code: 'NOT_FOUND' })
  })

  test('a session expires on demand, and by the time that its bot sets', async () => {
    const expired = { message: 'Session expired. You need to start a new session.', code: 'NOT_FOUND' }
    const { sessionId = '' } = await start('linear')
    world.server.typebot.sessions.expire(sessionId)
    expect(await continueAt(sessionId, { message: 'Oi' })).toMatchObject({ status: 404, body: expired })

    const groups = { start: [{ input: { type: 'text input' as const } }] }
    world.server.typebot.publish('short', { groups, expiresAfterMinutes: 10 })
    const { sessionId: other = '' } = await start('short')
    world.server.clock.turn({ minutes: 11 })
    expect(await continueAt(other, { message: 'Oi' })).toMatchObject({ status: 404, body: expired })
  })

  test('is refused because of too many requests', async () => {
    world.server.typebot.limitRate()
    expect(await startAt('linear')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect((await startAt('linear')).status).toBe(200)
  })
})

test('every bubble of the catalogue is said', async () => {
  const { messages } = await start('bubbles', { prefilledVariables: { pushName: 'Ana' } })
  expect(messages.map(({ type }) => type)).toEqual([
    'text',
    'image',
    ...Array<string>(5).fill('video'),
    'audio',
    'embed',
    'custom-embed',
  ])
  const written = JSON.stringify(messages[0])
  for (const type of ['h1', 'p', 'a', 'inline-variable', 'variable', 'ul', 'ol', 'li', 'lic', 'blockquote'])
    expect(written).toContain(`"type":"${type}"`)
  expect(written).toContain('"text":"Ana"')
  const videos = messages.flatMap(({ type, content }) => (type === 'video' ? [content['type']] : []))
  expect(videos).toEqual(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet'])
})

test('rich text is given as markdown on request', async () => {
  const said = await start('bubbles', { textBubbleContentFormat: 'markdown', prefilledVariables: { pushName: 'Ana' } })
  expect(said.messages[0]?.content).toEqual({
    type: 'markdown',
    markdown: [
      '# Título',
      'Olá **Ana**_ e _Bia~~ não~~` x = 1`Ana',
      '[Termos](https://files.example.com/termos)',
      '- um',
      '- dois',
      '1. primeiro',
      '> Citação',
    ].join('\n'),
  })
})

describe('every input takes a right answer, asks again for a wrong one, and says how it has changed it', () => {
  const invalid = 'Invalid message. Please, try again.'
  const noEmail = "This email doesn't seem to be valid. Can you type it again?"
  const unpaid = 'Payment failed. Please, try again.'
  const items = [{ id: 'p1', title: 'Azul' }]
  const choices = ['Um', 'Dois', 'Três'].map((content, at) => ({ id: `m${at + 1}`, content }))
  const url = 'https://files.example.com/a.pdf'

  test.each<[input: Record<string, unknown>, wrong: unknown, right: unknown, kept: string, again?: string]>([
    [{ type: 'text input' }, '', 'Ana', 'Ana'],
    [{ type: 'number input', options: { min: 1, max: 10 } }, '11', '7,5', '7.5'],
    [{ type: 'email input' }, 'ana', 'ana@example.com', 'ana@example.com', noEmail],
    [{ type: 'url input' }, 'não é', url, url],
    [{ type: 'phone number input' }, 'abc', '+55 (11) 98765-4321', '+5511987654321'],
    [{ type: 'date input' }, 'ontem', '31/12/2026', '2026-12-31'],
    [{ type: 'time input' }, '25:00', '08:30', '08:30'],
    [{ type: 'choice input', items: choices, options: { isMultipleChoice: true } }, 'Um, Oito', 'um, m3', 'Um, Três'],
    [{ type: 'picture choice input', items }, 'Roxo', 'azul', 'Azul'],
    [{ type: 'payment input', runtimeOptions: { amountLabel: 'R$ 10,00' } }, '', 'Success', 'Success', unpaid],
    [{ type: 'rating input', options: { length: 5 } }, '6', '5', '5'],
    [{ type: 'file input' }, 'nada', { type: 'text', text: 'a', attachedFileUrls: [url] }, url],
    [{ type: 'file input', options: { isRequired: false } }, { type: 'audio', url }, '', ''],
    [{ type: 'cards', items }, 'Roxo', 'p1', 'Azul'],
    [{ type: 'text input', options: { retryMessageContent: 'Como?' } }, '', 'Ana', 'Ana', 'Como?'],
  ])('%j', async (input, wrong, right, kept, retry = invalid) => {
    const groups = Bot.shape.groups.parse({ start: [{ input: { ...input, saveTo: 'kept' } }, { text: '{{kept}}' }] })
    world.server.typebot.publish('one-input', { groups })
    const session = await start('one-input')
    expect(session.input).toMatchObject(input)
    const again = await say(session, wrong)
    expect(texts(again)).toEqual([retry])
    expect(again.input).toEqual(session.input)
    const onwards = await say(session, right)
    expect(texts(onwards)).toEqual([kept])
    expect(onwards.lastMessageNewFormat).toBe(right === kept ? undefined : kept)
  })
})

test('the ready bot with all inputs is answered to its end', async () => {
  let said = await start('inputs')
  const types: unknown[] = []
  const answers = ['Ana', '7', 'ana@example.com', 'example.com', '+5511987654321', '2026-12-31', '08:30', 'Um']
  for (const answer of [...answers, 'Azul', 'Success', '5', 'https://example.com/a.pdf', 'Verde']) {
    types.push(said.input?.type)
    said = { ...(await say(said, answer)), sessionId: said.sessionId }
  }
  expect(types).toEqual([...inputTypes])
  expect(texts(said)).toEqual([
    'Ana; 7; ana@example.com; example.com; +5511987654321; 2026-12-31; 08:30; Um; Azul; Success; 5; https://example.com/a.pdf; Verde',
  ])
})

test('every action is told; those that need a browser hold the bot up until they are answered', async () => {
  const session = await start('actions')
  const { clientSideActions = [] } = session
  expect(clientSideActions.map(({ type }) => type)).toEqual([
    'wait',
    'redirect',
    'scriptToExecute',
    'codeToExecute',
    'chatwoot',
    'googleAnalytics',
    'pixel',
    'startPropsToInject',
    'setVariable',
  ])
  expect(clientSideActions[0]).toEqual({
    type: 'wait',
    wait: { secondsToWaitFor: 2 },
    lastBubbleBlockId: 'start-0',
  })
  expect(clientSideActions[1]).toMatchObject({ redirect: { url: expect.any(String), isNewTab: true } })
  const types: unknown[] = []
  let said = await say(session, 'calculado')
  for (; said.clientSideActions; said = await say(session, '{}')) types.push(said.clientSideActions[0]?.type)
  expect(types).toEqual(['httpRequestToExecute', 'streamOpenAiChatCompletion', 'listenForWebhook'])
  expect(texts(said)).toEqual(['Fim: calculado'])
})

test('what a model says is a text, unless the client says that it reads streams', async () => {
  const { messages } = await start('actions', { textBubbleContentFormat: 'markdown' })
  expect(messages.at(-1)?.content).toEqual({ type: 'markdown', markdown: 'Sou um modelo.' })
  const { clientSideActions } = await start('actions', { isStreamEnabled: true })
  expect(clientSideActions?.at(-1)).toMatchObject({ type: 'stream', expectsDedicatedReply: true })
})

test('a bot tells more beside what it says', async () => {
  const beside = { logs: [{ status: 'info', description: 'x' }], progress: 50, dynamicTheme: { hostAvatarUrl: 'x' } }
  world.server.typebot.publish('more', { groups: { start: [{ text: 'Oi' }] }, beside })
  expect((await startAt('more')).body).toMatchObject(beside)
})

test('a bot that goes round in circles is an error of this server', async () => {
  world.server.typebot.publish('circle', { groups: { start: [{ goTo: 'start' }] } })
  world.expectedProblems = ['failed: Error: the bot goes round in circles without asking anything']
  expect((await startAt('circle')).status).toBe(500)
})
