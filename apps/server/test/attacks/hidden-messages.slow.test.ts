import { type Endpoint, isAnonymous } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '../files.ts'
import { said } from '../inbound.ts'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { calls, shapeOf, withQuery } from './contract-input.ts'
import { type Field, numbersOf, textsOf } from './fields-of.ts'
import { type HiddenConversation, hiddenConversation } from './hidden-conversation.ts'
import { mayShowMessages } from './message-answers.ts'

let world: World
let company: Company
let talk: HiddenConversation
let bia: Person
let admin: Person
let fileListId: number
let announcementId: number

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  talk = await hiddenConversation(company)
  fileListId = (await admin.post('/files', { name: 'Catálogo', message: 'Veja' })).body.id
  const operator = await world.operator()
  announcementId = (await operator.post('/announcements', { title: 'Novidade', text: 'Veja' })).body.id
  bia = talk.bia
  // So that the dashboard and the report answer her.
  await admin.put(`/users/${bia.id}`, { showDashboard: 'enabled' })
  talk.heard.socket.emit('joinChatBox', String(talk.open.ticketId))
  talk.heard.socket.emit('joinChatBox', String(talk.hidden.ticketId))
  await talk.connection.receive(said(talk.customer, 'Sobre isto', { quotedExternalId: talk.hidden.wids[0] ?? '' }))
})
afterAll(() => world.close())

function expectNothing(what: unknown, shown: unknown): void {
  const text = JSON.stringify(shown)
  expect({ what, shown: talk.secrets.filter((secret) => text.includes(secret)) }).toEqual({ what, shown: [] })
}

test('the attendant may open dashboard and report, so that these answer her', async () => {
  expect(await bia.get('/dashboard')).toMatchObject({ status: 200 })
})

describe('an attendant with an open ticket, whose conversation has an earlier ticket in another queue', () => {
  const suspects = calls.filter(
    ([name, endpoint]) =>
      !isAnonymous(endpoint.access) &&
      endpoint.access !== 'super' &&
      mayShowMessages(endpoint) &&
      // Only numbers of the Cloud API have templates: `template-reviews/send-templates.test.ts`.
      name !== 'sendTemplate',
  )

  test.each(suspects)('reads nothing of the earlier one by %s', async (name, endpoint) => {
    await serveAgain()
    const plain = await filledIn(name, endpoint)
    const { status, body } = await ask(endpoint, plain, 'body')
    expect({ name, status }).toSatisfy(() => isAnswered(status, endpoint))
    expectNothing(name, body)

    for (const field of numbersOf(endpoint))
      for (let id = 1; id <= highestId(); id++) {
        await serveAgain()
        expectNothing(
          { name, field: field.name, id },
          (await ask(endpoint, holding(plain, field, id), field.part)).body,
        )
      }
    for (const field of textsOf(endpoint))
      for (const text of [talk.hidden.uuid, ...talk.hidden.wids]) {
        await serveAgain()
        const answer = await ask(endpoint, holding(plain, field, text), field.part)
        expectNothing({ name, field: field.name, text }, answer.body)
      }
  })

  test.each(suspects.filter(([, { method }]) => method === 'GET'))(
    'is not told by %s which words stand in it',
    async (name, endpoint) => {
      await serveAgain()
      const plain = await filledIn(name, endpoint)
      for (const field of textsOf(endpoint)) {
        // Typing letter by letter must not help: each prefix is answered like a word that nobody wrote.
        for (const length of [4, 8, talk.mark.length]) {
          const typed = talk.mark.slice(0, length)
          const [answer, other] = await Promise.all(
            [typed, 'q'.repeat(length)].map((text) => ask(endpoint, holding(plain, field, text), field.part)),
          )
          expect({ name, typed, ...answer }).toEqual({ name, typed, ...other })
        }
      }
    },
  )
})

interface Input {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
  form: Record<string, unknown>
}

