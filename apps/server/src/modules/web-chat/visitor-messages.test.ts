import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { externalIdOf } from '#channels/web-chat'
import { samples } from '#test/files'
import { type Company, type Person, type Visitor, type World, createWorld, eventually } from '#test/world'
import { accessVisitor } from '#modules/visitors'
import { listVisitorMessages } from './list-visitor-messages.ts'

/** By no page. */
let world: World
let company: Company
let queue: { id: number }
let chat: { id: number; token: string }
let attendant: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  chat = await company.webChat({ queues: [queue] })
  attendant = await company.attendant({ queues: [queue], name: 'Camila Reis' })
})
afterAll(() => world.close())

interface Message {
  id: string
  body: string
  fromMe: boolean
  ack: number
  isSystem: boolean
  author?: string
  createdAt: string
  mediaUrl: string | null
  mediaType: string
  mediaName: string | null
  isDeleted: boolean
  isEdited: boolean
  quoted: { id: string; body: string; fromMe: boolean } | null
}

const said = async (visitor: Visitor, query = ''): Promise<Message[]> => {
  const answer = await visitor.messages(query)
  expect(answer.status).toBe(200)
  return answer.body.messages
}

/** The visitor's ticket; waits until it exists. */
const ticketOf = (visitor: Visitor): Promise<number> =>
  eventually(async () => {
    const [ticket] = await world.sql(
      `select t.id from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id where t.company_id = $1 and v.address = $2 order by t.id desc`,
      [company.id, visitor.visitorId],
    )
    if (!ticket) throw new Error('no ticket yet')
    return Number(ticket.id)
  })

/** A visitor who has written and is served by Camila. */
async function served(text = 'Bom dia'): Promise<{ visitor: Visitor; ticketId: number; firstId: string }> {
  const visitor = await company.visitor(chat.token)
  const { id } = await visitor.write(text)
  const ticketId = await ticketOf(visitor)
  expect((await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })).status).toBe(200)
  return { visitor, ticketId, firstId: id }
}

const answer = async (ticketId: number, body: string, more: Record<string, unknown> = {}) =>
  (await attendant.post(`/messages/${ticketId}`, { body, ...more })).body

