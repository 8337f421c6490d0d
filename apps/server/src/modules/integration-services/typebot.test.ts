import { type BotServer, type Fault, createBotServer } from '@guiche/bot-testserver'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAsker } from '#test/services/asked'
import { assertNoProblems } from '#test/services/no-problems'
import type { Answer, Asked, AskedFile } from '#modules/exchanges'
import { completeIntegration } from '#modules/queue-integrations'
import { answerByTypebot } from './answer-by-typebot.ts'
import { chosenIn } from './choices.ts'
import { readReply, render } from './read-typebot-reply.ts'

let server: BotServer
let askedOf: ReturnType<typeof createAsker>
beforeAll(async () => {
  server = await createBotServer()
  askedOf = createAsker(server.hosts)
})
afterEach(() => {
  assertNoProblems(server)
  server.clear()
})
afterAll(() => server.stop())

const bot = (typebotSlug: string, fields: Record<string, unknown> = {}) => {
  const body = { type: 'typebot' as const, name: 'Robô', urlN8N: `${server.addresses.typebot}/`, typebotSlug }
  const { values: row, secrets } = completeIntegration({ ...body, typebotDelayMessage: 0, ...fields }, undefined)
  return { row, secrets }
}

const ask = (slug: string, asked: Asked, fields?: Record<string, unknown>) => answerByTypebot(bot(slug, fields), asked)

const textsOf = ({ parts }: Answer) => parts.map((part) => (part.kind === 'text' ? part.text : part.kind))

test('a talk begins with what the bot says, and goes on with what the customer answers', async () => {
  const first = await ask('linear', askedOf({ says: 'Oi' }))
  expect(first.parts).toEqual([
    { kind: 'text', text: 'Olá Ana, seja bem-vindo!', after: 0 },
    { kind: 'link', url: 'https://files.example.com/a.png', caption: '', is: 'image', after: 0 },
    { kind: 'text', text: 'Qual é o seu nome?', after: 0 },
  ])
  expect(server.typebot.side.requests.take()).toMatchObject([
    {
      path: '/api/v1/typebots/linear/startChat',
      body: {
        isStreamEnabled: false,
        prefilledVariables: {
          number: '5511987654321',
          pushName: 'Ana',
          remoteJid: '5511987654321@s.whatsapp.net',
        },
      },
    },
  ])

  const second = await ask('linear', askedOf({ says: 'Ana Lima', session: first.session }))
  expect(textsOf(second)).toEqual(['Obrigado, Ana Lima. Até logo!'])
  expect(second.session).toBeNull()
})

test('the first words are the answer of a bot that asks before it has said anything', async () => {
  expect(textsOf(await ask('asks-first', askedOf({ says: 'Preciso de ajuda' })))).toEqual([
    'Você disse: Preciso de ajuda',
  ])
})

test('the choice that has led to the bot is no answer', async () => {
  const { parts, session } = await ask('choice', askedOf({ says: '1', isEntry: true }))

  expect(textsOf({ parts, session })).toEqual([
    'Com qual setor você quer falar?\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte',
  ])
  expect(server.typebot.side.requests.take()).toHaveLength(1)
})

test.each([
  ['by number', '2'],
  ['by a number in brackets', '[2]'],
  ['by its title, whatever its letters', '  SUPÔRTE '],
  ['by its id', 'c2'],
])('a choice is understood %s, and Typebot gets its title', async (_how, says) => {
  const { session } = await ask('choice', askedOf())
  server.typebot.side.requests.take()

  expect(textsOf(await ask('choice', askedOf({ says, session })))).toEqual(['Você escolheu suporte.'])
  expect(server.typebot.side.requests.take()).toMatchObject([{ body: { message: { type: 'text', text: 'Suporte' } } }])
})

test('choices can be tapped where the channel has that, and what was tapped is understood by its id alone', async () => {
  const { parts, session } = await ask('choice', askedOf())
  expect(parts.at(-1)).toMatchObject({
    text: 'Com qual setor você quer falar?\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte',
    menu: {
      text: 'Com qual setor você quer falar?',
      shownAs: 'buttons',
      button: 'Escolha uma opção',
      options: [
        { id: 'c1', title: 'Vendas' },
        { id: 'c2', title: 'Suporte' },
      ],
    },
  })
  const tapped = await ask('choice', askedOf({ says: 'Sup…', choiceId: 'c2', session }))
  expect(textsOf(tapped)).toEqual(['Você escolheu suporte.'])
})

