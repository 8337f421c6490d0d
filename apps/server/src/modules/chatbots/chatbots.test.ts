import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let other: Company
let admin: Person
let queue: { id: number; name: string }
beforeAll(async () => {
  world = await createWorld()
  ;[company, other] = [await world.company(), await world.company()]
  admin = await company.admin()
})
afterAll(() => world.close())
beforeEach(async () => {
  queue = await company.queue()
})

interface Sent {
  id?: number
  name?: string
  options?: Sent[]
  [field: string]: unknown
}

const save = (chatbots: Sent[], queueId = queue.id) => admin.put(`/queue/${queueId}`, { chatbots })

/** The stored menu as nested names, in order. */
async function menu(queueId = queue.id) {
  const { body } = await admin.get(`/chatbot?queueId=${queueId}`)
  interface Row {
    id: number
    name: string
    chatbotId: number | null
  }
  const level = (parentId: number | null): unknown[] =>
    body
      .filter((option: Row) => option.chatbotId === parentId)
      .map((option: Row) => {
        const below = level(option.id)
        return below.length === 0 ? option.name : [option.name, ...below]
      })
  return level(null)
}

async function idOf(name: string, queueId = queue.id): Promise<number> {
  const { body } = await admin.get(`/chatbot?queueId=${queueId}`)
  return body.find((option: { name: string }) => option.name === name).id
}

const two = [
  { name: 'Sofás', greetingMessage: 'Qual tipo?', options: [{ name: 'Pronta-entrega' }, { name: 'Sob medida' }] },
  { name: 'Mesas' },
]

