import { randomUUID } from 'node:crypto'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let ana: Person
let bia: Person
let caio: Person
let chat: { id: number; uuid: string }
let path: string
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())
beforeEach(async () => {
  ;[ana, bia, caio] = [
    await company.attendant({ name: 'Ana Prado' }),
    await company.attendant({ name: 'Bia Souza' }),
    await company.attendant({ name: 'Caio Lima' }),
  ]
  chat = (await ana.post('/chats', { title: 'Vendas', users: [{ id: bia.id }] })).body
  path = `/chats/${chat.id}/messages`
})

const say = async (person: Person, message: string) => (await person.post(path, { message })).body
const textsOf = async (person: Person, query = ''): Promise<string[]> =>
  (await person.get(`${path}?${query}`)).body.records.map(({ message }: { message: string }) => message)
const newIn = ({ of }: Listener): string[] =>
  of('internalChat').flatMap(({ payload }) => (payload.action === 'new-message' ? [payload.newMessage.message] : []))

describe('a message', () => {
  test('is stored once for each id of its client, also when it is sent twice at once', async () => {
    const body = { message: 'Bom dia', clientId: randomUUID() }
    const answers = await Promise.all([ana.post(path, body), ana.post(path, body), ana.post(path, body)])
    const again = await ana.post(path, { message: 'Outro texto', clientId: body.clientId })

    expect(new Set([...answers, again].map((answer) => answer.body.id)).size).toBe(1)
    expect(again.body).toMatchObject({ message: 'Bom dia', clientId: body.clientId })
    expect(await textsOf(bia)).toEqual(['Bom dia'])
    // The id belongs to one chat, and to one person.
    const other = (await ana.post('/chats', { title: 'Outra', users: [{ id: caio.id }] })).body
    expect(await ana.post(`/chats/${other.id}/messages`, body)).toMatchObject({ status: 404 })
    expect((await bia.post(path, { ...body, message: 'Da Bia' })).body).toMatchObject({ senderId: bia.id })
  })

  test('is stored in one chat, when its id is sent to two at once', async () => {
    const other = (await ana.post('/chats', { title: 'Outra', users: [{ id: bia.id }] })).body
    const paths = [path, `/chats/${other.id}/messages`]
    for (let round = 0; round < 5; round += 1) {
      const body = { message: 'Bom dia', clientId: randomUUID() }
      const answers = await Promise.all([...paths, ...paths].map((to) => ana.post(to, body)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 404, 404])
    }
  })

  test('takes the id of its client from the header too', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [one, two] = [
      await ana.post(path, { message: 'Oi' }, { headers }),
      await ana.post(path, { message: 'Oi' }, { headers }),
    ]
    expect(one.body.id).toBe(two.body.id)
  })

  test('is not blank and not too long', async () => {
    for (const message of ['', ' \n ', 'x'.repeat(limits.messageText + 1), 5, ['x']])
      expect(await ana.post(path, { message })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect((await ana.post(path, {})).status).toBe(400)
    expect((await ana.upload(path, { message: '' }, [])).status).toBe(400)
    expect(await textsOf(ana)).toEqual([])
  })

  test('comes in pages, oldest first within each, and around a message', async () => {
    const ids: number[] = []
    for (let nth = 1; nth <= 45; nth += 1) ids.push((await say(ana, `${nth}`)).id)

    const last = await bia.get(`${path}?pageNumber=1`)
    expect(last.body.hasMore).toBe(true)
    expect(await textsOf(bia, 'pageNumber=1')).toEqual(Array.from({ length: 20 }, (_, nth) => `${nth + 26}`))
    expect(await textsOf(bia, 'pageNumber=3')).toEqual(['1', '2', '3', '4', '5'])
    expect((await bia.get(`${path}?pageNumber=3`)).body.hasMore).toBe(false)
    expect(await textsOf(bia, `before=${ids[5]}`)).toEqual(['1', '2', '3', '4', '5'])
    const around = await textsOf(bia, `around=${ids[21]}`)
    expect([around.at(0), around.at(-1), around.length]).toEqual(['2', '41', 40])
  })

  test('answers another one of the same chat only', async () => {
    const first = await say(ana, 'Quem vai?')
    const answer = await bia.post(path, { message: 'Eu', replyToId: first.id })
    expect(answer.body.replyTo).toEqual({
      id: first.id,
      sender: { id: ana.id, name: 'Ana Prado' },
      message: 'Quem vai?',
      mediaType: 'text',
      mediaName: null,
      isDeleted: false,
    })

    const secret = (await caio.post('/chats', { title: 'Outra', users: [{ id: caio.id }] })).body
    const hidden = await caio.post(`/chats/${secret.id}/messages`, { message: 'Salário' })
    expect((await bia.post(path, { message: 'Eu', replyToId: hidden.body.id })).body.replyTo).toBeNull()
  })

  test('mentions members only', async () => {
    const mentions = [bia.id, caio.id, bia.id, 987_654_321]
    expect((await ana.post(path, { message: '@Bia @Caio', mentions })).body.mentions).toEqual([
      { id: bia.id, name: 'Bia Souza' },
    ])
    const file = { field: 'medias', name: 'precos.pdf', type: 'application/pdf', data: samples.pdf }
    const sent = await ana.upload(path, { message: '@Bia Souza', mentions: String(bia.id) }, [file])
    expect(sent.body.mentions).toEqual([{ id: bia.id, name: 'Bia Souza' }])
  })

  test('shows a ticket that its author sees, by its id only', async () => {
    const queue = await company.queue()
    const dora = await company.attendant({ queues: [queue] })
    const ticket = await company.ticket({ queues: [queue] })
    const talk = (await dora.post('/chats/direct', { userId: ana.id })).body

    const shown = await dora.post(`/chats/${talk.id}/messages`, { message: 'Veja', ticketId: ticket.id })
    expect(shown).toMatchObject({ status: 200, body: { message: 'Veja', ticketId: ticket.id } })
    expect((await dora.post(`/chats/${talk.id}/messages`, { ticketId: ticket.id })).status).toBe(200)
    expect((await ana.get('/chats')).body.records[0].lastMessage).toBe(`${dora.name}: #${ticket.id}`)
    expect(await ana.post(path, { message: 'Veja', ticketId: ticket.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    })
    const card = `/chats/messages/${shown.body.id}/ticket`
    expect((await dora.get(card)).body).toMatchObject({ id: ticket.id, uuid: ticket.uuid, queue: { id: queue.id } })
    expect(await ana.get(card)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    expect(await (await company.admin()).get(card)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_MESSAGE_FOUND' },
    })
    // To look at a card is not to open the ticket.
    expect(await world.sql("select from ticket_log where ticket_id = $1 and kind = 'access'", [ticket.id])).toEqual([])
  })
})

describe('its author', () => {
  test('changes the text, and nobody else does', async () => {
    const { id } = await say(ana, 'Ás 10')

    expect((await ana.put(`/chats/messages/${id}`, { message: ' Às 11 ' })).body).toMatchObject({
      message: 'Às 11',
      isEdited: true,
    })
    expect(await bia.put(`/chats/messages/${id}`, { message: 'Às 12' })).toMatchObject({ status: 403 })
    expect(await ana.put(`/chats/messages/${id}`, { message: ' ' })).toMatchObject({ status: 400 })
    expect(await textsOf(bia)).toEqual(['Às 11'])
  })

  test('deletes it for everybody: nothing of what it said stays', async () => {
    const { id } = await say(ana, 'Senha: 1234')
    await bia.put(`/chats/messages/${id}/reaction`, { emoji: '😮' })
    expect(await bia.delete(`/chats/messages/${id}`)).toMatchObject({ status: 403 })

    expect((await ana.delete(`/chats/messages/${id}`)).body).toMatchObject({
      message: '',
      isDeleted: true,
      reactions: [],
    })
    expect((await ana.delete(`/chats/messages/${id}`)).status).toBe(200)
    expect(await ana.put(`/chats/messages/${id}`, { message: 'De volta' })).toMatchObject({ status: 404 })
    expect(await bia.put(`/chats/messages/${id}/reaction`, { emoji: '👍' })).toMatchObject({ status: 404 })
    expect((await bia.get('/chats')).body.records[0].lastMessage).toBe('Ana Prado: _Mensagem apagada_')
    expect(await world.sql('select body from internal_messages where id = $1', [id])).toEqual([{ body: '' }])
  })
})

test('each member has one reaction to a message, and takes it back', async () => {
  const { id } = await say(ana, 'Vendido!')
  for (const emoji of ['👍', '🎉']) await bia.put(`/chats/messages/${id}/reaction`, { emoji })
  const both = await ana.put(`/chats/messages/${id}/reaction`, { emoji: '🎉' })

  expect(both.body.reactions).toEqual([
    { emoji: '🎉', user: { id: bia.id, name: 'Bia Souza' } },
    { emoji: '🎉', user: { id: ana.id, name: 'Ana Prado' } },
  ])
  expect((await bia.put(`/chats/messages/${id}/reaction`, { emoji: '' })).body.reactions).toHaveLength(1)
})

test('a search finds messages of own chats only, the newest first, and nothing deleted', async () => {
  const doomed = await say(ana, 'A mesa chegou ontem')
  const [first, second] = [await say(ana, 'Mesa de vidro 100%'), await say(bia, 'a MESA está paga')]
  await ana.delete(`/chats/messages/${doomed.id}`)
  const found = async (person: Person, text: string): Promise<number[]> => {
    const { body } = await person.get(`/chats/messages?searchParam=${encodeURIComponent(text)}`)
    return body.records.map(({ message }: { message: { id: number } }) => message.id)
  }

  expect(await found(bia, 'mesa')).toEqual([second.id, first.id])
  expect(await found(ana, '100%')).toEqual([first.id])
  expect(await found(ana, "' or 1=1--")).toEqual([])
  expect(await found(ana, 'me')).toEqual([])
  expect(await found(caio, 'mesa')).toEqual([])
})

test('a search names the chat as the reader knows it: a direct talk by the name of the other one', async () => {
  const talk = (await ana.post('/chats/direct', { userId: caio.id })).body
  await ana.post(`/chats/${talk.id}/messages`, { message: 'Conserto do guindaste' })
  await say(ana, 'Guindaste alugado')
  const titles = async (person: Person) =>
    (await person.get('/chats/messages?searchParam=guindaste')).body.records.map(
      ({ title }: { title: string }) => title,
    )

  expect(await titles(ana)).toEqual(['Vendas', 'Caio Lima'])
  expect(await titles(caio)).toEqual(['Ana Prado'])
})

describe('files', () => {
  const picture = async () => ({ field: 'medias', name: 'mesa.png', type: 'image/png', data: await samples.png() })
  const sound = { field: 'medias', name: 'audio.mp3', type: 'audio/mpeg', data: samples.mp3 }

  test('are one message each; the first has the text, and all have the name', async () => {
    const window = await bia.listen()
    const sent = await ana.uploadParts(path, [
      { name: 'fromMe', value: 'true' },
      { name: 'typeArch', value: 'chats' },
      { name: 'message', value: 'A mesa' },
      { name: 'body', value: 'mesa.png' },
      { name: 'body', value: 'audio.mp3' },
      await picture(),
      sound,
    ])

    expect(sent).toMatchObject({
      status: 200,
      body: { message: 'A mesa', mediaType: 'image', mediaName: 'mesa.png', mediaWidth: 12, mediaHeight: 8 },
    })
    const { records } = (await bia.get(path)).body
    expect(records).toMatchObject([
      { message: 'A mesa', mediaType: 'image' },
      { message: '', mediaType: 'audio', mediaName: 'audio.mp3' },
    ])
    expect((await bia.get('/chats')).body.records[0].lastMessage).toBe('Ana Prado: audio.mp3')
    await eventually(() => expect(newIn(window)).toEqual(['A mesa', '']))
  })

  test('are fetched with their link, and not without it', async () => {
    const { body } = await ana.upload(path, {}, [await picture()])
    const link = new URL(body.mediaPath)

    expect(link.pathname).toMatch(new RegExp(`^/public/company${company.id}/chats/`))
    expect((await world.anonymous.get(link.pathname + link.search)).status).toBe(200)
    const { name, value } = bia.refreshCookie
    for (const address of [
      link.pathname,
      link.pathname.replace('/chats/', '/'),
      link.pathname.replace('chats', 'user'),
    ])
      expect((await world.anonymous.get(address, { cookies: { [name]: value } })).status).toBe(404)
    expect((await world.anonymous.get(link.pathname.replace('/chats/', '/') + link.search)).status).toBe(404)
  })

  test('that are programs, empty or missing are refused, and nothing is stored', async () => {
    const program = { field: 'medias', name: 'foto.png', type: 'image/png', data: samples.exe }
    const empty = { field: 'medias', name: 'vazio.txt', type: 'text/plain', data: '' }

    expect(await ana.upload(path, {}, [await picture(), program])).toMatchObject({
      status: 415,
      body: { error: 'ERR_FILE_TYPE' },
    })
    expect((await ana.upload(path, {}, [empty])).status).toBe(400)
    expect((await ana.upload(path, {}, [])).status).toBe(400)
    expect(await textsOf(ana)).toEqual([])
  })

  test('keep what the browser knows of a recording', async () => {
    const { body } = await ana.upload(path, { mediaWave: '0,50,100', mediaSeconds: '7', clientId: randomUUID() }, [
      sound,
    ])
    expect(body).toMatchObject({ mediaType: 'audio', mediaWave: [0, 50, 100], mediaSeconds: 7 })
    expect((await ana.upload(path, { mediaWave: '101' }, [sound])).status).toBe(400)
  })
})

describe('events', () => {
  test('go to the members and to nobody else, under the names that existing clients know', async () => {
    const outside = await (await world.company()).admin()
    const [own, other, stranger, boss, foreign] = await Promise.all(
      [ana, bia, caio, await company.admin(), outside].map((person) => person.listen()),
    )
    const sent = await say(ana, 'Bom dia')
    await bia.post(`/chats/${chat.id}/read`, { userId: bia.id })

    for (const window of [own, other])
      await eventually(() =>
        expect(window?.events).toEqual(
          expect.arrayContaining([
            {
              name: 'internalChat',
              payload: expect.objectContaining({ action: 'new-message', newMessage: sent, seq: expect.any(Number) }),
            },
            {
              name: `company-${company.id}-chat-${chat.id}`,
              payload: expect.objectContaining({ action: 'new-message', newMessage: sent }),
            },
          ]),
        ),
      )
    await eventually(() =>
      expect(own?.of('internalChat').at(-1)?.payload).toMatchObject({
        action: 'read',
        chatId: chat.id,
        userId: bia.id,
        unreads: 0,
        readMessageId: sent.id,
      }),
    )
    await eventually(() =>
      expect(other?.of('internalChat').at(-1)?.payload).toMatchObject({ action: 'update', chat: { id: chat.id } }),
    )
    for (const window of [stranger, boss, foreign]) expect(JSON.stringify(window?.events)).not.toContain('chat')
  })

  test('tell whoever is added or removed, who hears nothing more from then on, also when they catch up', async () => {
    const [bias, caios] = [await bia.listen(), await caio.listen()]
    await ana.put(`/chats/${chat.id}`, { title: 'Vendas', users: [{ id: caio.id }] })

    const record = `company-${company.id}-chat-user-${caio.id}`
    await eventually(() =>
      expect(caios.events).toContainEqual({
        name: record,
        payload: expect.objectContaining({ action: 'create', record: expect.objectContaining({ id: chat.id }) }),
      }),
    )
    await eventually(() =>
      expect(bias.of('internalChat').at(-1)?.payload).toMatchObject({ action: 'delete', id: String(chat.id) }),
    )
    await say(ana, 'Sem a Bia')
    await eventually(() => expect(newIn(caios)).toEqual(['Sem a Bia']))

    expect(newIn(bias)).toEqual([])
    const missed = JSON.stringify((await bia.get('/events?after=0')).body)
    expect(missed).not.toContain('Sem a Bia')
    expect(missed).toContain('"action":"delete"')
    expect(JSON.stringify((await caio.get('/events?after=0')).body)).toContain('Sem a Bia')
  })

  test('tell of changes of a message', async () => {
    const window = await bia.listen()
    const { id } = await say(ana, 'Ás 10')
    await ana.put(`/chats/messages/${id}`, { message: 'Às 10' })
    await bia.put(`/chats/messages/${id}/reaction`, { emoji: '👍' })
    await ana.delete(`/chats/messages/${id}`)

    await eventually(() =>
      expect(window.of('internalChat').at(-1)?.payload).toMatchObject({
        action: 'update-message',
        newMessage: { id, isDeleted: true, message: '' },
        chat: { newest: { id, isDeleted: true } },
      }),
    )
  })
})
