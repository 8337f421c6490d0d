import { randomUUID } from 'node:crypto'
import { type Found, type SearchResults, api } from '@guiche/contract'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld } from '#test/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
let company: Company
let sales: { id: number; name: string }
let support: { id: number; name: string }
let ana: Person
let bia: Person
let admin: Person
let connection: TestConnection

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  ;[sales, support] = [await company.queue(), await company.queue()]
  ana = await company.attendant({ queues: [sales], name: 'Ana Prado' })
  bia = await company.attendant({ queues: [support], name: 'Bia Reis' })
  admin = await company.admin()
  connection = await company.connection({ queues: [sales] })
})
afterAll(() => world.close())

const newMark = () => `x${randomUUID().slice(0, 8)}`

async function search(person: Person, text: string, more = ''): Promise<SearchResults> {
  const { status, body } = await person.get(`/search?searchParam=${encodeURIComponent(text)}${more}`)
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
  return api.search.answer.parse(body)
}

const excerpts = ({ results }: { results: Found[] }) => results.map(({ excerpt }) => excerpt)

/** A ticket of a new customer that Ana serves. */
async function served(body: string, name = 'Mariana Luz'): Promise<{ id: number; uuid: string; number: string }> {
  const number = someNumber()
  await connection.receive(said(number, body, { name }))
  const [row] = await company.sql(
    `select t.id::int, t.uuid from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
     where t.company_id = $1 and c.phone = $2`,
    [company.id, number],
  )
  await ana.put(`/tickets/${row.id}`, { status: 'open', userId: ana.id })
  return { id: row.id, uuid: row.uuid, number }
}