/** The call as Bia makes it for her own ticket. Fields that are not named here are left out. */
async function filledIn(name: string, endpoint: Endpoint): Promise<Input> {
  const { body: message } = await bia.post(`/messages/${talk.open.ticketId}`, { body: 'Da Bia' })
  const { body: note } = await bia.post('/ticket-notes', { note: 'Da Bia', ticketId: talk.open.ticketId })
  const { body: quick } = await bia.post('/quick-messages', { shortcode: 'oi', message: 'Da Bia' })
  const { body: chat } = await bia.post('/chats', { title: 'Da Bia', users: [{ id: bia.id }] })
  const { body: internal } = await bia.post(`/chats/${chat.id}/messages`, {
    message: 'Da Bia',
    ticketId: talk.open.ticketId,
  })
  const isChat = endpoint.path.startsWith('/chats')
  const takesText = isChat || endpoint.path.startsWith('/quick-messages')
  const { body: schedule } = await bia.post('/schedules', {
    body: 'Da Bia',
    contactId: talk.contactId,
    sendAt: '2031-03-10T09:00',
  })
  const isUndo = endpoint.path === '/pending-changes/:id'
  const pending = isUndo && (await bia.post(`/pending-changes/messages/${message.id}`)).body
  const isExport = endpoint.path === '/reports/exports/:id'
  const reportExport = isExport && (await bia.post('/reports/exports', { rows: 'messages', format: 'csv' })).body
  const ids: [start: string, value: unknown][] = [
    ['/pending-changes/messages/', message.id],
    ['/pending-changes/tickets/', talk.open.ticketId],
    ['/pending-changes/', pending && pending.id],
    ['/messages/edit/', message.id],
    ['/messages/:id/retry', message.id],
    [endpoint.method === 'DELETE' ? '/messages/' : '-', message.id],
    ['/react/', message.wid],
    ['/messages/', talk.open.ticketId],
    ['/tickets', talk.open.ticketId],
    ['/ticket/kanban/', talk.open.ticketId],
    ['/drafts/', talk.open.ticketId],
    ['/ticket-notes/', note.id],
    ['/quick-messages/', quick.id],
    ['/contacts/', talk.contactId],
    ['/schedules/', schedule.id],
    ['/chats/messages/', internal.id],
    ['/chats/', chat.id],
    ['/reports/exports/', reportExport && reportExport.id],
    ['/users/', bia.id],
    ['/queue/', talk.queueOfBia.id],
    ['/whatsapp', talk.connection.id],
    ['/files/', fileListId],
    ['/announcements/', announcementId],
    ['/invoices/', 1],
    ['/compan', company.id],
  ]
  const values: Record<string, unknown> = {
    id: ids.find(([start]) => endpoint.path.startsWith(start))?.[1],
    uuid: talk.open.uuid,
    ticketId: talk.open.ticketId,
    contactId: talk.contactId,
    messageId: isChat ? internal.id : message.id,
    queueId: talk.queueOfBia.id,
    // Reports take lists of connections.
    whatsappId: endpoint.path.includes('/reports') ? undefined : talk.connection.id,
    message: takesText ? 'Da Bia' : { id: message.id },
    shortcode: 'oi',
    currentContacts: [{ id: talk.contactId }],
    after: ['/ticket/kanban/cards', '/dashboard/list/:name'].includes(endpoint.path) ? undefined : 0,
    // The lane without a tag.
    tagId: null,
    body: 'Da Bia',
    sendAt: '2031-03-10T09:00',
    note: 'Da Bia',
    text: '👍',
    key: 'x',
    kind: endpoint.path.startsWith('/pending-changes') ? 'close' : undefined,
    column: 'lgpdHideNumber',
    columns: ['name', 'number'],
    name: endpoint.path.startsWith('/dashboard/') ? 'started' : undefined,
    rows: 'messages',
    format: 'csv',
    announcementIds: [announcementId],
    invoiceId: 1,
    isOptedOut: true,
    staysOnPhone: false,
    reason: 'Pediu por telefone',
    chatUuid: chat.uuid,
    title: 'Da Bia',
    emoji: '👍',
    users: isChat ? [{ id: admin.id }] : undefined,
    userId: endpoint.path === '/chats/direct' ? admin.id : undefined,
  }
  const of = (part: 'params' | 'query' | 'body' | 'form') =>
    Object.fromEntries(
      Object.entries(shapeOf(endpoint[part])).flatMap(([field, schema]): [string, unknown][] => {
        if (values[field] !== undefined) return [[field, values[field]]]
        if (schema.safeParse(undefined).success || ['admin', 'manager'].includes(endpoint.access)) return []
        throw new Error(`What is ${field} of ${name}? This sweep has to know, or it does not try the call.`)
      }),
    )
  return { params: of('params'), query: of('query'), body: of('body'), form: of('form') }
}