describe('the menu of a queue', () => {
  test('is saved with the queue, and the queue shows its first level', async () => {
    const target = await company.queue('Entregas')
    const bia = await company.attendant()

    const answer = await save([
      ...two,
      { name: 'Entrega', queueType: 'queue', optQueueId: target.id, closeTicket: true },
      { name: 'Falar com a Bia', queueType: 'attendent', optUserId: String(bia.id), optQueueId: '' },
    ])

    expect(answer.status).toBe(201)
    expect(answer.body.chatbots).toMatchObject([
      { name: 'Sofás', greetingMessage: 'Qual tipo?', queueType: 'text', queueId: queue.id, chatbotId: null },
      { name: 'Mesas', greetingMessage: '', closeTicket: false },
      { name: 'Entrega', queueType: 'queue', optQueueId: target.id, optUserId: null, closeTicket: true },
      { name: 'Falar com a Bia', queueType: 'attendent', optUserId: bia.id, optQueueId: null, optFileId: null },
    ])
    expect((await (await company.attendant()).get(`/queue/${queue.id}`)).body.chatbots).toEqual(answer.body.chatbots)
    expect(await menu()).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Mesas', 'Entrega', 'Falar com a Bia'])
  })

  test('is created with a new queue', async () => {
    const { status, body } = await admin.post('/queue', { name: 'Com menu', color: '#abcdef', chatbots: two })

    expect(status).toBe(200)
    expect(body.chatbots.map(({ name }: { name: string }) => name)).toEqual(['Sofás', 'Mesas'])
    expect(await menu(body.id)).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Mesas'])
  })

  test('adds, changes, moves and removes options by their ids', async () => {
    await save(two)
    const [sofas, mesas, ready] = [await idOf('Sofás'), await idOf('Mesas'), await idOf('Pronta-entrega')]

    await save([
      { id: mesas, greetingMessage: 'Que tamanho?', options: [{ id: ready }, { name: 'Seis lugares' }] },
      { id: sofas, name: 'Sofás e poltronas' },
    ])

    expect(await menu()).toEqual([
      ['Mesas', 'Pronta-entrega', 'Seis lugares'],
      ['Sofás e poltronas', 'Sob medida'],
    ])
    expect(await idOf('Pronta-entrega')).toBe(ready)
    await save([{ id: sofas, options: [] }])
    expect(await menu()).toEqual(['Sofás e poltronas'])
    await save([])
    expect(await menu()).toEqual([])
  })

  test('stays as it is when a queue is saved without it, or with the first level as it was read', async () => {
    await save(two)
    const read = (await admin.get(`/queue/${queue.id}`)).body

    await admin.put(`/queue/${queue.id}`, { greetingMessage: 'Oi' })
    await admin.put(`/queue/${queue.id}`, read)
    await save(read.chatbots.map(({ id, name }: { id: number; name: string }) => ({ id, name })))

    expect(await menu()).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Mesas'])
    expect((await admin.get(`/queue/${queue.id}`)).body.chatbots).toEqual(read.chatbots)
  })

  test('is shown with the queues of a connection', async () => {
    const saved = (await save(two)).body.chatbots
    const connection = await company.webChat({ queues: [queue] })

    const [shown] = (await admin.get(`/whatsapp/${connection.id}`)).body.queues

    expect(shown).toEqual({
      id: queue.id,
      name: queue.name,
      color: expect.any(String),
      greetingMessage: '',
      closeTicket: false,
      fileListId: null,
      integrationId: null,
      promptId: null,
      chatbots: saved.map(({ id, name, greetingMessage, closeTicket }: Sent) => ({
        id,
        name,
        greetingMessage,
        closeTicket,
      })),
    })
  })

  test('goes with its queue, and options of other queues keep the id of the queue that is gone', async () => {
    await save(two)
    const leads = await company.queue()
    await save([{ name: 'Ir para lá', queueType: 'queue', optQueueId: queue.id }], leads.id)
    const id = await idOf('Mesas')

    await admin.delete(`/queue/${queue.id}`)

    expect(await admin.get(`/chatbot/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_OPTION_FOUND' } })
    const all = (await admin.get('/chatbot')).body
    expect(all.map((option: { id: number }) => option.id)).not.toContain(id)
    const [kept] = (await admin.get(`/chatbot?queueId=${leads.id}`)).body
    expect(kept.optQueueId).toBe(queue.id)
    expect((await save([{ ...kept, name: 'Ir para cá' }], leads.id)).status).toBe(201)
    expect(await save([{ name: 'Outra ida', queueType: 'queue', optQueueId: queue.id }], leads.id)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    })
  })

  test('keeps the changes of one save whole when several save at once', async () => {
    const menus = Array.from({ length: 6 }, (_, nth) => [
      { name: `Menu ${nth}`, greetingMessage: 'Qual?', options: [{ name: `Nível ${nth}` }] },
    ])

    const answers = await Promise.all(menus.map((chatbots) => save(chatbots)))

    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const stored = await menu()
    expect(menus.map((_, nth) => [[`Menu ${nth}`, `Nível ${nth}`]])).toContainEqual(stored)
  })
})

describe('a menu is refused', () => {
  const chain = (levels: number): Sent[] => [
    { name: `Nível ${levels}`, greetingMessage: 'E agora?', ...(levels > 1 && { options: chain(levels - 1) }) },
  ]
  const level = (count: number) => Array.from({ length: count }, (_, nth) => ({ name: `Opção ${nth}` }))

  test.each([
    ['with a name of three letters', [{ name: 'Sim' }], 400, 'ERR_VALIDATION'],
    ['without a name', [{ greetingMessage: 'Oi' }], 400, 'ERR_VALIDATION'],
    ['with a name of 101 letters', [{ name: 'x'.repeat(101) }], 400, 'ERR_VALIDATION'],
    ['with a message of 4,097 letters', [{ name: 'Longa', greetingMessage: 'x'.repeat(4097) }], 400, 'ERR_VALIDATION'],
    ['with a type that does not exist', [{ name: 'Outra', queueType: 'dance' }], 400, 'ERR_VALIDATION'],
    [
      'with a next level after an option without a message',
      [{ name: 'Muda', greetingMessage: ' ', options: [{ name: 'Abaixo' }] }],
      400,
      'ERR_OPTION_MESSAGE_REQUIRED',
    ],
    ['with 300 options on one level', level(300), 400, 'ERR_OPTION_LIMIT'],
    [
      'with more than 300 options',
      Array.from({ length: 7 }, (_, nth) => ({ name: `Nível ${nth}`, greetingMessage: 'Qual?', options: level(45) })),
      400,
      'ERR_OPTION_LIMIT',
    ],
    ['with eleven levels', chain(11), 400, 'ERR_OPTION_LEVELS'],
    [
      'with an option that leads to no queue',
      [{ name: 'Ir para', queueType: 'queue' }],
      400,
      'ERR_OPTION_TARGET_REQUIRED',
    ],
    [
      'with an option that leads to nobody',
      [{ name: 'Chamar', queueType: 'attendent' }],
      400,
      'ERR_OPTION_TARGET_REQUIRED',
    ],
    [
      'with an integration',
      [{ name: 'Robô novo', queueType: 'integration', optIntegrationId: 1 }],
      404,
      'ERR_NO_INTEGRATION_FOUND',
    ],
    [
      'with a queue that does not exist',
      [{ name: 'Ir para', queueType: 'queue', optQueueId: 987_654 }],
      404,
      'ERR_NO_QUEUE_FOUND',
    ],
    [
      'with a user who does not exist',
      [{ name: 'Chamar', queueType: 'attendent', optUserId: 987_654 }],
      404,
      'ERR_NO_USER_FOUND',
    ],
    ['with an option that does not exist', [{ id: 987_654, name: 'Ninguém' }], 404, 'ERR_NO_OPTION_FOUND'],
  ])('%s', async (_, chatbots, status, error) => {
    await save(two)

    expect(await save(chatbots)).toMatchObject({ status, body: { error } })

    expect(await menu()).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Mesas'])
  })

  test('with ten levels and 50 options on a level it is saved', async () => {
    expect((await save(chain(10))).status).toBe(201)
    expect((await save(level(50))).status).toBe(201)
  })

  test('when an option is in it twice or below itself', async () => {
    await save(two)
    const [sofas, ready] = [await idOf('Sofás'), await idOf('Pronta-entrega')]
    const below = { id: sofas, greetingMessage: 'Qual?' }

    const answers = [
      await save([{ id: sofas }, { id: sofas }]),
      await save([{ id: sofas, options: [{ ...below, options: [] }] }]),
      await admin.put(`/chatbot/${ready}`, { greetingMessage: 'Qual?', options: [below] }),
    ]

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'ERR_OPTION_CYCLE'],
      [400, 'ERR_OPTION_CYCLE'],
      [400, 'ERR_OPTION_CYCLE'],
    ])
    expect(await menu()).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Mesas'])
  })

  test('when an option of another queue or another company is in it', async () => {
    const elsewhere = await company.queue()
    await save([{ name: 'De outra fila' }], elsewhere.id)
    const boss = await other.admin()
    const theirs = await other.queue()
    const foreign = (await boss.put(`/queue/${theirs.id}`, { chatbots: [{ name: 'De outra casa' }] })).body.chatbots[0]
    const stranger = await other.attendant()

    for (const option of [
      { id: await idOf('De outra fila', elsewhere.id), name: 'Minha agora' },
      { id: foreign.id, name: 'Minha agora' },
      { name: 'Ir para', queueType: 'queue', optQueueId: theirs.id },
      { name: 'Chamar', queueType: 'attendent', optUserId: stranger.id },
    ])
      expect((await save([option])).status).toBe(404)
    expect(await menu(elsewhere.id)).toEqual(['De outra fila'])
    expect((await boss.get(`/chatbot/${foreign.id}`)).body.name).toBe('De outra casa')
  })
})

describe('one option', () => {
  test('is read with those below it and the one above it', async () => {
    await save(two)
    const [sofas, ready] = [await idOf('Sofás'), await idOf('Pronta-entrega')]

    const top = (await admin.get(`/chatbot/${sofas}`)).body
    const below = (await admin.get(`/chatbot/${ready}`)).body

    expect(top).toMatchObject({ name: 'Sofás', queueId: queue.id, chatbotId: null, mainChatbot: null, isAgent: false })
    expect(top.options).toMatchObject([
      { id: ready, name: 'Pronta-entrega', queueId: null, chatbotId: sofas },
      { name: 'Sob medida' },
    ])
    expect(below).toMatchObject({ options: [], mainChatbot: { id: sofas, name: 'Sofás' } })
  })

  test('is added at the end of a level, changed with those below it, and deleted with them', async () => {
    await save(two)
    const mesas = await idOf('Mesas')

    const first = await admin.post('/chatbot', { queueId: queue.id, name: 'Camas', queueType: '' })
    const below = await admin.post('/chatbot', { chatbotId: first.body.id, name: 'Casal' })
    const changed = await admin.put(`/chatbot/${mesas}`, {
      ...(await admin.get(`/chatbot/${mesas}`)).body,
      greetingMessage: 'Que tamanho?',
      options: [{ name: 'Quatro lugares' }, { name: 'Seis lugares' }],
    })

    expect(below).toMatchObject({ status: 400, body: { error: 'ERR_OPTION_MESSAGE_REQUIRED' } })
    expect(first).toMatchObject({ status: 200, body: { name: 'Camas', queueType: 'text', options: [] } })
    expect(changed).toMatchObject({
      status: 201,
      body: { name: 'Mesas', options: [{ name: 'Quatro lugares' }, { name: 'Seis lugares' }] },
    })
    expect(await menu()).toEqual([
      ['Sofás', 'Pronta-entrega', 'Sob medida'],
      ['Mesas', 'Quatro lugares', 'Seis lugares'],
      'Camas',
    ])

    expect(await admin.delete(`/chatbot/${mesas}`)).toMatchObject({ status: 200, body: {} })

    expect(await menu()).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Camas'])
    expect((await admin.delete(`/chatbot/${mesas}`)).status).toBe(404)
  })

  test('needs a queue or an option above it', async () => {
    expect(await admin.post('/chatbot', { name: 'Solta' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('is announced to admins of the company, its queue to everybody, and nothing to others', async () => {
    const [boss, ana, far] = [
      await admin.listen(),
      await (await company.attendant()).listen(),
      await (await other.admin()).listen(),
    ]

    const heard = () =>
      boss.of('option').map(({ payload }) => [payload.action, payload.chatbotId ?? payload.chatbot.id])
    const sizes = () => ana.of('queue').map(({ payload }) => payload.queue.chatbots.length)
    const { id } = (await admin.post('/chatbot', { queueId: queue.id, name: 'Ouvida' })).body
    // What is deleted before it is told is not told.
    await eventually(() => expect(heard()).toEqual([['update', id]]))
    await eventually(() => expect(sizes()).toEqual([1]))
    await admin.delete(`/chatbot/${id}`)

    await eventually(() =>
      expect(heard()).toEqual([
        ['update', id],
        ['delete', id],
      ]),
    )
    await eventually(() => expect(sizes()).toEqual([1, 0]))
    expect(ana.of('option')).toEqual([])
    expect([...far.of('option'), ...far.of('queue')]).toEqual([])
  })
})

describe('older clients', () => {
  test('read and change the same options by title, message and number', async () => {
    const sofas = (
      await admin.post('/queue-options', {
        queueId: queue.id,
        parentId: -1,
        title: 'Sofás',
        message: 'Qual tipo?',
        option: 1,
        children: [],
      })
    ).body
    const ready = (
      await admin.post('/queue-options', {
        queueId: queue.id,
        parentId: sofas.id,
        title: 'Pronta-entrega',
        option: '1',
      })
    ).body
    await admin.post('/queue-options', { queueId: queue.id, parentId: null, title: 'Mesas', option: 1 })

    expect(sofas).toMatchObject({
      title: 'Sofás',
      message: 'Qual tipo?',
      option: '1',
      queueId: queue.id,
      parentId: null,
    })
    expect(ready).toMatchObject({ parentId: sofas.id, option: '1' })
    const listed = (await admin.get(`/queue-options?queueId=${queue.id}&parentId=-1`)).body
    expect(listed).toMatchObject([
      { title: 'Mesas', option: '1' },
      { title: 'Sofás', option: '2' },
    ])
    expect((await admin.get(`/queue-options?queueId=${queue.id}&parentId=${sofas.id}`)).body).toEqual([ready])

    await admin.put(`/queue-options/${sofas.id}`, { ...sofas, title: 'Sofás e poltronas', option: 1 })
    expect(await menu()).toEqual([['Sofás e poltronas', 'Pronta-entrega'], 'Mesas'])
    expect((await admin.get(`/queue-options/${sofas.id}`)).body.option).toBe('1')
    expect((await admin.delete(`/queue-options/${sofas.id}`)).status).toBe(200)
    expect(await menu()).toEqual(['Mesas'])
  })
})

describe('an attacker', () => {
  test('from another company finds no option and changes nothing', async () => {
    await save(two)
    const id = await idOf('Sofás')
    const boss = await other.admin()

    const answers = [
      await boss.get(`/chatbot/${id}`),
      await boss.put(`/chatbot/${id}`, { name: 'Minha' }),
      await boss.delete(`/chatbot/${id}`),
      await boss.post('/chatbot', { queueId: queue.id, name: 'Minha' }),
      await boss.post('/chatbot', { chatbotId: id, name: 'Minha' }),
      await boss.get(`/queue-options/${id}`),
      await boss.put(`/queue-options/${id}`, { title: 'Minha' }),
      await boss.delete(`/queue-options/${id}`),
      await boss.post('/queue-options', { queueId: queue.id, title: 'Minha' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await boss.get(`/chatbot?queueId=${queue.id}`)).body).toEqual([])
    expect((await boss.get(`/queue-options?queueId=${queue.id}`)).body).toEqual([])
    expect(await menu()).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Mesas'])
  })

  test('without the role is refused', async () => {
    await save(two)
    const id = await idOf('Sofás')

    for (const person of [await company.attendant(), await company.supervisor()])
      for (const answer of [
        await person.get('/chatbot'),
        await person.get(`/chatbot/${id}`),
        await person.post('/chatbot', { queueId: queue.id, name: 'Minha' }),
        await person.put(`/chatbot/${id}`, { name: 'Minha' }),
        await person.delete(`/chatbot/${id}`),
        await person.get(`/queue-options?queueId=${queue.id}`),
        await person.post('/queue-options', { queueId: queue.id, title: 'Minha' }),
        await person.put(`/queue-options/${id}`, { title: 'Minha' }),
        await person.delete(`/queue-options/${id}`),
      ])
        expect(answer.status).toBe(403)
    expect((await world.anonymous.get(`/chatbot/${id}`)).status).toBe(401)
    expect(await menu()).toEqual([['Sofás', 'Pronta-entrega', 'Sob medida'], 'Mesas'])
  })

  test('gets odd texts back unchanged', async () => {
    const name = `<img src=x onerror=alert(1)>%_\\'";--`

    const { body } = await save([{ name, greetingMessage: '{{name}} \u{1F600}\n\t"' }])

    expect(body.chatbots).toMatchObject([{ name, greetingMessage: '{{name}} \u{1F600}\n\t"' }])
  })
})