test('several choices are understood together', async () => {
  server.typebot.publish('several', {
    groups: {
      start: [
        { text: 'Quais?' },
        {
          input: {
            type: 'choice input',
            options: { isMultipleChoice: true },
            items: ['Um', 'Dois', 'Três'].map((content, nth) => ({ id: `m${nth}`, content })),
            saveTo: 'chosen',
          },
        },
        { text: 'Você quer: {{chosen}}' },
      ],
    },
  })
  const { parts, session } = await ask('several', askedOf())
  expect(parts.at(-1)).not.toHaveProperty('menu.options')

  expect(textsOf(await ask('several', askedOf({ says: '1, 3', session })))).toEqual(['Você quer: Um, Três'])
})

test('an answer that fits no choice is asked again, with the text of the integration', async () => {
  const fields = { typebotUnknownMessage: 'Não entendi. Escolha uma opção:' }
  const { session } = await ask('choice', askedOf(), fields)

  const again = await ask('choice', askedOf({ says: 'talvez', session }), fields)
  expect(textsOf(again)).toEqual(['Não entendi. Escolha uma opção:\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'])
  expect(textsOf(await ask('choice', askedOf({ says: '1', session: again.session }), fields))).toEqual([
    'Você escolheu vendas.',
  ])
})

test('a bot that says nothing has its text, and without one no answer', async () => {
  expect(textsOf(await ask('mute', askedOf(), { typebotUnknownMessage: 'Só um momento.' }))).toEqual(['Só um momento.'])
  await expect(ask('mute', askedOf())).rejects.toMatchObject({ kind: 'badAnswer' })
})

test.each(['forget', 'expire'] as const)(
  'a session that Typebot does not know any more begins anew (%s)',
  async (how) => {
    const { session } = await ask('linear', askedOf())
    server.typebot.sessions[how]((session as { sessionId: string }).sessionId)

    expect(textsOf(await ask('linear', askedOf({ says: 'Ana', session })))).toEqual([
      'Olá Ana, seja bem-vindo!',
      'link',
      'Qual é o seu nome?',
    ])
  },
)

test('a session ends after its minutes, and never without any', async () => {
  const { session } = await ask('echo', askedOf({ says: 'um' }))
  const old = { ...(session as object), since: Date.now() - 61_000 }
  server.typebot.side.requests.take()

  await ask('echo', askedOf({ says: 'dois', session: old }), { typebotExpires: 0 })
  expect(server.typebot.side.requests.take()).toMatchObject([{ path: expect.stringContaining('continueChat') }])
  await ask('echo', askedOf({ says: 'dois', session: old }), { typebotExpires: 1 })
  expect(server.typebot.side.requests.take()).toMatchObject([{ path: '/api/v1/typebots/echo/startChat' }, {}])
})

test('the keywords end the talk or begin it anew, and an empty one matches nothing', async () => {
  const fields = {
    typebotKeywordFinish: 'Sair',
    typebotKeywordRestart: 'menu',
    typebotRestartMessage: 'Vamos de novo.',
  }
  const { session } = await ask('echo', askedOf(), fields)
  server.typebot.side.requests.take()

  expect(await ask('echo', askedOf({ says: ' sair ', session }), fields)).toEqual({
    parts: [],
    session: null,
    control: { kind: 'close' },
  })
  expect(await ask('echo', askedOf({ says: 'MENU', session }), fields)).toEqual({
    parts: [{ kind: 'text', text: 'Vamos de novo.' }],
    session: null,
  })
  expect(await ask('echo', askedOf({ says: ['Alguém aí?', 'sair'], session }), fields)).toMatchObject({
    control: { kind: 'close' },
  })
  expect(server.typebot.side.requests.take()).toEqual([])

  const none = { typebotKeywordFinish: ' ', typebotKeywordRestart: '', typebotUnknownMessage: 'Hã?' }
  expect(textsOf(await ask('echo', askedOf({ says: '', session }), none))).toEqual(['Hã?'])
})

