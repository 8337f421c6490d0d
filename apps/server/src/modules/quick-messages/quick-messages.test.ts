import { randomBytes, randomUUID } from 'node:crypto'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let supervisor: Person
let ana: Person
let bia: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  ;[admin, supervisor, ana, bia] = await Promise.all([
    company.admin(),
    company.supervisor(),
    company.attendant({ name: 'Ana' }),
    company.attendant({ name: 'Bia' }),
  ])
})
afterAll(() => world.close())

const mark = () => randomBytes(5).toString('hex')

async function made(by: Person, fields: Record<string, unknown> = {}) {
  const answer = await by.post('/quick-messages', { shortcode: `oi-${mark()}`, message: 'Bom dia!', ...fields })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const picture = async (name = 'sala.png') => ({
  field: 'file',
  name,
  type: 'image/png',
  data: await samples.png(),
})
const attach = async (by: Person, id: number) =>
  by.upload(`/quick-messages/${id}/media-upload`, { typeArch: 'quickMessage' }, [await picture()])

const pickedBy = async (person: Person) =>
  (await person.get('/quick-messages/list')).body.map(({ id }: { id: number }) => id)

describe('a quick message', () => {
  test('is created as existing clients send it, and answered in their form', async () => {
    const shortcode = `/prazo-${mark()}`
    const { status, body } = await ana.post('/quick-messages', {
      shortcode,
      message: 'O prazo é de 25 dias.',
      geral: false,
      status: true,
      isCategory: false,
      categoryId: '',
      isMedia: true,
      mediaPath: null,
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      shortcode: shortcode.slice(1),
      message: 'O prazo é de 25 dias.',
      geral: false,
      status: true,
      isCategory: false,
      categoryId: null,
      isMedia: false,
      mediaPath: null,
      mediaName: null,
      userId: ana.id,
      user: { id: ana.id, name: 'Ana' },
      companyId: company.id,
    })
    expect((await ana.get(`/quick-messages/${body.id}`)).body).toEqual(body)
    expect((await ana.get(`/quick-messages/list?companyId=${company.id}&userId=${ana.id}`)).body).toContainEqual(body)
    expect(
      (await ana.get(`/quick-messages/?searchParam=${shortcode.slice(1)}&pageNumber=1&userId=${ana.id}`)).body,
    ).toEqual({ records: [body], count: 1, hasMore: false })
  })

  test('is found by shortcode and text, without accents and capitals', async () => {
    const word = mark()
    const { id } = await made(ana, { shortcode: `Ações ${word}`, message: `Você ganhou ${word}` })

    for (const text of [`acoes ${word}`, `VOCE GANHOU ${word}`, word]) {
      const { body } = await ana.get(`/quick-messages?searchParam=${encodeURIComponent(text)}`)
      expect(body.records.map((row: { id: number }) => row.id)).toEqual([id])
    }
  })

  test('changes only in the fields that are sent', async () => {
    const category = await made(ana, { isCategory: true })
    const { id, shortcode } = await made(ana, { categoryId: category.id })

    await ana.put(`/quick-messages/${id}`, { message: 'Boa tarde!' })
    expect((await ana.get(`/quick-messages/${id}`)).body).toMatchObject({
      shortcode,
      message: 'Boa tarde!',
      status: true,
      categoryId: category.id,
    })
    await ana.put(`/quick-messages/${id}`, { categoryId: '', status: false })
    expect((await ana.get(`/quick-messages/${id}`)).body).toMatchObject({
      message: 'Boa tarde!',
      status: false,
      categoryId: null,
    })
  })

  test('that is switched off is kept, and not offered', async () => {
    const { id } = await made(ana, { status: false })

    expect(await pickedBy(ana)).not.toContain(id)
    expect((await ana.get(`/quick-messages/${id}`)).status).toBe(200)
  })

  test('is listed by page', async () => {
    const word = mark()
    for (let index = 0; index <= limits.rowsPerPage; index++) await made(bia, { shortcode: `${word} ${100 + index}` })

    const first = (await bia.get(`/quick-messages?searchParam=${word}`)).body
    const second = (await bia.get(`/quick-messages?searchParam=${word}&pageNumber=2`)).body

    expect(first).toMatchObject({ count: limits.rowsPerPage + 1, hasMore: true })
    expect(second.hasMore).toBe(false)
    expect([...first.records, ...second.records].map(({ shortcode }) => shortcode)).toEqual(
      Array.from({ length: limits.rowsPerPage + 1 }, (_, index) => `${word} ${100 + index}`),
    )
  })

  test('needs a shortcode, and a text unless a file follows', async () => {
    for (const body of [
      { message: 'Sem atalho' },
      { shortcode: ' / ', message: 'Atalho vazio' },
      { shortcode: 'x'.repeat(51), message: 'Atalho longo' },
      { shortcode: 'x', message: 'x'.repeat(limits.quickMessageText + 1) },
      { shortcode: 'x', message: '  ' },
      { shortcode: 'x' },
    ])
      expect(await ana.post('/quick-messages', body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })

    const { id } = await made(ana, { message: '', isMedia: true })
    expect((await ana.put(`/quick-messages/${id}`, { message: '' })).status).toBe(400)
    await attach(ana, id)
    expect((await ana.put(`/quick-messages/${id}`, { message: '' })).status).toBe(200)
  })

  test('is refused beyond the number that one user may have', async () => {
    const carla = await company.attendant()
    await company.sql(
      `insert into quick_messages (company_id, user_id, shortcode, message)
       select $1, $2, 'n' || n, 'x' from generate_series(1, $3::int) n`,
      [company.id, carla.id, limits.quickMessagesPerUser],
    )

    expect(await carla.post('/quick-messages', { shortcode: 'mais', message: 'um' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_QUICK_MESSAGE_LIMIT' },
    })
    await made(ana)
  })
})

describe('a category', () => {
  test('has no text, and groups the messages that one sees', async () => {
    const category = await made(admin, { shortcode: `Vendas ${mark()}`, message: '', isCategory: true, geral: true })
    const general = await made(admin, { categoryId: category.id, geral: true })
    const own = await made(ana, { categoryId: category.id })
    await made(bia, { categoryId: category.id })

    const { body } = await ana.get('/quick-messages/categoriesMessages')
    const found = body.find(({ id }: { id: number }) => id === category.id)

    expect(found).toMatchObject({ isCategory: true, shortcode: category.shortcode, message: '' })
    expect(new Set(found.messages.map(({ id }: { id: number }) => id))).toEqual(new Set([general.id, own.id]))
    expect((await ana.get('/quick-messages/listCategories')).body).toContainEqual(category)
    expect(await pickedBy(ana)).not.toContain(category.id)
    expect((await ana.get(`/quick-messages?categoryId=${category.id}`)).body.count).toBe(2)
  })

  test('can be listed apart from the messages', async () => {
    const word = mark()
    const category = await made(ana, { shortcode: `${word} c`, isCategory: true })
    const message = await made(ana, { shortcode: `${word} m` })
    const idsOf = async (isCategory: boolean) =>
      (await ana.get(`/quick-messages?searchParam=${word}&isCategory=${isCategory}`)).body.records.map(
        ({ id }: { id: number }) => id,
      )

    expect(await idsOf(true)).toEqual([category.id])
    expect(await idsOf(false)).toEqual([message.id])
  })

  test('that is deleted leaves its messages without a category', async () => {
    const category = await made(ana, { isCategory: true })
    const { id } = await made(ana, { categoryId: category.id })

    expect((await ana.delete(`/quick-messages/${category.id}`)).status).toBe(200)

    expect((await ana.get(`/quick-messages/${id}`)).body.categoryId).toBeNull()
  })

  test('must be one that exists and that one sees; a message is none, and a category has no file', async () => {
    const ofBia = await made(bia, { isCategory: true })
    const message = await made(ana)
    for (const categoryId of [ofBia.id, message.id, 987_654_321])
      expect(await ana.post('/quick-messages', { shortcode: 'x', message: 'y', categoryId })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_QUICK_MESSAGE_FOUND' },
      })
    const own = await made(ana, { isCategory: true })
    expect((await attach(ana, own.id)).status).toBe(400)
    expect((await ana.put(`/quick-messages/${own.id}`, { isCategory: false })).body.isCategory).toBe(true)
  })
})

describe('who sees and changes what', () => {
  test('a user sees general and own ones, admins and supervisors all', async () => {
    const [general, ofAna, ofBia] = [await made(admin, { geral: true }), await made(ana), await made(bia)]
    const idsOf = async (person: Person) => {
      const seen = await pickedBy(person)
      return [general.id, ofAna.id, ofBia.id].filter((id) => seen.includes(id))
    }

    expect(await idsOf(ana)).toEqual([general.id, ofAna.id])
    expect(await idsOf(supervisor)).toEqual([general.id, ofAna.id, ofBia.id])
    expect(await idsOf(admin)).toEqual([general.id, ofAna.id, ofBia.id])
    expect((await ana.get('/quick-messages/list?showAll=true')).body).toEqual(
      (await ana.get('/quick-messages/list')).body,
    )
    expect((await ana.get(`/quick-messages/${ofBia.id}`)).status).toBe(404)
    expect((await ana.get(`/quick-messages?searchParam=${ofBia.shortcode}`)).body.count).toBe(0)
  })

  test('a user changes and deletes their own that are not general', async () => {
    const [general, ofAna, ofBia] = [await made(admin, { geral: true }), await made(ana), await made(bia)]

    expect((await ana.put(`/quick-messages/${general.id}`, { message: 'Meu' })).status).toBe(403)
    expect((await ana.delete(`/quick-messages/${general.id}`)).status).toBe(403)
    expect((await attach(ana, general.id)).status).toBe(403)
    expect((await ana.delete(`/quick-messages/${general.id}/media-upload`)).status).toBe(403)
    expect((await ana.put(`/quick-messages/${ofBia.id}`, { message: 'Meu' })).status).toBe(404)
    expect((await ana.delete(`/quick-messages/${ofBia.id}`)).status).toBe(404)
    expect((await ana.put(`/quick-messages/${ofAna.id}`, { message: 'Meu' })).status).toBe(200)
    expect((await ana.delete(`/quick-messages/${ofAna.id}`)).status).toBe(200)
    expect((await admin.get(`/quick-messages/${general.id}`)).body).toEqual(general)
  })

  test('only admins and supervisors set the general flag, and change those of everybody', async () => {
    expect((await ana.post('/quick-messages', { shortcode: 'x', message: 'y', geral: true })).status).toBe(403)
    const { id } = await made(ana)
    expect((await ana.put(`/quick-messages/${id}`, { geral: true })).status).toBe(403)

    expect((await supervisor.put(`/quick-messages/${id}`, { geral: true })).body.geral).toBe(true)

    expect((await ana.put(`/quick-messages/${id}`, { message: 'z' })).status).toBe(403)
    expect((await ana.put(`/quick-messages/${id}`, { geral: false })).status).toBe(403)
    expect((await admin.put(`/quick-messages/${id}`, { message: 'De todos', geral: false })).status).toBe(200)
    expect((await ana.get(`/quick-messages/${id}`)).body).toMatchObject({ message: 'De todos', userId: ana.id })
    expect((await supervisor.delete(`/quick-messages/${id}`)).status).toBe(200)
  })

  test('another company finds nothing', async () => {
    const stranger = await (await world.company()).admin()
    const { id } = await made(ana)
    const own = await made(stranger)

    expect((await stranger.get(`/quick-messages/${id}`)).status).toBe(404)
    expect((await stranger.put(`/quick-messages/${id}`, { message: 'x' })).status).toBe(404)
    expect((await attach(stranger, id)).status).toBe(404)
    expect((await stranger.delete(`/quick-messages/${id}/media-upload`)).status).toBe(404)
    expect((await stranger.delete(`/quick-messages/${id}`)).status).toBe(404)
    expect(await pickedBy(stranger)).toEqual([own.id])
  })
})

describe('live events', () => {
  test('a general one is told to everybody, under both names', async () => {
    const [near, far] = [await ana.listen(), await bia.listen()]
    const { id } = await made(admin, { geral: true })

    for (const heard of [near, far])
      for (const name of ['quickMessage', 'quickMessageToo'] as const)
        await eventually(() =>
          expect(heard.of(name).at(-1)?.payload).toMatchObject({ action: 'update', record: { id, geral: true } }),
        )
    await admin.delete(`/quick-messages/${id}`)
    await eventually(() => expect(far.of('quickMessage').at(-1)?.payload).toMatchObject({ action: 'delete', id }))
  })

  test('one that is not general is told to its owner and to admins and supervisors only', async () => {
    const [own, managers, other] = [await ana.listen(), await supervisor.listen(), await bia.listen()]
    const { id, shortcode } = await made(ana)
    const { id: later } = await made(admin, { geral: true })

    for (const heard of [own, managers])
      await eventually(() => expect(heard.of('quickMessage')[0]?.payload).toMatchObject({ record: { id } }))
    await eventually(() => expect(other.of('quickMessage').at(-1)?.payload).toMatchObject({ record: { id: later } }))
    expect(JSON.stringify(other.events)).not.toContain(shortcode)
    expect(JSON.stringify((await bia.get('/events?after=0')).body)).not.toContain(shortcode)
  })

  test('one that is general no more disappears for those who cannot see it now', async () => {
    const { id } = await made(admin, { geral: true })
    await world.app.deps.publisher.idle()
    const [near, far] = [await supervisor.listen(), await bia.listen()]

    await admin.put(`/quick-messages/${id}`, { geral: false, message: 'Só meu' })

    await eventually(() => expect(far.of('quickMessage').at(-1)?.payload).toMatchObject({ action: 'delete', id }))
    await eventually(() =>
      expect(near.of('quickMessage').at(-1)?.payload).toMatchObject({
        action: 'update',
        record: { message: 'Só meu' },
      }),
    )
    expect(JSON.stringify(far.events)).not.toContain('Só meu')
  })
})

describe('the file', () => {
  const bytesAt = async (address: string, cookies: Record<string, string> = {}) => {
    const { pathname, search } = new URL(address)
    const answer = await world.app.http.inject({ url: pathname + search, cookies })
    return { status: answer.statusCode, bytes: answer.rawPayload }
  }

  test('is uploaded, replaced and taken away', async () => {
    const { id } = await made(ana)

    const { status, body } = await attach(ana, id)

    expect(status).toBe(200)
    expect(body.mensagem).toBe('Arquivo Anexado')
    expect(body.record).toMatchObject({ isMedia: true, mediaName: 'sala.png', mediaType: 'image' })
    expect(body.record.mediaPath).toContain(`/public/company${company.id}/quickMessage/`)
    expect((await bytesAt(body.record.mediaPath)).bytes.equals(await samples.png())).toBe(true)

    const pdf = { field: 'file', name: 'catálogo.pdf', type: 'application/pdf', data: samples.pdf }
    const replaced = await ana.upload(`/quick-messages/${id}/media-upload`, {}, [pdf])
    expect(replaced.body.record).toMatchObject({ mediaName: 'catálogo.pdf', mediaType: 'application' })
    expect((await bytesAt(body.record.mediaPath)).status).toBe(404)

    const bare = await ana.delete(`/quick-messages/${id}/media-upload`)
    expect(bare.body.record).toMatchObject({ isMedia: false, mediaPath: null, mediaName: null })
    expect((await bytesAt(replaced.body.record.mediaPath)).status).toBe(404)
  })

  test('without a signed link is read only by those who see the message', async () => {
    const { id } = await made(ana)
    const { pathname } = new URL((await attach(ana, id)).body.record.mediaPath)
    const address = `http://guiche.test${pathname}`
    const cookiesOf = ({ refreshCookie: { name, value } }: Person) => ({ [name]: value })

    expect((await bytesAt(address)).status).toBe(404)
    expect((await bytesAt(address, cookiesOf(ana))).status).toBe(200)
    expect((await bytesAt(address, cookiesOf(admin))).status).toBe(200)
    expect((await bytesAt(address, cookiesOf(bia))).status).toBe(404)
    expect((await bytesAt(address.replace('/quickMessage/', '/'), cookiesOf(ana))).status).toBe(404)
  })

  test('of a program or of nothing is refused and leaves nothing', async () => {
    const { id } = await made(ana)
    const before = await company.sql('select id from files where company_id = $1', [company.id])
    for (const [name, data, status] of [
      ['a.png', samples.exe, 415],
      ['a.png', Buffer.alloc(0), 400],
    ] as const)
      expect(
        (await ana.upload(`/quick-messages/${id}/media-upload`, {}, [{ field: 'file', name, type: 'image/png', data }]))
          .status,
      ).toBe(status)
    expect((await ana.upload(`/quick-messages/${id}/media-upload`, { typeArch: 'quickMessage' }, [])).status).toBe(400)
    expect(await company.sql('select id from files where company_id = $1', [company.id])).toHaveLength(before.length)
  })

  async function openTicket() {
    const queue = await company.queue()
    const connection = await company.connection({ queues: [queue] })
    const number = someNumber()
    await connection.receive(said(number, 'Oi', { name: 'Rita Moura' }))
    const [row] = await company.sql('select id from tickets where company_id = $1 and connection_id = $2', [
      company.id,
      connection.id,
    ])
    const ticketId = Number(row.id)
    await admin.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id, queueId: queue.id })
    return { ticketId, number }
  }

  test('is sent with a message as it is stored, with a caption whose variables are filled in', async () => {
    const { ticketId, number } = await openTicket()
    const { id } = await made(ana)
    await attach(ana, id)
    const counted = await company.sql('select bytes from uploads where company_id = $1 and user_id = $2', [
      company.id,
      ana.id,
    ])

    const clientId = randomUUID()
    const message = { body: 'Veja, {{firstName}}', quickMessageId: id, clientId }
    const { status, body } = await ana.post(`/messages/${ticketId}`, message)

    expect(status).toBe(200)
    expect(body).toMatchObject({ body: 'Veja, Rita', mediaType: 'image', mediaName: 'sala.png' })
    expect((await ana.post(`/messages/${ticketId}`, message)).body.id).toBe(body.id)
    expect(
      await company.sql('select bytes from uploads where company_id = $1 and user_id = $2', [company.id, ana.id]),
    ).toEqual(counted)
    await eventually(() =>
      expect(
        world.network.arrived.filter(({ address, action }) => address === number && action === 'send'),
      ).toMatchObject([{ kind: 'media', caption: 'Veja, Rita' }]),
    )
  })

  test('of a message that one does not see, that has none, or that is gone is not sent', async () => {
    const { ticketId } = await openTicket()
    const [ofBia, bare] = [await made(bia), await made(ana)]
    await attach(bia, ofBia.id)

    for (const [quickMessageId, status] of [
      [ofBia.id, 404],
      [987_654_321, 404],
      [bare.id, 400],
    ])
      expect((await ana.post(`/messages/${ticketId}`, { body: '', quickMessageId })).status).toBe(status)
    expect((await ana.post(`/messages/${ticketId}`, { body: '' })).status).toBe(400)
  })
})

describe('the variables of a ticket', () => {
  test('are what a message would be filled in with, and never variables themselves', async () => {
    const queue = await company.queue('Vendas')
    const connection = await company.connection({ queues: [queue] })
    await connection.receive(said(someNumber(), 'Oi', { name: '{{queue}} Moura' }))
    const [row] = await company.sql('select id from tickets where company_id = $1 and connection_id = $2', [
      company.id,
      connection.id,
    ])
    const id = Number(row.id)
    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id, queueId: queue.id })

    const { status, body } = await admin.get(`/tickets/${id}/variables`)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'queue Moura',
      firstName: 'queue',
      queue: 'Vendas',
      ticket_id: String(id),
      userName: admin.user.name,
    })
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'connection',
        'data_hora',
        'date',
        'firstName',
        'hour',
        'ms',
        'name',
        'name_company',
        'protocol',
        'queue',
        'ticket_id',
        'userName',
      ].toSorted(),
    )
    expect(await ana.get(`/tickets/${id}/variables`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    })
  })
})