describe('a message of a visitor', () => {
  test('is answered 201 with its time, creates a ticket in the queue, and names its author', async () => {
    const visitor = await company.visitor(chat.token, 'Mariana Souza')

    const sent = await visitor.write('Vocês abrem no sábado?')

    expect(sent).toMatchObject({ status: 201, body: { id: sent.id, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) } })
    const ticket = await attendant.get(`/messages/${await ticketOf(visitor)}`)
    expect(ticket.body.ticket).toMatchObject({
      status: 'pending',
      queueId: queue.id,
      channel: 'webchat',
      contact: { name: 'Mariana Souza' },
    })
    expect(ticket.body.messages).toMatchObject([
      { body: 'Vocês abrem no sábado?', fromMe: false, createdAt: sent.body.createdAt },
    ])
    expect(await said(visitor)).toMatchObject([
      { id: sent.id, body: 'Vocês abrem no sábado?', fromMe: true, createdAt: sent.body.createdAt },
    ])
  })

  test('that is repeated is answered 200 with the same time and not stored again, even later or many times at once', async () => {
    const visitor = await company.visitor(chat.token)
    const id = randomUUID()

    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.write('Só uma vez', { id })))
    await ticketOf(visitor)
    const later = await visitor.write('Só uma vez', { id })

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array<number>(19).fill(200), 201])
    expect(later.status).toBe(200)
    expect(new Set([...answers, later].map(({ body }) => body.createdAt)).size).toBe(1)
    expect(await said(visitor)).toHaveLength(1)
  })

  test('is separate per visitor: the same id from two visitors is two messages', async () => {
    const id = randomUUID()
    const [one, other] = [await company.visitor(chat.token), await company.visitor(chat.token)]

    expect((await one.write('Um', { id })).status).toBe(201)
    expect((await other.write('Outro', { id })).status).toBe(201)

    expect(await said(one)).toMatchObject([{ id, body: 'Um' }])
    expect(await said(other)).toMatchObject([{ id, body: 'Outro' }])
  })

  test('is listed even if it is processed while the list is read', async () => {
    const visitor = await company.visitor(chat.token)
    const before = await accessVisitor(world.app.deps, chat.token, visitor.secret, undefined)
    const { id } = await visitor.write('Um')
    await ticketOf(visitor)

    const { said: listed } = await world.app.deps.units.read(
      { kind: 'connection', companyId: company.id, connectionId: chat.id },
      (ctx) => listVisitorMessages(ctx, before, {}),
    )

    expect(listed).toMatchObject([{ message: { external_id: externalIdOf(visitor.visitorId, id) } }])
  })

  test('is listed as soon as it is answered, processed or not', async () => {
    const visitor = await company.visitor(chat.token)
    await world.app.inbox.stop()
    try {
      const first = await visitor.write('Um')
      const second = await visitor.write('Dois')

      expect(await said(visitor)).toMatchObject([
        { id: first.id, body: 'Um', fromMe: true, ack: 1 },
        { id: second.id, body: 'Dois', ack: 1 },
      ])
      expect(await said(visitor, `?after=${first.id}`)).toMatchObject([{ id: second.id }])
      expect(await said(visitor, `?after=${second.id}`)).toEqual([])
    } finally {
      await world.app.inbox.start()
    }
    await eventually(async () =>
      expect(await said(visitor)).toMatchObject([
        { body: 'Um', ack: 2 },
        { body: 'Dois', ack: 2 },
      ]),
    )
  })

  test.each([
    ['no id', { body: 'oi' }],
    ['an id that is not a uuid', { id: '1', body: 'oi' }],
    ['a body that is not text', { id: randomUUID(), body: { $ne: '' } }],
    ['a body that is too long', { id: randomUUID(), body: 'x'.repeat(4097) }],
    ['a blank body', { id: randomUUID(), body: ' \n ' }],
    ['a quoted id that is not text', { id: randomUUID(), body: 'oi', quotedId: 7 }],
  ])('with %s is refused', async (_what, body) => {
    const visitor = await company.visitor(chat.token)

    const refused = await visitor.post(`/web-chat/${chat.token}/messages`, body)

    expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await said(visitor)).toEqual([])
  })

  test('of 4,096 characters is accepted', async () => {
    const visitor = await company.visitor(chat.token)

    expect((await visitor.write('x'.repeat(4096))).status).toBe(201)
  })

  test('of ten megabytes, of unknown type, or of malformed JSON is refused', async () => {
    const visitor = await company.visitor(chat.token)
    const path = `/web-chat/${chat.token}/messages`
    const send = (payload: string, type = 'application/json') =>
      visitor.post(path, payload, { headers: { 'content-type': type } })

    expect((await send(JSON.stringify({ id: randomUUID(), body: 'x'.repeat(10_000_000) }))).status).toBe(413)
    expect((await send('{"id":')).status).toBe(400)
    expect((await send('id=1', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await send('<a/>', 'text/xml')).status).toBe(415)
    expect(await said(visitor)).toEqual([])
  })

  test('may contain control characters', async () => {
    const visitor = await company.visitor(chat.token)
    const body = '<img src=x onerror=alert(1)> \u0000 \ud800 😀 {{name}} \u202Eabc'

    const sent = await visitor.write(body)

    expect(sent.status).toBe(201)
    await eventually(async () => {
      const [message] = await said(visitor)
      expect(message).toMatchObject({ ack: 2 })
      expect(message?.body).toContain('<img src=x onerror=alert(1)>')
      expect(message?.body).toContain('😀 {{name}}')
    })
  })

  test('of a blocked visitor is refused', async () => {
    const { visitor } = await served()
    const [contact] = await world.sql(
      `select contact_id from contact_identities where company_id = $1 and value = $2`,
      [company.id, visitor.visitorId],
    )
    await (await company.admin()).put(`/contacts/block/${contact.contact_id}`, { active: false })

    expect(await visitor.write('Ainda aí?')).toMatchObject({ status: 403, body: { error: 'ERR_CONTACT_BLOCKED' } })
  })
})

