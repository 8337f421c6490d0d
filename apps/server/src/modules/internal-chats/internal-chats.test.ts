import { limits } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let ana: Person
let bia: Person
let caio: Person
let outsider: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  outsider = await (await world.company()).admin()
})
afterAll(() => world.close())
beforeEach(async () => {
  ;[ana, bia, caio] = [
    await company.attendant({ name: 'Ana Prado' }),
    await company.attendant({ name: 'Bia Souza' }),
    await company.attendant({ name: 'Caio Lima' }),
  ]
})

const noChat = { status: 404, body: { error: 'ERR_NO_CHAT_FOUND' } }
const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } }

interface Chat {
  id: number
  uuid: string
}

async function chatOf(owner: Person, others: Person[], title = 'Vendas'): Promise<Chat> {
  const answer = await owner.post('/chats', { title, users: others.map(({ id }) => ({ id })) })
  expect(answer.status).toBe(200)
  return answer.body
}

const say = async (person: Person, chat: Chat, message: string) =>
  (await person.post(`/chats/${chat.id}/messages`, { message })).body

const listOf = async (person: Person, query = '') => (await person.get(`/chats?${query}`)).body
const titlesOf = async (person: Person, query = ''): Promise<string[]> =>
  (await listOf(person, query)).records.map(({ title }: { title: string }) => title)
const unreadOf = async (person: Person, chat: Chat): Promise<number> => {
  const { body } = await person.get(`/chats/u/${chat.uuid}`)
  return body.users.find(({ userId }: { userId: number }) => userId === person.id).unreads
}

