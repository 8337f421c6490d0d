import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactList } from '#test/campaigns/campaigns'
import { samples } from '#test/files'
import { someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let connection: TestConnection
let listId: number
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  connection = await company.connection()
  listId = await contactList(company, [{ number: someNumber() }])
})
afterAll(() => world.close())

/** As the client of the family sends it. */
const draft = () => ({
  name: 'Inverno',
  message1: 'Oi {nome}',
  message2: null,
  message3: null,
  message4: null,
  message5: null,
  confirmationMessage1: null,
  confirmationMessage2: null,
  confirmationMessage3: null,
  confirmationMessage4: null,
  confirmationMessage5: null,
  status: 'INATIVA',
  confirmation: false,
  scheduledAt: null as string | null,
  contactListId: null as number | null,
  tagListId: 'Nenhuma' as string | number,
  companyId: company.id,
  whatsappId: String(connection.id),
})

const make = async (body: object = {}) => {
  const answer = await admin.post('/campaigns', { ...draft(), ...body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** A time in the company's zone, as clients send it. */
const localTime = async (ahead: string): Promise<string> => {
  const [{ at }] = await company.sql(
    `select to_char((now() + $2::interval) at time zone timezone, 'YYYY-MM-DD HH24:MI:SS') as at from companies where id = $1`,
    [company.id, ahead],
  )
  return at
}

const notEditable = { status: 400, body: { error: 'ERR_CAMPAIGN_NOT_EDITABLE' } }
const invalid = (path: string, message: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: { issues: [{ path, message }] } },
})

describe('a campaign', () => {
  test('without a date is inactive, and with one it is scheduled', async () => {
    const inactive = await make()
    expect(inactive).toMatchObject({
      status: 'INATIVA',
      message1: 'Oi {nome}',
      message2: null,
      confirmation: false,
      contactListId: null,
      tagListId: 'Nenhuma',
      whatsappId: String(connection.id),
      whatsapp: { id: connection.id },
      scheduledAt: null,
      completedAt: null,
      shipping: [],
    })
    const scheduled = await make({ scheduledAt: await localTime('3 hours'), contactListId: listId })
    expect(scheduled).toMatchObject({ status: 'PROGRAMADA', contactList: { id: listId, name: 'Clientes' } })
    expect(Date.parse(scheduled.scheduledAt) - Date.now()).toBeGreaterThan(2 * 3_600_000)
    expect(scheduled.contactList.contacts).toMatchObject([{ name: 'Mariana Lopes', isWhatsappValid: true }])

    const { body } = await admin.get('/campaigns/?searchParam=inver&pageNumber=1')
    expect(body).toMatchObject({ hasMore: false })
    expect(body.records[0]).toMatchObject({ id: scheduled.id, contactList: { id: listId, name: 'Clientes' } })
    expect((await admin.get('/campaigns?searchParam=outra')).body).toEqual({ records: [], count: 0, hasMore: false })
  })

  test('says what is missing before it can be scheduled', async () => {
    const scheduledAt = await localTime('3 hours')
    const post = (body: object) => admin.post('/campaigns', { ...draft(), contactListId: listId, ...body })
    const cases: [object, object][] = [
      [{ name: 'A' }, invalid('body.name', 'tooShort')],
      [{ whatsappId: '' }, invalid('body.whatsappId', 'required')],
      [{ scheduledAt, contactListId: null }, invalid('body.contactListId', 'required')],
      [{ scheduledAt, message1: '  ' }, invalid('body.message1', 'required')],
      // Joiners and fillers, of which nothing is seen.
      [{ scheduledAt, message1: '\u200b \u200d', message2: '\u2800\u3164' }, invalid('body.message1', 'required')],
      [{ scheduledAt, confirmation: true }, invalid('body.confirmationMessage1', 'required')],
      [{ scheduledAt: '2020-01-01 10:00:00' }, { status: 400, body: { error: 'ERR_SCHEDULE_IN_PAST' } }],
      [{ whatsappId: '999999' }, { status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } }],
      [{ contactListId: 999_999 }, { status: 404, body: { error: 'ERR_NO_CONTACT_LIST_FOUND' } }],
      [{ tagListId: 999_999 }, { status: 404, body: { error: 'ERR_NO_TAG_FOUND' } }],
      [{ queueId: 999_999 }, { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } }],
      [{ answerTagId: 999_999 }, { status: 404, body: { error: 'ERR_NO_TAG_FOUND' } }],
    ]
    for (const [body, refusal] of cases) {
      const { status, body: answer } = await post(body)
      expect({ body, status, answer }).toMatchObject({ body, status: (refusal as { status: number }).status })
      expect(answer).toMatchObject({ error: (refusal as { body: { error: string } }).body.error })
    }
    const chat = await company.webChat()
    expect(await post({ whatsappId: String(chat.id) })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('can be changed until an hour before it starts, and then not', async () => {
    const far = await make({ scheduledAt: await localTime('3 hours'), contactListId: listId })
    // The client sends the whole record back.
    const changed = await admin.put(`/campaigns/${far.id}`, {
      ...far,
      name: 'Verão',
      message2: 'Olá',
      status: 'FINALIZADA',
    })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Verão', message2: 'Olá', status: 'PROGRAMADA' } })
    expect((await admin.put(`/campaigns/${far.id}`, { scheduledAt: null })).body).toMatchObject({ status: 'INATIVA' })

    const near = await make({ scheduledAt: await localTime('30 minutes'), contactListId: listId })
    expect(await admin.put(`/campaigns/${near.id}`, { name: 'Verão' })).toMatchObject(notEditable)
    expect((await admin.get(`/campaigns/${near.id}`)).body.name).toBe('Inverno')
  })

  test('that was cancelled keeps everything but its texts', async () => {
    const { id } = await make({ scheduledAt: await localTime('30 minutes'), contactListId: listId })
    expect(await admin.post(`/campaigns/${id}/cancel`)).toMatchObject({ status: 204, body: '' })
    const { body } = await admin.put(`/campaigns/${id}`, { name: 'Verão', message1: 'Tchau', confirmation: true })
    expect(body).toMatchObject({ status: 'CANCELADA', name: 'Inverno', message1: 'Tchau', confirmation: false })
    expect(await admin.put(`/campaigns/${id}`, { message1: null })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('is cancelled and restarted only in the states that allow it', async () => {
    const { id } = await make()
    const refused = (error: string) => ({ status: 400, body: { error } })
    expect(await admin.post(`/campaigns/${id}/cancel`)).toMatchObject(refused('ERR_CAMPAIGN_NOT_RUNNING'))
    expect(await admin.post(`/campaigns/${id}/restart`)).toMatchObject(refused('ERR_CAMPAIGN_NOT_STOPPED'))
  })

  test('takes a file, which a running one does not', async () => {
    const { id } = await make()
    const file = { field: 'file', name: 'oferta.png', type: 'image/png', data: await samples.png() }
    const added = await admin.upload(`/campaigns/${id}/media-upload`, {}, [file])
    expect(added).toMatchObject({ status: 200, body: { mensagem: 'Arquivo Anexado' } })
    const { body } = await admin.get(`/campaigns/${id}`)
    expect(body).toMatchObject({ mediaName: 'oferta.png', mediaPath: expect.stringContaining('http') })
    expect(await admin.delete(`/campaigns/${id}/media-upload`)).toMatchObject({
      body: { mensagem: 'Arquivo Excluído' },
    })
    expect((await admin.get(`/campaigns/${id}`)).body).toMatchObject({ mediaName: null, mediaPath: null })

    await company.sql("update campaigns set status = 'FINALIZADA' where id = $1", [id])
    expect(await admin.upload(`/campaigns/${id}/media-upload`, {}, [file])).toMatchObject(notEditable)
  })

  test('is told to admins and supervisors, and to nobody else', async () => {
    const supervisor = await company.supervisor()
    const attendant = await company.attendant()
    const [told, other] = [await supervisor.listen(), await attendant.listen()]
    const last = () => told.of('campaign').at(-1)?.payload
    const { id } = await make()
    const record = { id, shipping: [], contactList: { contacts: [] } }
    await eventually(() => expect(last()).toMatchObject({ action: 'create', record }))
    await admin.put(`/campaigns/${id}`, { name: 'Verão' })
    await eventually(() => expect(last()).toMatchObject({ action: 'update', record: { id, name: 'Verão' } }))
    await admin.delete(`/campaigns/${id}`)
    await eventually(() => expect(last()).toMatchObject({ action: 'delete', id }))
    await world.app.deps.publisher.idle()
    expect(other.of('campaign')).toEqual([])
    expect((await admin.get(`/campaigns/${id}`)).status).toBe(404)
  })

  test('is of admins and supervisors of its company only', async () => {
    const { id } = await make()
    const attendant = await company.attendant()
    const stranger = await (await world.company()).admin()
    for (const [method, path] of [
      ['get', `/campaigns/${id}`],
      ['post', `/campaigns/${id}/cancel`],
      ['post', `/campaigns/${id}/restart`],
      ['delete', `/campaigns/${id}`],
      ['delete', `/campaigns/${id}/media-upload`],
    ] as const) {
      expect({ path, ...(await attendant[method](path)) }).toMatchObject({ status: 403 })
      expect({ path, ...(await stranger[method](path)) }).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CAMPAIGN_FOUND' },
      })
    }
    expect((await attendant.get('/campaigns')).status).toBe(403)
    expect((await (await company.supervisor()).get(`/campaigns/${id}`)).status).toBe(200)
  })

  test('refuses foreign connections, lists, tags and queues', async () => {
    const other = await world.company()
    const theirs = {
      whatsappId: String((await other.connection()).id),
      contactListId: await contactList(other, []),
      tagListId: (await (await other.admin()).post('/tags', { name: 'Deles' })).body.id,
      queueId: (await other.queue()).id,
    }
    for (const [field, value] of Object.entries(theirs))
      expect({ field, ...(await admin.post('/campaigns', { ...draft(), [field]: value })) }).toMatchObject({
        status: 404,
      })
  })
})

describe('the settings of campaigns', () => {
  const valuesOf = (rows: { key: string; value: string }[]) =>
    Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]))

  test('are JSON texts, and nothing until they are saved', async () => {
    const fresh = await (await world.company()).admin()
    expect((await fresh.get('/campaign-settings')).body).toEqual([])
    const settings = {
      messageInterval: 10,
      longerIntervalAfter: 5,
      greaterInterval: 40,
      variables: [{ key: 'loja', value: 'Centro' }],
    }
    const { body } = await fresh.post('/campaign-settings', { settings })
    expect(body).toHaveLength(4)
    expect(body[0]).toEqual({ id: expect.any(Number), key: expect.any(String), value: expect.any(String) })
    expect(valuesOf(body)).toEqual(settings)
    expect((await fresh.get('/campaign-settings')).body).toEqual(body)
  })

  test('clamp nonsense to what the screen offers', async () => {
    const save = async (settings: object) => valuesOf((await admin.post('/campaign-settings', { settings })).body)
    expect(await save({ messageInterval: -1, longerIntervalAfter: 'NaN', greaterInterval: 0.001 })).toEqual({
      messageInterval: 0,
      longerIntervalAfter: 20,
      greaterInterval: 0,
      variables: [],
    })
    expect(await save({ messageInterval: 1e9, longerIntervalAfter: '7', greaterInterval: null })).toMatchObject({
      messageInterval: 20,
      longerIntervalAfter: 5,
      greaterInterval: 60,
    })
    expect(
      await save({ messageInterval: '1e999', longerIntervalAfter: 'Infinity', greaterInterval: '-Infinity' }),
    ).toMatchObject({ messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 0 })
  })

  test('keep the first of two variables, and refuse names that are ours', async () => {
    const save = (variables: object[]) => admin.post('/campaign-settings', { settings: { variables } })
    const { body } = await save([
      { key: 'Loja', value: 'Centro' },
      { key: 'lojá', value: 'Norte' },
      { key: '__proto__', value: 'x' },
    ])
    expect(valuesOf(body).variables).toEqual([
      { key: 'Loja', value: 'Centro' },
      { key: '__proto__', value: 'x' },
    ])
    for (const key of ['nome', 'Número', 'firstName', 'a|b', '{x}', ''])
      expect({ key, ...(await save([{ key, value: 'x' }])) }).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
  })

  test('are told to other windows', async () => {
    const listener = await admin.listen()
    await admin.post('/campaign-settings', { settings: { messageInterval: 15 } })
    await eventually(() =>
      expect(listener.of('campaignSettings').at(-1)?.payload).toMatchObject({
        action: 'create',
        record: expect.arrayContaining([expect.objectContaining({ key: 'messageInterval', value: '15' })]),
      }),
    )
  })
})