describe('a file of a visitor', () => {
  const upload = (
    visitor: Visitor,
    file: { name: string; type: string; data: Buffer | string },
    fields: Record<string, string> = {},
  ) => visitor.upload(`/web-chat/${chat.token}/messages`, { id: randomUUID(), ...fields }, [{ field: 'file', ...file }])

  test('is shown to the attendant and to the visitor', async () => {
    const visitor = await company.visitor(chat.token)
    const picture = await samples.png()

    const form = { body: 'Olha\r\no erro' }
    const sent = await upload(visitor, { name: 'tela.png', type: 'image/png', data: picture }, form)

    expect(sent.status).toBe(201)
    const seen = await attendant.get(`/messages/${await ticketOf(visitor)}`)
    expect(seen.body.messages).toMatchObject([
      { body: 'Olha\no erro', mediaType: 'image', mediaName: 'tela.png', mediaWidth: 12, mediaState: 'ready' },
    ])
    const [shown] = await said(visitor)
    expect(shown).toMatchObject({
      body: 'Olha\no erro',
      mediaType: 'image',
      mediaName: 'tela.png',
      mediaWidth: 12,
      mediaHeight: 8,
      mediaSize: picture.length,
    })
    const file = await world.app.http.inject({
      url: (shown?.mediaUrl ?? '').replace('http://guiche.test', ''),
      headers: { origin: 'https://any.example' },
    })
    expect(file.statusCode).toBe(200)
    expect(file.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(file.rawPayload.equals(picture)).toBe(true)
  })

  test('that is an HTML page is kept, but no browser displays it', async () => {
    const visitor = await company.visitor(chat.token)

    expect(
      (
        await upload(visitor, {
          name: 'pagina.html',
          type: 'text/html',
          data: '<script>alert(document.cookie)</script>',
        })
      ).status,
    ).toBe(201)

    const [shown] = await said(visitor)
    const file = await world.app.http.inject({ url: (shown?.mediaUrl ?? '').replace('http://guiche.test', '') })
    expect(shown).toMatchObject({ mediaType: 'application' })
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    expect(file.headers['content-disposition']).toMatch(/^attachment/)
  })

  test('that is repeated is stored once, also on disk', async () => {
    const visitor = await company.visitor(chat.token)
    const id = randomUUID()
    const before = await world.sql('select count(*)::int as files from files')
    const again = () => upload(visitor, { name: 'nota.pdf', type: 'application/pdf', data: samples.pdf }, { id })

    const answers = await Promise.all([again(), again(), again(), again()])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
    expect((await world.sql('select count(*)::int as files from files'))[0].files).toBe(before[0].files + 1)
  })

  test('is refused when it is a program, too large, empty, one of several, or in a malformed form', async () => {
    const visitor = await company.visitor(chat.token)
    const path = `/web-chat/${chat.token}/messages`
    const many = ['a', 'b'].map((name) => ({
      field: 'file',
      name: `${name}.pdf`,
      type: 'application/pdf',
      data: samples.pdf,
    }))
    const large = Buffer.concat([await samples.jpeg(), Buffer.alloc(5 * 1_048_576)])

    expect(await upload(visitor, { name: 'foto.jpg', type: 'image/jpeg', data: samples.exe })).toMatchObject({
      status: 415,
      body: { error: 'ERR_FILE_TYPE' },
    })
    expect(await upload(visitor, { name: 'foto.jpg', type: 'image/jpeg', data: large })).toMatchObject({
      status: 413,
      body: { error: 'ERR_FILE_TOO_LARGE' },
    })
    expect((await upload(visitor, { name: 'nada.txt', type: 'text/plain', data: '' })).status).toBe(400)
    expect((await visitor.upload(path, { id: randomUUID() }, many)).status).toBe(400)
    expect((await visitor.upload(path, {}, many.slice(1))).status).toBe(400)
    expect(
      (await visitor.post(path, '--x\r\nbroken', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }))
        .status,
    ).toBe(400)
    expect((await visitor.post(path, 'broken', { headers: { 'content-type': 'multipart/form-data' } })).status).toBe(
      400,
    )
    expect(await said(visitor)).toEqual([])
  })
})