describe('a chat', () => {
  test('belongs to its owner and has these members once each, always with the owner', async () => {
    const users = [{ id: bia.id, name: 'Outro nome' }, { id: ana.id }, { id: bia.id }]
    const made = await ana.post('/chats', { title: ' Vendas \n e entregas ', users })

    expect(made).toMatchObject({
      status: 200,
      body: {
        title: 'Vendas   e entregas',
        ownerId: ana.id,
        owner: { id: ana.id, name: 'Ana Prado' },
        isDirect: false,
        lastMessage: '',
        newest: null,
        users: [
          { userId: ana.id, unreads: 0, user: { id: ana.id, name: 'Ana Prado' } },
          { userId: bia.id, unreads: 0, user: { id: bia.id, name: 'Bia Souza' } },
        ],
      },
    })
    expect((await bia.get(`/chats/u/${made.body.uuid}`)).body).toEqual(made.body)
    expect(await titlesOf(caio)).toEqual([])
  })

  test('needs a title and at least one user, who works in the company', async () => {
    const { id: foreignId } = outsider
    const gone = await company.attendant()
    await (await company.admin()).delete(`/users/${gone.id}`)
    for (const body of [
      {},
      { title: 'Vendas' },
      { title: 'Vendas', users: [] },
      { title: ' \n ', users: [{ id: bia.id }] },
      { title: 'x'.repeat(limits.chatTitle + 1), users: [{ id: bia.id }] },
      { title: 'Vendas', users: Array.from({ length: limits.chatMembers + 1 }, () => ({ id: bia.id })) },
    ])
      expect(await ana.post('/chats', body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    for (const id of [foreignId, gone.id, 987_654_321])
      expect(await ana.post('/chats', { title: 'Vendas', users: [{ id: bia.id }, { id }] })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_USER_FOUND' },
      })
    expect(await titlesOf(ana)).toEqual([])
  })

  test('is listed to its members, that with the newest message first, and found by title or colleague', async () => {
    const sales = await chatOf(ana, [bia], 'Vendas')
    const stock = await chatOf(ana, [caio], 'Estoque 100%')
    await say(ana, sales, 'Bom dia')

    expect(await titlesOf(ana)).toEqual(['Vendas', 'Estoque 100%'])
    await say(caio, stock, 'Chegou')
    expect(await titlesOf(ana)).toEqual(['Estoque 100%', 'Vendas'])
    expect(await titlesOf(ana, 'searchParam=VENDAS')).toEqual(['Vendas'])
    expect(await titlesOf(ana, 'searchParam=caio')).toEqual(['Estoque 100%'])
    expect(await titlesOf(ana, 'searchParam=%25')).toEqual(['Estoque 100%'])
    expect(await titlesOf(ana, "searchParam=' or true--")).toEqual([])
    expect(await listOf(ana, 'pageNumber=2')).toMatchObject({ records: [], count: 2, hasMore: false })
    expect((await ana.get('/chats?pageNumber=-1')).status).toBe(400)
  })

  test('comes in pages of as many as any other list', async () => {
    for (let nth = 0; nth <= limits.rowsPerPage; nth += 1) await chatOf(ana, [bia], `Conversa ${nth}`)

    const first = await listOf(ana)
    expect(first).toMatchObject({ count: limits.rowsPerPage + 1, hasMore: true })
    expect(first.records).toHaveLength(limits.rowsPerPage)
    expect(await titlesOf(ana, 'pageNumber=2')).toEqual(['Conversa 0'])
  })
})

describe('only the owner', () => {
  test('changes title and members: who is added finds it, and who is removed does not', async () => {
    const chat = await chatOf(ana, [bia])
    await say(ana, chat, 'Antes')

    const changed = await ana.put(`/chats/${chat.id}`, { title: 'Entregas', users: [{ id: caio.id }] })

    expect(changed).toMatchObject({
      status: 200,
      body: { title: 'Entregas', users: [{ userId: ana.id }, { userId: caio.id }] },
    })
    expect(await titlesOf(caio)).toEqual(['Entregas'])
    expect(await unreadOf(caio, chat)).toBe(0)
    expect(await titlesOf(bia)).toEqual([])
    expect(await bia.get(`/chats/u/${chat.uuid}`)).toMatchObject(noChat)
  })

  test('may change and delete it: other members are refused, and to everybody else it does not exist', async () => {
    const chat = await chatOf(ana, [bia])
    const body = { title: 'Minha', users: [{ id: bia.id }] }

    expect(await bia.put(`/chats/${chat.id}`, body)).toMatchObject(refused)
    expect(await bia.delete(`/chats/${chat.id}`)).toMatchObject(refused)
    for (const stranger of [caio, await company.admin(), await company.supervisor(), outsider]) {
      expect(await stranger.put(`/chats/${chat.id}`, { ...body, users: [{ id: stranger.id }] })).toMatchObject(noChat)
      expect(await stranger.delete(`/chats/${chat.id}`)).toMatchObject(noChat)
    }
    expect((await ana.get(`/chats/u/${chat.uuid}`)).body).toMatchObject({ title: 'Vendas' })
  })

  test('deletes it with all its messages, and the audit log says so', async () => {
    const chat = await chatOf(ana, [bia], 'Segredos')
    await say(ana, chat, 'Bom dia')
    const window = await bia.listen()

    expect((await ana.delete(`/chats/${chat.id}`)).status).toBe(200)

    expect(await ana.get(`/chats/u/${chat.uuid}`)).toMatchObject(noChat)
    await eventually(() =>
      expect(window.of('internalChat').at(-1)?.payload).toMatchObject({ action: 'delete', id: String(chat.id) }),
    )
    expect(await world.sql('select from internal_messages where chat_id = $1', [chat.id])).toEqual([])
    expect(
      await world.sql("select detail from audit_log where action = 'internalChat.deleted' and object_id = $1", [
        String(chat.id),
      ]),
    ).toEqual([{ detail: { title: 'Segredos' } }])
  })
})

test('to people who are no members a chat does not exist, whatever they call', async () => {
  const chat = await chatOf(ana, [bia])
  const message = await say(ana, chat, 'Só nós')
  const strangers = [caio, await company.admin(), await company.supervisor(), outsider]

  for (const person of strangers) {
    for (const answer of [
      await person.get(`/chats/u/${chat.uuid}`),
      await person.get(`/chats/${chat.id}/messages`),
      await person.post(`/chats/${chat.id}/messages`, { message: 'Oi' }),
      await person.upload(`/chats/${chat.id}/messages`, {}, [
        { field: 'medias', name: 'a.txt', type: 'text/plain', data: 'a' },
      ]),
      await person.post(`/chats/${chat.id}/read`, { userId: person.id }),
      await person.post(`/chats/${chat.id}/read`, { userId: ana.id }),
      await person.put(`/chats/${chat.id}/draft`, { body: 'Oi' }),
    ])
      expect(answer).toMatchObject(noChat)
    for (const answer of [
      await person.put(`/chats/messages/${message.id}`, { message: 'Oi' }),
      await person.delete(`/chats/messages/${message.id}`),
      await person.put(`/chats/messages/${message.id}/reaction`, { emoji: '👍' }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } })
    expect((await person.get('/chats/messages?searchParam=nós')).body).toEqual({ records: [] })
    expect(await titlesOf(person)).not.toContain('Vendas')
  }
  expect((await ana.get(`/chats/${chat.id}/messages`)).body.records).toEqual([message])
  expect((await world.anonymous.get('/chats')).status).toBe(401)
})

describe('what is unread', () => {
  test('counts for the other members until they read, in each chat and in all', async () => {
    const [sales, stock] = [await chatOf(ana, [bia, caio]), await chatOf(ana, [bia], 'Estoque')]
    for (const text of ['Um', 'Dois']) await say(ana, sales, text)
    await say(ana, stock, 'Três')

    expect([await unreadOf(bia, sales), await unreadOf(bia, stock), await unreadOf(ana, sales)]).toEqual([2, 1, 0])
    expect((await listOf(bia)).unreads).toBe(3)

    const read = await bia.post(`/chats/${sales.id}/read`, { userId: bia.id })
    expect(read).toMatchObject({ status: 200, body: { id: sales.id } })
    expect([await unreadOf(bia, sales), await unreadOf(caio, sales)]).toEqual([0, 2])
    expect((await listOf(bia)).unreads).toBe(1)
  })

  test('is read for oneself only', async () => {
    const chat = await chatOf(ana, [bia])
    await say(ana, chat, 'Leia')

    expect(await ana.post(`/chats/${chat.id}/read`, { userId: bia.id })).toMatchObject(refused)
    expect(await unreadOf(bia, chat)).toBe(1)
  })

  test('is read up to a message, and never back', async () => {
    const chat = await chatOf(ana, [bia])
    const [first, , third] = [await say(ana, chat, 'Um'), await say(ana, chat, 'Dois'), await say(ana, chat, 'Três')]

    await bia.post(`/chats/${chat.id}/read`, { messageId: first.id })
    expect(await unreadOf(bia, chat)).toBe(2)
    await bia.post(`/chats/${chat.id}/read`, {})
    await bia.post(`/chats/${chat.id}/read`, { messageId: first.id })

    const { body } = await ana.get(`/chats/u/${chat.uuid}`)
    expect(body.users).toMatchObject([
      { userId: ana.id, readMessageId: third.id },
      { userId: bia.id, readMessageId: third.id, unreads: 0 },
    ])
  })

  test('ends when one answers, and when a message is deleted', async () => {
    const chat = await chatOf(ana, [bia, caio])
    const [first] = [await say(ana, chat, 'Um'), await say(ana, chat, 'Dois')]

    await say(bia, chat, 'Oi')
    expect([await unreadOf(bia, chat), await unreadOf(caio, chat), await unreadOf(ana, chat)]).toEqual([0, 3, 1])
    await ana.delete(`/chats/messages/${first.id}`)
    expect([await unreadOf(bia, chat), await unreadOf(caio, chat)]).toEqual([0, 2])
  })

  test('counts every one of messages that are sent at once', async () => {
    const chat = await chatOf(ana, [bia, caio])
    await Promise.all([
      ...Array.from({ length: 10 }, (_, nth) => say(ana, chat, `Da Ana ${nth}`)),
      ...Array.from({ length: 10 }, (_, nth) => say(bia, chat, `Da Bia ${nth}`)),
    ])

    expect(await unreadOf(caio, chat)).toBe(20)
    await bia.post(`/chats/${chat.id}/read`, {})
    expect(await unreadOf(bia, chat)).toBe(0)
  })
})

describe('a direct talk', () => {
  test('is the same one for both, whoever opens it', async () => {
    const opened = await ana.post('/chats/direct', { userId: bia.id })

    expect(opened).toMatchObject({
      status: 200,
      body: { isDirect: true, title: 'Ana Prado, Bia Souza', users: [{ userId: ana.id }, { userId: bia.id }] },
    })
    expect((await bia.post('/chats/direct', { userId: ana.id })).body).toEqual(opened.body)
    const at = await Promise.all(Array.from({ length: 5 }, () => caio.post('/chats/direct', { userId: bia.id })))
    expect(new Set(at.map(({ body }) => body.id)).size).toBe(1)
    expect(await titlesOf(bia)).toHaveLength(2)
  })

  test('takes nobody else in, and needs a colleague', async () => {
    const { body: talk } = await ana.post('/chats/direct', { userId: bia.id })

    expect(await ana.put(`/chats/${talk.id}`, { title: 'Três', users: [{ id: caio.id }] })).toMatchObject(refused)
    expect(await ana.post('/chats/direct', { userId: ana.id })).toMatchObject({ status: 400 })
    expect(await ana.post('/chats/direct', { userId: outsider.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    expect(await caio.get(`/chats/u/${talk.uuid}`)).toMatchObject(noChat)
  })
})

test('somebody who is deleted leaves all chats, and the oldest member owns what they owned', async () => {
  const chat = await chatOf(ana, [bia, caio])
  await say(ana, chat, 'Até logo')
  const alone = await chatOf(ana, [ana], 'Só eu')
  await (await company.admin()).delete(`/users/${ana.id}`)

  const { body } = await bia.get(`/chats/u/${chat.uuid}`)
  expect(body).toMatchObject({ ownerId: bia.id, users: [{ userId: bia.id }, { userId: caio.id }] })
  expect(body.lastMessage).toBe('Ana Prado: Até logo')
  expect((await bia.put(`/chats/${chat.id}`, { title: 'Nossa', users: [{ id: caio.id }] })).status).toBe(200)
  expect(await world.sql('select from internal_chats where id = $1', [alone.id])).toEqual([])
})

test('a company that is deleted at once, as an interrupted demo is, takes its chats, messages and files along', async () => {
  const shop = await world.company()
  const [boss, person] = [await shop.admin(), await shop.attendant()]
  const chat = await chatOf(boss, [person])
  await say(person, chat, 'Bom dia')
  const file = { field: 'medias', name: 'precos.txt', type: 'text/plain', data: 'Mesa: 100' }
  expect((await boss.upload(`/chats/${chat.id}/messages`, {}, [file])).status).toBe(200)

  await world.sql('delete from companies where id = $1', [shop.id])
  expect(await world.sql('select from internal_messages where company_id = $1', [shop.id])).toEqual([])
})

describe('a draft', () => {
  test('is kept for its author only, and goes when it is empty', async () => {
    const chat = await chatOf(ana, [bia])

    expect((await ana.put(`/chats/${chat.id}/draft`, { body: 'Bom di' })).body).toEqual({
      chatId: chat.id,
      body: 'Bom di',
    })
    await ana.put(`/chats/${chat.id}/draft`, { body: 'Bom dia,\n' })
    expect((await ana.get('/chats/drafts')).body).toEqual([{ chatId: chat.id, body: 'Bom dia,\n' }])
    expect((await bia.get('/chats/drafts')).body).toEqual([])

    await ana.put(`/chats/${chat.id}/draft`, { body: '' })
    expect((await ana.get('/chats/drafts')).body).toEqual([])
  })

  test('goes with the membership', async () => {
    const chat = await chatOf(ana, [bia])
    await bia.put(`/chats/${chat.id}/draft`, { body: 'Eu acho' })
    await ana.put(`/chats/${chat.id}`, { title: 'Vendas', users: [{ id: caio.id }] })

    expect((await bia.get('/chats/drafts')).body).toEqual([])
    expect(await world.sql('select from internal_chat_drafts where chat_id = $1', [chat.id])).toEqual([])
  })
})

describe('a plan without internal chat', () => {
  test('has an empty list, because existing clients ask for it on every page, and nothing else', async () => {
    const shop = await world.company({ plan: { useInternalChat: false } })
    const boss = await shop.admin()

    expect(await boss.get('/chats?searchParam=&pageNumber=1')).toMatchObject({
      status: 200,
      body: { records: [], count: 0, hasMore: false, unreads: 0 },
    })
    expect(await boss.post('/chats', { title: 'Vendas', users: [{ id: boss.id }] })).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT' },
    })
  })

  test('tells nobody of chats, and brings them back with the feature', async () => {
    const shop = await world.company()
    const [boss, person] = [await shop.admin(), await shop.attendant()]
    const operator = await world.operator()
    const { plan } = (await operator.get(`/companies/${shop.id}`)).body
    const { body: chat } = await boss.post('/chats', { title: 'Vendas', users: [{ id: person.id }] })

    await operator.put(`/plans/${plan.id}`, { useInternalChat: false })
    await eventually(async () => expect((await person.get('/chats')).body.records).toEqual([]))
    expect(JSON.stringify((await person.get('/events?after=0')).body)).not.toContain('Vendas')

    await operator.put(`/plans/${plan.id}`, { useInternalChat: true })
    await eventually(async () => expect((await person.get('/chats')).body.records).toMatchObject([{ id: chat.id }]))
  })
})
