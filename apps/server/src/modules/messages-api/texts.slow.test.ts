import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { answerNumbers, arrivedOn, messagesOf, send, sendFiles, shopIn, ticketsOf } from '#test/scenes/programs'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const shop = () => shopIn(world)

describe('a text', () => {
  test('to a new number, sent four times at the same moment, makes one contact and one ticket', async () => {
    const place = await shop()
    const number = someNumber()

    const answers = await Promise.all(Array.from({ length: 4 }, () => send(place, { number })))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await ticketsOf(place)).toHaveLength(1)
    expect(await messagesOf(place)).toHaveLength(4)
  })

  test('of which nothing is seen is refused', async () => {
    const place = await shop()
    // A zero-width space, a joiner and an empty pattern of Braille.
    expect(await send(place, { body: '\u200b \u200d\u2800' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { issues: [{ path: 'body.body', message: 'required' }] } },
    })
    expect(await messagesOf(place)).toEqual([])
  })

  test('is signed with the name of the user on request', async () => {
    const place = await shop()

    await send(place, { userId: place.ana.id, sendSignature: true })
    await send(place, { sendSignature: 'true' })

    expect(await messagesOf(place)).toMatchObject([
      { body: '*Ana Prado:*\nSeu pedido saiu', signature: 'Ana Prado' },
      { body: 'Seu pedido saiu', signature: '' },
    ])
  })

  test('waits for its delay while the call is answered', async () => {
    const place = await shop()

    const { body } = await send(place, { msdelay: 60_000 })

    expect(body.status).toBe('SUCCESS')
    const [entry] = await place.company.sql(
      `select not_before > now() + interval '30 seconds' as waits from outbox where message_id = $1`,
      [body.id],
    )
    expect(entry).toEqual({ waits: true })
    expect((await place.program.get(`/api/messages/${body.id}`)).body.state).toBe('waiting')
  })

  test('closes its ticket on request, but none that somebody else serves', async () => {
    const place = await shop()
    const number = someNumber()

    await send(place, { number, closeTicket: true })
    expect(await ticketsOf(place)).toMatchObject([{ status: 'closed' }])

    await send(place, { number, userId: place.ana.id, closeTicket: false })
    await send(place, { number, closeTicket: true })
    expect((await ticketsOf(place)).at(-1)).toMatchObject({ status: 'open', user_id: place.ana.id })

    await send(place, { number, userId: place.ana.id, closeTicket: 'true' })
    expect((await ticketsOf(place)).at(-1)).toMatchObject({ status: 'closed' })
  })

  test('goes to a group that the company knows', async () => {
    const place = await shop()
    const group = `1203630${someNumber()}`
    const { id } = await place.company.connection({ allowsGroups: true })
    const groups = { ...place, program: world.program(await place.company.apiToken({ id })) }
    await place.company.sql('update connections set allows_groups = true where id = $1', [place.connection.id])
    await place.connection.receive(said({ kind: 'group', value: group }, 'Oi', { isGroup: true, name: 'Família' }))

    expect((await send(place, { number: group })).status).toBe(200)
    await eventually(() => expect(arrivedOn(world, place)).toMatchObject([{ address: `${group}@g.us` }]))
    expect(await send(place, { number: `1203639${someNumber()}` })).toMatchObject({ status: 404 })
    expect((await send(groups, { number: group })).status).toBe(200)
  })

  test.each([
    ['letters in the number', { number: '+5511987654321' }],
    ['a mask in the number', { number: '(11) 98765-4321' }],
    ['a short number', { number: '123' }],
    ['no number', { number: undefined }],
    ['a number that is none', { number: { $ne: '' } }],
    ['a list of numbers', { number: [someNumber()] }],
    ['no text', { body: undefined }],
    ['an empty text', { body: '  ' }],
    ['a delay below zero', { msdelay: -1 }],
    ['a delay of hours', { msdelay: 7_200_000 }],
    ['a delay that is no number', { msdelay: 'NaN' }],
  ])('with %s is refused', async (_name, body) => {
    const place = await shop()

    expect(await send(place, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await messagesOf(place)).toEqual([])
  })

  test('cannot be sent without a ticket, and says so', async () => {
    const place = await shop()

    expect(await send(place, { noRegister: true })).toMatchObject({
      status: 400,
      body: { error: 'ERR_API_NEEDS_TICKET' },
    })
    expect((await send(place, { noRegister: false })).status).toBe(200)
  })

  test('is refused to a blocked contact, and while the phone is not linked', async () => {
    const place = await shop()
    const number = someNumber()
    await send(place, { number })
    await place.company.sql('update contacts set is_active = false where company_id = $1', [place.company.id])
    expect(await send(place, { number })).toMatchObject({ status: 400, body: { error: 'ERR_CONTACT_BLOCKED' } })

    await place.company.sql(`update connections set status = 'qrcode' where id = $1`, [place.connection.id])
    expect(await send(place, {})).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } })
    expect(await messagesOf(place)).toHaveLength(1)
  })

  test('that failed says so in its state', async () => {
    const place = await shop()
    const { body } = await send(place, {})
    await eventually(() => expect(arrivedOn(world, place)).toHaveLength(1))
    await eventually(async () => expect((await place.program.get(`/api/messages/${body.id}`)).body.state).toBe('sent'))
    await place.company.sql(`update messages set failure = 'ERR_WAPP_INVALID_CONTACT' where id = $1`, [body.id])

    expect((await place.program.get(`/api/messages/${body.id}`)).body).toMatchObject({
      state: 'failed',
      failure: 'ERR_WAPP_INVALID_CONTACT',
    })
  })
})

describe('files', () => {
  test('may come without a text', async () => {
    const place = await shop()

    expect(
      (await sendFiles(place, {}, [{ name: 'boleto.pdf', type: 'application/pdf', data: samples.pdf }])).status,
    ).toBe(200)
  })

  test('of paths and addresses in a body are not read', async () => {
    const place = await shop()

    await send(place, { medias: [{ path: '/etc/passwd' }], mediaUrl: 'file:///etc/passwd', mediaPath: '../../x' })

    expect(await messagesOf(place)).toMatchObject([{ media_type: 'extendedTextMessage' }])
  })
})

describe('a number', () => {
  afterAll(() => {
    delete world.network.channel.ask
  })

  test('is written to in the form that WhatsApp has of it, and not asked for again', async () => {
    const place = await shop()
    const asked: string[] = []
    answerNumbers(world, (address) => {
      asked.push(address)
      return address.replace(/^(55119)/, '5511')
    })
    const number = someNumber()

    await send(place, { number })
    await send(place, { number })

    expect(asked).toEqual([number])
    await eventually(() => expect(arrivedOn(world, place).map(({ address }) => address)).toHaveLength(2))
    expect(new Set(arrivedOn(world, place).map(({ address }) => address)).size).toBe(1)
  })
})