const holding = (input: Input, field: Field, value: unknown): Input => ({
  ...input,
  [field.part]: { ...input[field.part], [field.name]: field.holding(value) },
})

async function ask(endpoint: Endpoint, { params, query, body, form }: Input, part: Field['part']) {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(String(params[key])))
  const url = withQuery({ url: path, query: Object.fromEntries(Object.entries(query).map(asText)) })
  const answer = await send(endpoint, url, { body, form, part })
  return { status: answer.status, body: answer.body }
}

async function send(
  endpoint: Endpoint,
  url: string,
  { body, form, part }: Pick<Input, 'body' | 'form'> & { part: string },
) {
  if (endpoint.method === 'GET') return bia.get(url)
  if (endpoint.method === 'DELETE') return bia.delete(url)
  if (part === 'form' || (endpoint.form && !endpoint.body))
    return bia.upload(
      url,
      Object.fromEntries(Object.entries(form).map(asText)),
      [{ field: 'medias', name: 'bia.png', type: 'image/png', data: await samples.png() }],
      { method: endpoint.method === 'PUT' ? 'PUT' : 'POST' },
    )
  return endpoint.method === 'POST' ? bia.post(url, body) : bia.put(url, body)
}

const asText = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === 'string' ? value : JSON.stringify(value),
]

/** A valid call: answered, or refused because of missing rights or because the ticket is open already. */
const isAnswered = (status: number, { access, conflict }: Endpoint) =>
  status < 400 ||
  (status === 409 && conflict !== undefined) ||
  (status === 403 && !['user', 'expired'].includes(access))

const highestId = () => Math.max(talk.hidden.ticketId, talk.hidden.noteId, ...talk.hidden.messageIds)

/** Makes the ticket Bia's again, whatever the last call has done to it. */
async function serveAgain(): Promise<void> {
  await company.sql('delete from pending_changes where company_id = $1', [company.id])
  await company.sql(`update tickets set status = 'open', user_id = $2, queue_id = $3, closed_at = null where id = $1`, [
    talk.open.ticketId,
    bia.id,
    talk.queueOfBia.id,
  ])
}