test.each([
  ['#{"stopBot":true}', { kind: 'stopBot' }],
  ['#{"queueId":5}', { kind: 'handOver', queueId: 5, userId: null }],
  ['# {"queueId":"5","userId":3}', { kind: 'handOver', queueId: 5, userId: 3 }],
  ['#{"queueId":-5}', undefined],
  ['#{"queueId":{"$ne":0}}', undefined],
  ['#{"delete":"everything"}', undefined],
  ['#{"queueId":5', undefined],
])('the control text %s is obeyed or not, and never shown', async (text, control) => {
  server.typebot.publish('controlled', { groups: { start: [{ text: 'Antes' }, { text }, { text: 'Depois' }] } })

  const answer = await ask('controlled', askedOf())
  expect(textsOf(answer)).toEqual(['Antes', 'Depois'])
  expect(answer.control).toEqual(control)
})

test('every bubble becomes a text or a file', async () => {
  const { parts } = await ask('bubbles', askedOf())

  expect(parts[0]).toMatchObject({
    text: [
      '*Título*',
      'Olá *Ana* _e_ Bia ~não~ `x = 1`Ana',
      'Termos: https://files.example.com/termos',
      '- um',
      '- dois',
      '1. primeiro',
      '> Citação',
    ].join('\n'),
  })
  expect(parts.slice(1).map((part) => (part.kind === 'text' ? part.text : part.kind === 'link' && part.url))).toEqual([
    'https://files.example.com/a.png',
    'https://files.example.com/a.mp4',
    'https://youtube.example.com/abc',
    'https://vimeo.example.com/abc',
    'https://tiktok.example.com/abc',
    'https://gumlet.example.com/abc',
    'https://files.example.com/a.mp3',
    'https://files.example.com/a.pdf',
  ])
  expect(parts.map(({ kind }) => kind).join(' ')).toBe('text link link text text text text link link')
})

test('every input can be answered by text', async () => {
  let { session, parts } = await ask('inputs', askedOf({ says: 'um texto' }))
  const answers = ['5', 'a@b.test', 'https://a.test', '+5511987654321', '31/12/2026', '10:30', '1, 3', 'verde', 'pago']
  for (const says of [...answers, '4', 'https://a.test/a.pdf', '2'])
    ({ session, parts } = await ask('inputs', askedOf({ says, session }), { typebotUnknownMessage: 'Continue.' }))

  expect(textsOf({ parts, session })).toEqual([
    'um texto; 5; a@b.test; https://a.test; +5511987654321; 2026-12-31; 10:30; Um, Três; Verde; pago; 4; https://a.test/a.pdf; Verde',
  ])
})

test('pictures of choices come before their numbers', async () => {
  server.typebot.publish('pictures', {
    groups: {
      start: [
        { text: 'Qual cor?' },
        {
          input: {
            type: 'picture choice input',
            items: [
              { id: 'p1', title: 'Azul', description: 'Do céu', pictureSrc: 'https://files.example.com/azul.png' },
            ],
          },
        },
      ],
    },
  })

  expect((await ask('pictures', askedOf())).parts).toMatchObject([
    { kind: 'text', text: 'Qual cor?' },
    { kind: 'link', url: 'https://files.example.com/azul.png', caption: 'Azul\nDo céu' },
    { kind: 'text', text: '*[ 1 ]* - Azul' },
  ])
})

test('the bot waits before its messages as it says, and leads to addresses', async () => {
  const { parts, session } = await ask('actions', askedOf(), { typebotDelayMessage: 500 })

  expect(parts).toEqual([
    { kind: 'text', text: 'Espere.', after: 500 },
    { kind: 'text', text: 'Veja isto.', after: 2500 },
    { kind: 'text', text: 'https://files.example.com/oferta', after: 500 },
    { kind: 'text', text: 'Sou um modelo.', after: 500 },
  ])
  // Something that only a browser could answer is under way.
  expect(session).not.toBeNull()
})