describe('a reply with a quote', () => {
  test('shows what the attendant, or the visitor, had written', async () => {
    const { visitor, ticketId, firstId } = await served('Qual o prazo?')
    const posted = await answer(ticketId, 'Até sexta')

    await visitor.write('De que semana?', { quotedId: posted.wid })
    await visitor.write('Repetindo', { quotedId: firstId })

    await eventually(async () => {
      const quotes = (await said(visitor)).filter(({ quoted }) => quoted).map(({ quoted }) => quoted)
      expect(quotes).toEqual([
        { id: posted.wid, body: 'Até sexta', fromMe: false, mediaType: expect.any(String) },
        { id: firstId, body: 'Qual o prazo?', fromMe: true, mediaType: expect.any(String) },
      ])
    })
    const seen = await attendant.get(`/messages/${ticketId}`)
    expect(seen.body.messages.at(-2)).toMatchObject({
      body: 'De que semana?',
      quotedMsg: { body: 'Até sexta', fromMe: true },
    })
  })

  test('shows a signed message without its signature', async () => {
    const { visitor, ticketId } = await served('Qual o prazo?')
    const posted = await answer(ticketId, `*${attendant.name}:*\nAté sexta`)

    await visitor.write('De que semana?', { quotedId: posted.wid })

    await eventually(async () =>
      expect((await said(visitor)).flatMap(({ quoted }) => quoted?.body ?? [])).toEqual(['Até sexta']),
    )
  })

  test('shows nothing of messages of others or of private notes', async () => {
    const theirs = await served('Segredo de outra pessoa')
    const secret = await answer(theirs.ticketId, 'Resposta para outra pessoa')
    const { visitor, ticketId } = await served()
    const note = await answer(ticketId, 'Cliente difícil', { isPrivate: true })

    for (const quotedId of [secret.wid, theirs.firstId, note.wid, `PVT${randomUUID()}`, 'line-1', "' or 1=1 --"]) {
      expect((await visitor.write('Citando', { quotedId })).status).toBe(201)
    }

    await eventually(async () => {
      const shown = (await said(visitor)).filter(({ body }) => body === 'Citando')
      expect(shown).toHaveLength(6)
      for (const { ack, quoted } of shown) expect({ ack, quoted }).toEqual({ ack: 2, quoted: null })
    })
    const seen = await attendant.get(`/messages/${ticketId}`)
    expect(JSON.stringify(seen.body.messages.filter(({ body }: { body: string }) => body === 'Citando'))).not.toMatch(
      /Segredo|Resposta para outra|difícil/,
    )
  })
})