describe('the search', () => {
  test('finds contacts, messages, private notes, ticket notes and names of files, each in its group', async () => {
    const mark = newMark()
    const ticket = await served(`Quero o ${mark}`, `Rita ${mark}`)
    await ana.post(`/messages/${ticket.id}`, { body: `Nota sobre ${mark}`, isPrivate: true })
    await ana.post('/ticket-notes', { note: `Observação: ${mark}`, ticketId: ticket.id })
    await ana.upload(`/messages/${ticket.id}`, { body: '' }, [
      { field: 'medias', name: `Orçamento_${mark}.pdf`, type: 'application/pdf', data: samples.pdf },
    ])

    const { contacts, messages, notes, files } = await search(ana, mark)

    expect(contacts.results.map(({ name }) => name)).toEqual([`Rita ${mark}`])
    expect(messages.results).toMatchObject([
      {
        excerpt: `Quero o ${mark}`,
        fromMe: false,
        isPrivate: false,
        author: null,
        noteId: null,
        ticket: { id: ticket.id, uuid: ticket.uuid, status: 'open', queue: { id: sales.id } },
        contact: { name: `Rita ${mark}` },
      },
    ])
    expect(notes.results).toMatchObject([
      { excerpt: `Observação: ${mark}`, messageId: null, noteId: expect.any(Number), author: 'Ana Prado' },
      { excerpt: `Nota sobre ${mark}`, messageId: expect.any(Number), isPrivate: true, author: 'Ana Prado' },
    ])
    expect(files.results).toMatchObject([{ fileName: `Orçamento_${mark}.pdf`, ticket: { id: ticket.id } }])
    expect([contacts, messages, notes, files].map(({ next }) => next)).toEqual([null, null, null, null])
  })

  test('shows what an attendant wrote without the signature, and any other bold line with the text', async () => {
    const mark = newMark()
    const { id } = await served('Oi')
    await ana.post(`/messages/${id}`, { body: `*Ana Prado:*\nSegue o ${mark}` })
    await ana.post(`/messages/${id}`, { body: `*Atenção:*\nSem o ${mark}` })

    expect(excerpts((await search(ana, mark)).messages)).toEqual([`*Atenção:*\nSem o ${mark}`, `Segue o ${mark}`])
  })

  test.each([
    ['as it was written', (name: string) => `*${name}:*\nSegue o pedido`],
    ['with a file, whose form ends lines with CR LF', (name: string) => `*${name}:*\r\nSegue o pedido`],
  ])('does not find what an attendant wrote by the name that signs it, %s', async (_, signed) => {
    const mark = newMark()
    const caio = await company.attendant({ queues: [sales], name: `Caio ${mark}` })
    const { id } = await served('Oi')
    await ana.put(`/tickets/${id}`, { userId: caio.id, queueId: sales.id })
    await caio.post(`/messages/${id}`, { body: signed(caio.name) })
    await caio.post(`/messages/${id}`, { body: `*${caio.name}:*\n${mark} é o código` })
    const found = async () => excerpts((await search(ana, mark)).messages)
    const inConversation = async () => (await ana.get(`/messages/${id}/search?searchParam=${mark}`)).body.ids.length

    expect(await found()).toEqual([`${mark} é o código`])
    expect(await inConversation()).toBe(1)

    // As messages of earlier versions are stored.
    await company.sql('update messages set signature = null where company_id = $1 and sender_user_id = $2', [
      company.id,
      caio.id,
    ])
    expect(await found()).toEqual([`${mark} é o código`])
    expect(await inConversation()).toBe(1)
  })

  test('finds no ticket by the name that signs its messages', async () => {
    const mark = newMark()
    const caio = await company.attendant({ queues: [sales], name: `Caio ${mark}` })
    const { id } = await served('Oi')
    await ana.put(`/tickets/${id}`, { userId: caio.id, queueId: sales.id })
    await caio.post(`/messages/${id}`, { body: `*${caio.name}:*\nSegue o pedido` })
    const found = async (words: string) =>
      (await ana.get(`/tickets?status=search&searchParam=${encodeURIComponent(words)}`)).body.tickets.map(
        (ticket: { id: number }) => ticket.id,
      )

    expect(await found(mark)).toEqual([])
    expect(await found('segue o pedido')).toContain(id)
  })

  test('ignores accents and case, takes beginnings of words in any order, and wants all of them', async () => {
    const mark = newMark()
    await served(`SEGUNDA VIA da Conceição ${mark}`)
    const found = async (text: string) => (await search(ana, text)).messages.results.length

    expect(await found(`conceicao ${mark}`)).toBe(1)
    expect(await found(`${mark} concei segund`)).toBe(1)
    expect(await found(`CONCEIÇÃO ${mark.toUpperCase()}`)).toBe(1)
    expect(await found(`${mark} terceira`)).toBe(0)
  })

  test('finds the name of a file by each of its words', async () => {
    const mark = newMark()
    const ticket = await served('Oi')
    await ana.upload(`/messages/${ticket.id}`, { body: '' }, [
      { field: 'medias', name: `Orçamento-final_${mark} (2).pdf`, type: 'application/pdf', data: samples.pdf },
    ])
    for (const text of ['orcamento', 'FINAL', 'pdf', `Orçamento-final_${mark} (2).pdf`])
      expect((await search(ana, `${mark} ${text}`)).files.results).toHaveLength(1)
  })

  test('answers pages of one kind, newest first, each hit once', async () => {
    const mark = newMark()
    const number = someNumber()
    for (let index = 0; index < 45; index += 15)
      await connection.receive(
        ...Array.from({ length: 15 }, (_, turn) => said(number, `Pedido ${index + turn} de ${mark}`)),
      )
    // Some in earlier weeks, and some at the same time.
    await company.sql(
      `update messages set sent_at = now() - make_interval(days => (id % 9)::int * 5) where company_id = $1 and body like $2`,
      [company.id, `%${mark}`],
    )
    const seen: Found[] = []
    let from = ''
    for (let page = 0; page < 3; page += 1) {
      const { messages, contacts } = await search(ana, mark, `&kind=messages${from}`)
      expect(contacts).toEqual({ results: [], next: null })
      seen.push(...messages.results)
      from = `&from=${messages.next}`
      expect(messages.next === null).toBe(page === 2)
    }
    expect(new Set(seen.map(({ messageId }) => messageId)).size).toBe(45)
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  test('answers pages of contacts by name', async () => {
    const mark = newMark()
    for (let index = 10; index < 33; index += 1)
      await admin.post('/contacts', { name: `${mark} ${index}`, number: someNumber() })
    const first = await search(ana, mark, '&kind=contacts')
    const second = await search(ana, mark, `&kind=contacts&from=${first.contacts.next}`)

    const names = [...first.contacts.results, ...second.contacts.results].map(({ name }) => name)
    expect(names).toEqual(Array.from({ length: 23 }, (_, index) => `${mark} ${index + 10}`))
    expect(second.contacts.next).toBeNull()
  })

  test('shows the part of a long text around the word', async () => {
    const mark = newMark()
    await served(`${'palavra '.repeat(300)}${mark} ${'palavra '.repeat(300)}`)
    const [excerpt = ''] = excerpts((await search(ana, mark)).messages)
    expect(excerpt).toContain(mark)
    expect(excerpt.length).toBeLessThan(210)
  })

  test('opens the newest ticket of the conversation, or the ticket of the hit if the newest may not be seen', async () => {
    const mark = newMark()
    const old = await served(`Antigo ${mark}`)
    await ana.put(`/tickets/${old.id}`, { status: 'closed', sendFarewellMessage: false })
    const [{ contact_id }] = await company.sql('select contact_id from tickets where id = $1', [old.id])
    const opening = { contactId: Number(contact_id), whatsappId: connection.id, status: 'open' }
    const again = await bia.post('/tickets', { ...opening, queueId: support.id })
    expect(again.status).toBe(200)

    const opened = async (person: Person) =>
      (await search(person, mark)).messages.results.map(({ ticket }) => ticket.id)
    expect(await opened(ana)).toEqual([old.id])
    expect(await opened(bia)).toEqual([])
    expect(await opened(admin)).toEqual([again.body.id])
  })

  test('finds nothing that was deleted, and nothing for less than three letters', async () => {
    const mark = newMark()
    const ticket = await served('Oi')
    const { body: message } = await ana.post(`/messages/${ticket.id}`, { body: `Apague ${mark}` })
    expect(excerpts((await search(ana, mark)).messages)).toEqual([`Apague ${mark}`])
    await ana.delete(`/messages/${message.id}`)

    expect((await search(ana, mark)).messages.results).toEqual([])
    for (const text of ['', 'x', 'xx', '  ', '!!!', 'a b c d'])
      expect((await search(ana, text)).messages).toEqual({ results: [], next: null })
  })

  test('shows a contact card as name and number, and a location as its words', async () => {
    const mark = newMark()
    const number = someNumber()
    await connection.receive(
      said(number, `BEGIN:VCARD\nFN:Caio ${mark}\nTEL;waid=5511955554444:+5511955554444\nEND:VCARD`, {
        mediaType: 'contactMessage',
      }),
      said(number, `https://maps.google.com/maps?q=1%2C2&z=17&hl=pt-BR|Loja ${mark}\nRua A, 5`, {
        mediaType: 'locationMessage',
      }),
    )
    expect(excerpts((await search(ana, mark)).messages).toSorted()).toEqual([
      `Caio ${mark} 5511955554444`,
      `Loja ${mark}, Rua A, 5`,
    ])
  })
})

describe('a search in one conversation', () => {
  const within = async (person: Person, id: number, text: string) =>
    (await person.get(`/messages/${id}/search?searchParam=${encodeURIComponent(text)}`)).body

  test('finds its messages, private notes and names of files, newest first, also those of earlier tickets', async () => {
    const mark = newMark()
    const ticket = await served(`Primeira ${mark}`)
    await served(`Outra conversa ${mark}`)
    await ana.put(`/tickets/${ticket.id}`, { status: 'closed', sendFarewellMessage: false })
    await connection.receive(said(ticket.number, `Voltei: ${mark.toUpperCase()}`))
    const [{ id }] = await company.sql(
      `select max(t.id)::int as id from tickets t join tickets o on o.conversation_id = t.conversation_id where o.id = $1`,
      [ticket.id],
    )
    expect(id).not.toBe(ticket.id)
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    await ana.post(`/messages/${id}`, { body: `Nota ${mark}`, isPrivate: true })
    await ana.upload(`/messages/${id}`, { body: '' }, [
      { field: 'medias', name: `lista_${mark}.pdf`, type: 'application/pdf', data: samples.pdf },
    ])

    const { ids, hasMore } = await within(ana, id, mark)
    const bodies = await company.sql('select id::int, body from messages where id = any ($1)', [ids])
    expect(ids.map((one: number) => bodies.find((row) => row.id === one)?.body)).toEqual([
      '',
      `Nota ${mark}`,
      `Voltei: ${mark.toUpperCase()}`,
      `Primeira ${mark}`,
    ])
    expect(hasMore).toBe(false)
    expect(await within(ana, id, 'xx')).toEqual({ ids: [], hasMore: false })
    expect(await within(ana, id, `lista_${mark}.pdf`)).toMatchObject({ ids: [ids[0]] })
  })

  test('answers 404 for a ticket that may not be seen', async () => {
    const ticket = await served('Oi')
    const { status, body } = await bia.get(`/messages/${ticket.id}/search?searchParam=oi+oi`)
    expect({ status, body }).toEqual({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
  })
})

describe('what a search costs', () => {
  test('many single letters, a text of 200 letters and one of 65,000 letters are answered', async () => {
    const mark = newMark()
    await served(`${mark} ${'palavra '.repeat(8000)}`)
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('').join(' ')
    expect((await search(ana, `${letters} ${mark}`)).messages.results).toHaveLength(1)
    expect((await search(ana, `${mark} ${'pa '.repeat(60)}`)).messages.results).toHaveLength(1)
    await search(ana, 'x'.repeat(200))
    expect((await ana.get(`/search?searchParam=${'x'.repeat(201)}`)).status).toBe(400)
  })

  test('signs that mean something in a query are plain text', async () => {
    for (const text of [`o'clock & (a | b)`, ':*', '!não', `\\ ' " <->`, 'a:*B', '%_\\', '0/0 1.5e9 -7'])
      expect((await search(ana, text)).messages.next).toBeNull()
  })

  test('a position that no answer named finds nothing or something, and never fails', async () => {
    const mark = newMark()
    await served(`Oi ${mark}`)
    for (const from of ['999999.99999999999999999.9999999999999999', '0.-99999999999999999.0', '0', '9999', '1.1.1'])
      for (const kind of ['contacts', 'messages', 'notes', 'files'])
        await search(ana, mark, `&kind=${kind}&from=${from}`)
    for (const from of ['x', '1.2', `1.1.1'--`, '-1'])
      expect((await ana.get(`/search?searchParam=${mark}&from=${encodeURIComponent(from)}`)).status).toBe(400)
  })

  test('a search that takes too long is given up, and the caller is told to come back', async () => {
    const [{ text: original }] = await world.sql(
      `select pg_get_functiondef('search_words(text)'::regprocedure) as text`,
    )
    await world.sql(`create or replace function search_words(term text) returns text[] language plpgsql immutable as
                     $$ begin perform pg_sleep(60); return '{}'; end $$`)
    try {
      const ticket = await served('Oi')
      const { status, body } = await ana.get(`/messages/${ticket.id}/search?searchParam=demora`)
      expect({ status, body }).toMatchObject({ status: 503, body: { error: 'ERR_BUSY' } })
    } finally {
      await world.sql(original)
    }
  })
})

describe('a user for whom numbers are masked', () => {
  test('finds no contact card by its digits and sees none in a result', async () => {
    const own = await world.company()
    const queue = await own.queue()
    await own.setting('lgpdHideNumber', 'enabled')
    const [hidden, boss] = [await own.attendant({ queues: [queue] }), await own.admin()]
    const line = await own.connection({ queues: [queue] })
    const number = someNumber()
    const mark = newMark()
    await line.receive(
      said(number, `BEGIN:VCARD\nFN:Caio ${mark}\nTEL;waid=${number}:+${number}\nEND:VCARD`, {
        mediaType: 'contactMessage',
        name: number,
      }),
    )
    const [{ id }] = await own.sql('select id::int from tickets where company_id = $1', [own.id])

    const digits = `caio ${number.slice(0, 5)}`
    for (const text of [digits, number, 'caio 5']) {
      expect((await search(hidden, text)).messages.results).toEqual([])
      expect((await hidden.get(`/tickets?status=search&searchParam=${encodeURIComponent(text)}`)).body.tickets).toEqual(
        [],
      )
      expect((await hidden.get(`/messages/${id}/search?searchParam=${encodeURIComponent(text)}`)).body.ids).toEqual([])
    }
    expect((await search(boss, digits)).messages.results).toHaveLength(1)
    expect((await boss.get(`/messages/${id}/search?searchParam=${encodeURIComponent(digits)}`)).body.ids).toHaveLength(
      1,
    )

    const shown = [await search(hidden, 'caio'), (await hidden.get('/tickets?status=search&searchParam=caio')).body]
    for (const answer of shown) {
      expect(JSON.stringify(answer)).toContain('Caio')
      expect(JSON.stringify(answer)).not.toContain(number)
    }
  })
})