describe('a file of the customer', () => {
  const address = 'https://guiche.example/public/company2/a.pdf?expires=1&signature=x'
  const fileOf = (mime: string, link: string | null = address): AskedFile => ({
    id: 1,
    mime,
    name: 'nota.pdf',
    bytes: 10,
    read: async () => Buffer.alloc(10),
    link: async () => link,
  })
  const publish = (type: 'file input' | 'text input', options = {}) =>
    server.typebot.publish('wants', {
      groups: { start: [{ text: 'Envie' }, { input: { type, options, saveTo: 'got' } }, { text: '{{got}}' }] },
    })
  const messageSent = () => server.typebot.side.requests.take().at(-1)?.body

  test('is what a bot gets that waits for a file, by its address', async () => {
    publish('file input')
    const { session } = await ask('wants', askedOf())

    expect(textsOf(await ask('wants', askedOf({ says: '', file: fileOf('application/pdf'), session })))).toEqual([
      address,
    ])
    expect(messageSent()).toMatchObject({ message: { type: 'text', text: address, attachedFileUrls: [address] } })
  })

  test('comes with its text to a bot that waits for a text', async () => {
    publish('text input')
    const { session } = await ask('wants', askedOf())

    const says = 'Segue a nota'
    expect(textsOf(await ask('wants', askedOf({ says, file: fileOf('application/pdf'), session })))).toEqual([says])
    expect(messageSent()).toMatchObject({ message: { type: 'text', text: says, attachedFileUrls: [address] } })
  })

  test('is a voice to a bot that listens', async () => {
    publish('text input', { audioClip: { isEnabled: true } })
    const { session } = await ask('wants', askedOf())

    expect(textsOf(await ask('wants', askedOf({ says: '', file: fileOf('audio/ogg'), session })))).toEqual([address])
    expect(messageSent()).toEqual({
      message: { type: 'audio', url: address },
      textBubbleContentFormat: 'richText',
    })
  })

  test('that did not arrive is its name', async () => {
    publish('text input')
    const { session } = await ask('wants', askedOf())

    const file = fileOf('application/pdf', null)
    expect(textsOf(await ask('wants', askedOf({ says: '', file, session })))).toEqual(['nota.pdf'])
    expect(messageSent()).toMatchObject({ message: { type: 'text', text: 'nota.pdf' } })
  })

  test('is understood in sessions that were stored before bots could wait for files', async () => {
    publish('text input')
    const { session } = await ask('wants', askedOf())
    const { takes: _, ...before } = session as Record<string, unknown>

    expect(textsOf(await ask('wants', askedOf({ says: 'Oi', session: before })))).toEqual(['Oi'])
  })
})

test('a burst is one answer', async () => {
  expect(textsOf(await ask('asks-first', askedOf({ says: ['Oi', 'tudo bem?'] })))).toEqual([
    'Você disse: Oi\ntudo bem?',
  ])
})

test('whatever a bot says is read in a moment', { timeout: 5_000 }, () => {
  const spaces = ' '.repeat(300_000)
  const children = [{ text: `a${spaces}b`, bold: true, italic: true }]
  const texts = { type: 'text', content: { richText: [{ type: 'h1', children }] } }
  const marked = { type: 'text', content: { markdown: '['.repeat(500_000) } }
  const actions = Array.from({ length: 30_000 }, () => ({ type: 'wait', lastBubbleBlockId: 'x' }))
  const late = { type: 'redirect', lastBubbleBlockId: '', redirect: { url: 'https://tarde.example' } }
  const messages = [texts, marked, ...Array.from({ length: 15_000 }, () => ({ type: 'image', id: 'y' }))]
  const reply = readReply({ messages, clientSideActions: [...actions, late] })

  const { parts } = render(reply, { delay: 0, unknown: '', choose: 'Escolha' })
  expect(parts.map((part) => part.kind === 'text' && part.text.slice(0, 4))).toEqual(['*_*a', '[[[['])
})

test('a customer who chooses thousands of times has chosen nothing', { timeout: 5_000 }, () => {
  const items = Array.from({ length: 50 }, (_, nth) => ({ id: `c${nth}`, title: `Opção ${nth} com um nome comprido` }))
  const text = '1,'.repeat(30_000)

  expect(chosenIn({ items, isMultiple: true }, text)).toBe(text)
})

test.each<[string, Fault, string]>([
  ['half of the answer', { kind: 'broken' }, 'notJson'],
  ['a page', { kind: 'html' }, 'notJson'],
  ['1 MB', { kind: 'huge', bytes: 1_048_576 }, 'tooLarge'],
  ['lists in lists', { kind: 'deep', levels: 100 }, 'notJson'],
  ['a redirection', { kind: 'redirect', to: 'http://127.0.0.1/' }, 'status'],
  ['too many requests', { kind: 'answer', status: 429, body: {} }, 'limit'],
  ['JSON of something else', { kind: 'answer', status: 200, body: { messages: 'none' } }, 'badAnswer'],
])('%s is no answer', async (_what, fault, kind) => {
  server.typebot.side.faults.plan(fault)

  await expect(ask('linear', askedOf())).rejects.toMatchObject({ kind })
})

test('a bot that there is not gives no answer', async () => {
  await expect(ask('nobody', askedOf())).rejects.toMatchObject({ kind: 'status' })
})