describe('the conversation of a visitor', () => {
  test('shows answers with their author, who joined, and the end, but no private notes', async () => {
    const { visitor, ticketId } = await served('Bom dia')
    await answer(ticketId, 'Não passar desconto', { isPrivate: true })
    const posted = await answer(ticketId, 'Como posso ajudar?')
    await attendant.put(`/tickets/${ticketId}`, { status: 'closed', sendFarewellMessage: false })

    const messages = await said(visitor)

    expect(messages).toMatchObject([
      { body: 'Bom dia', fromMe: true, isSystem: false },
      { body: 'Camila Reis entrou na conversa', fromMe: false, isSystem: true },
      { id: posted.wid, body: 'Como posso ajudar?', fromMe: false, author: 'Camila Reis', isSystem: false },
      { body: 'Atendimento encerrado', isSystem: true },
    ])
    expect(messages[0]).not.toHaveProperty('author')
    expect(JSON.stringify(messages)).not.toContain('desconto')
  })

  test('shows an edited answer in its new form, and a deleted one as deleted', async () => {
    const { visitor, ticketId } = await served()
    const [first, second] = [await answer(ticketId, 'Custa R$ 10'), await answer(ticketId, 'Engano')]

    await attendant.post(`/messages/edit/${first.id}`, { body: 'Custa R$ 100' })
    await attendant.delete(`/messages/${second.id}`)

    expect((await said(visitor)).slice(-2)).toMatchObject([
      { body: 'Custa R$ 100', isEdited: true, isDeleted: false },
      { body: '', isDeleted: true, mediaUrl: null },
    ])
  })

  test('continues over a second ticket', async () => {
    const { visitor, ticketId } = await served('Primeiro assunto')
    await attendant.put(`/tickets/${ticketId}`, { status: 'closed', sendFarewellMessage: false })

    await visitor.write('Segundo assunto')

    await eventually(async () =>
      expect((await said(visitor)).at(-1)).toMatchObject({ body: 'Segundo assunto', ack: 2 }),
    )
    expect(await ticketOf(visitor)).not.toBe(ticketId)
    expect((await said(visitor))[0]).toMatchObject({ body: 'Primeiro assunto' })
  })

  test('comes in pages of fifty, before and after a message or a time, each message once', async () => {
    const { visitor, ticketId } = await served('0')
    for (let number = 1; number <= 120; number += 1) await answer(ticketId, String(number))
    const numbers = (messages: Message[]) =>
      messages.filter(({ isSystem }) => !isSystem).map(({ body }) => Number(body))
    const page = async (query = ''): Promise<{ messages: Message[]; hasMore: boolean }> =>
      (await visitor.messages(query)).body

    const newest = await page()
    const middle = await page(`?before=${newest.messages[0]?.id}`)
    const oldest = await page(`?before=${middle.messages[0]?.id}`)
    expect([newest.messages.length, middle.messages.length, newest.hasMore, middle.hasMore, oldest.hasMore]).toEqual([
      50,
      50,
      true,
      true,
      false,
    ])
    expect(numbers([...oldest.messages, ...middle.messages, ...newest.messages])).toEqual(
      Array.from({ length: 121 }, (_, index) => index),
    )

    const found: Message[] = []
    let after: string | undefined = oldest.messages[0]?.id
    while (after) {
      const next: { messages: Message[]; hasMore: boolean } = await page(`?after=${after}`)
      found.push(...next.messages)
      after = next.hasMore ? next.messages.at(-1)?.id : undefined
    }
    expect(numbers(found)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))

    const { createdAt = '', body = '' } = newest.messages[10] ?? {}
    expect(numbers((await page(`?after=${createdAt}`)).messages)).not.toContain(Number(body))
    expect(numbers((await page(`?after=${createdAt}`)).messages).at(-1)).toBe(120)
    expect(numbers((await page(`?before=${createdAt}`)).messages).at(-1)).toBeLessThan(Number(body))
  })

  test('continues after a time without losing messages of the same millisecond between two pages', async () => {
    const { visitor, ticketId } = await served('0')
    for (let number = 1; number <= 70; number += 1) await answer(ticketId, String(number))
    // All in one millisecond, on both sides of the end of the first page.
    await world.sql(
      `update messages m set sent_at = date_trunc('milliseconds', x.at) + m.body::int * interval '1 microsecond'
       from (select sent_at as at from messages where company_id = $1 and ticket_id = $2 and body = '30') x
       where m.company_id = $1 and m.ticket_id = $2 and m.body ~ '^\\d+$' and m.body::int between 30 and 60`,
      [company.id, ticketId],
    )
    const everything = [...(await visitor.messages(`?after=2020-01-01T00:00:00Z`)).body.messages]
    const found = [...everything]
    for (let count = 0; count < 5; count += 1) {
      const { body } = await visitor.messages(`?after=${encodeURIComponent(found.at(-1).createdAt)}`)
      found.push(...body.messages)
    }

    const bodies = found.filter(({ isSystem }) => !isSystem).map(({ body }) => Number(body))
    expect(bodies).toEqual(Array.from({ length: 71 }, (_, index) => index))
    const last = found.at(-1)
    expect((await visitor.messages(`?after=${encodeURIComponent(last.createdAt)}`)).body.messages).toEqual([])
  })

  test.each([
    ['0000-01-01T00:00:00Z', [2, 0]],
    ['9999-12-31T23:59:59.999Z', [0, 2]],
    ['9999-12-31T23:59:59-23:59', [0, 2]],
  ])('can be read after and before %s, however far away that is', async (time, lengths) => {
    const { visitor } = await served('Oi')
    const pages = [await said(visitor, `?after=${time}`), await said(visitor, `?before=${time}`)]
    expect(pages.map(({ length }) => length)).toEqual(lengths)
  })

  test('continues after the time of a message that is not processed yet, without that message', async () => {
    const visitor = await company.visitor(chat.token)
    await world.app.inbox.stop()
    try {
      const { body } = await visitor.write('Um')
      expect(await said(visitor, `?after=${body.createdAt}`)).toEqual([])
    } finally {
      await world.app.inbox.start()
    }
  })

  test('cannot be read from a position of another conversation', async () => {
    const theirs = await served('De outra pessoa')
    const theirAnswer = await answer(theirs.ticketId, 'Para outra pessoa')
    const { visitor, ticketId } = await served()
    const note = await answer(ticketId, 'Entre nós', { isPrivate: true })
    const theirLine = (await said(theirs.visitor)).find(({ isSystem }) => isSystem)?.id
    expect(theirLine).toMatch(/^line-\d+$/)
    const unknown = await visitor.messages(`?after=${randomUUID()}`)
    expect(unknown).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } })

    for (const id of [
      theirAnswer.wid,
      theirs.firstId,
      theirLine,
      note.wid,
      'line-99999999',
      'x',
      '-1',
      '2026-99-99T00:00:00Z',
    ]) {
      for (const where of ['after', 'before']) {
        const foreign = await visitor.messages(`?${where}=${encodeURIComponent(id ?? '')}`)
        expect({ id, status: foreign.status, body: foreign.body }).toEqual({ id, status: 404, body: unknown.body })
      }
    }
  })
})