describe('a hidden message', () => {
  const hiddenMessages = () =>
    company.sql(
      `select m.*, (select count(*)::int from message_reactions r where r.message_id = m.id) as reactions
       from messages m where m.ticket_id = $1 order by m.id`,
      [talk.hidden.ticketId],
    )

  test('cannot be reacted to, forwarded, edited, deleted or sent again', async () => {
    await serveAgain()
    const before = await hiddenMessages()
    for (const [index, id] of talk.hidden.messageIds.entries()) {
      const wid = talk.hidden.wids[index]
      const answers = [
        await bia.post('/react/messages', { ticketId: talk.open.ticketId, id: wid, text: '👍' }),
        await bia.post('/message/forward', { messageId: id, contactId: talk.contactId }),
        await bia.post('/forwardmessage', { message: { id }, currentContacts: [{ id: talk.contactId }] }),
        await bia.post(`/messages/edit/${id}`, { body: 'Outra coisa' }),
        await bia.delete(`/messages/${id}`),
        await bia.post(`/messages/${id}/retry`, {}),
      ]
      for (const { status, body } of answers)
        expect({ id, status, body }).toEqual({ id, status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } })
    }
    expect(await hiddenMessages()).toEqual(before)
  })

  test('cannot be quoted: neither in the answer nor in what the customer gets', async () => {
    await serveAgain()
    for (const id of talk.hidden.messageIds)
      for (const isPrivate of [false, true]) {
        const { status, body } = await bia.post(`/messages/${talk.open.ticketId}`, {
          body: 'Cito',
          isPrivate,
          quotedMsgId: id,
        })
        expect({ id, status, quoted: body.quotedMsg }).toEqual({ id, status: 200, quoted: null })
        const [stored] = await company.sql('select quoted_external_id from messages where id = $1', [body.id])
        expect(stored).toEqual({ quoted_external_id: null })
      }
  })

  test('that the customer quotes is shown as a missing quote, also in events and catch-up', async () => {
    const [{ id }] = await company.sql("select id::int from messages where body = 'Sobre isto'")
    const { body } = await bia.get(`/messages/${talk.open.ticketId}?around=${id}`)
    const quote = body.messages.find(({ body: words }: { body: string }) => words === 'Sobre isto')
    expect(quote.quotedMsg).toMatchObject({ id: 0, body: '', mediaType: 'unknown', mediaUrl: null })
    expect(quote.quotedMsgId).toBeNull()

    await world.app.deps.publisher.idle()
    await eventually(() => expect(JSON.stringify(talk.heard.of('message'))).toContain('Sobre isto'))
    expectNothing('events', talk.heard.events)
    expectNothing('caught up', (await bia.get('/events?after=0')).body)
  })

  test('is shown to users who see both tickets, in answers, events and catch-up', async () => {
    const beside = await admin.listen({ lists: ['open'], tickets: [talk.open.ticketId] })
    await talk.connection.receive(said(talk.customer, 'E isto', { quotedExternalId: talk.hidden.wids[0] ?? '' }))
    await world.app.deps.publisher.idle()
    const created = await eventually(() => {
      const found = beside.of('message').filter(({ payload }) => payload.message.body === 'E isto')
      expect(found).toHaveLength(1)
      return found[0]?.payload
    })
    expect(created.message.quotedMsg.body).toContain(talk.mark)
    const { body } = await admin.get(`/messages/${talk.open.ticketId}`)
    expect(body.messages.at(-1).quotedMsg.body).toContain(talk.mark)
    expect(body.messages.length).toBeGreaterThan(talk.hidden.messageIds.length)
    const caughtUp = await admin.get(`/events?after=${created.seq - 1}`)
    expect(JSON.stringify(caughtUp.body)).toContain(talk.mark)
    expectNothing('events', talk.heard.events)
  })

  test('does not affect page numbers or counts', async () => {
    await serveAgain()
    const page = async (query: string) => (await bia.get(`/messages/${talk.open.ticketId}?${query}`)).body
    const nobody = 987_654_321
    for (const id of talk.hidden.messageIds)
      for (const cursor of ['before', 'around'])
        expect({ id, cursor, page: await page(`${cursor}=${id}`) }).toEqual({
          id,
          cursor,
          page: await page(`${cursor}=${nobody}`),
        })
    const all = await page('pageNumber=1')
    expect(all.messages.every(({ ticketId }: { ticketId: number }) => ticketId === talk.open.ticketId)).toBe(true)
  })

  test('has files that are served only to users who see it', async () => {
    await serveAgain()
    const own = await bia.upload(`/messages/${talk.open.ticketId}`, { body: '' }, [
      { field: 'medias', name: 'bia.png', type: 'image/png', data: await samples.png() },
    ])
    const read = async (person: Person, path: string) =>
      (await world.anonymous.get(path, { cookies: { [person.refreshCookie.name]: person.refreshCookie.value } })).status
    expect(talk.hidden.fileKeys.length).toBeGreaterThan(1)
    const ownPath = new URL(own.body.mediaUrl).pathname
    expect(await read(bia, ownPath)).toBe(200)
    for (const key of talk.hidden.fileKeys) {
      const path = ownPath.replace(/[^/]+$/, key)
      expect({ key, status: await read(bia, path) }).toEqual({ key, status: 404 })
      expect({ key, status: await read(talk.ana, path) }).toEqual({ key, status: 200 })
    }
  })
})
