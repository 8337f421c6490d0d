import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { eventually } from '#test/world'
import { metaOfFile } from '#test/world/meta-world'

const meta = metaOfFile()
type Shop = Awaited<ReturnType<typeof meta.numberShop>>
type Talk = Awaited<ReturnType<typeof meta.chat>>
let shop: Shop
beforeAll(async () => {
  shop = await meta.numberShop()
})

let count = 0
async function approved({ admin, number, connectionId }: Shop = shop, change: object = {}) {
  const { body, status } = await admin.post('/message-templates', {
    whatsappId: connectionId,
    name: `pedido_${++count}`,
    language: 'pt_BR',
    category: 'utility',
    header: { kind: 'text', text: 'Pedido enviado' },
    body: 'Olá {{nome}}, seu pedido {{pedido}} saiu para entrega hoje.',
    footer: 'Exemplo Ltda',
    buttons: [{ kind: 'url', text: 'Rastrear', url: 'https://example.com/r/{{1}}' }],
    examples: { 'body:nome': 'Ana', 'body:pedido': '1029', 'button:0': '1029' },
    ...change,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const template = number.account.template(body.name)
  await template.approve()
  await eventually(async () =>
    expect((await admin.get(`/message-templates/${body.id}`)).body).toMatchObject({ status: 'approved' }),
  )
  return { id: Number(body.id), template }
}

const values = { 'body:nome': 'Ana', 'body:pedido': '1029', 'button:0': 'x1029' }
const send = ({ ticketId }: Talk, body: object) => shop.attendant.post(`/tickets/${ticketId}/message-templates`, body)
const gotBy = ({ person }: Talk) => person.inbox.messages.map(({ text, type }) => ({ text, type }))

/** The customer wrote so long ago that no text may go any more. */
async function silent(): Promise<Talk> {
  const talk = await meta.chat(shop)
  await shop.company.sql(
    `update conversations v set last_inbound_at = now() - interval '2 days' from tickets t
     where t.company_id = v.company_id and t.conversation_id = v.id and t.id = $1`,
    [talk.ticketId],
  )
  return talk
}

describe('a template', () => {
  test('reaches the customer, and what was sent stays with the message', async () => {
    const { id, template } = await approved()
    const talk = await meta.chat(shop)
    const { status, body } = await send(talk, { templateId: id, values })
    expect([status, body.body, body.fromMe]).toEqual([
      200,
      '*Pedido enviado*\n\nOlá Ana, seu pedido 1029 saiu para entrega hoje.\n\n_Exemplo Ltda_',
      true,
    ])
    await talk.shown(body.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await eventually(() =>
      expect(gotBy(talk)).toMatchObject([
        { text: 'Olá Ana, seu pedido 1029 saiu para entrega hoje.', type: 'template' },
      ]),
    )
    const [stored] = await shop.company.sql(`select raw->'template' as template from messages where id = $1`, [body.id])
    expect(stored.template).toMatchObject({ templateId: id, name: template.name, category: 'utility', values })
  })

  test('is shown with its buttons, as its customer sees them', async () => {
    const buttons = [
      { kind: 'reply', text: 'Falar com atendente' },
      { kind: 'url', text: 'Rastrear', url: 'https://example.com/r/{{1}}' },
      { kind: 'phone', text: 'Ligar', number: '551133334444' },
    ]
    const examples = { 'body:nome': 'Ana', 'body:pedido': '1029', 'button:1': '1029' }
    const { id } = await approved(shop, { buttons, examples })
    const talk = await meta.chat(shop)
    const given = { 'body:nome': 'Ana', 'body:pedido': '1029', 'button:1': 'x9' }
    const { body } = await send(talk, { templateId: id, values: given })
    const expected = [
      { kind: 'reply', text: 'Falar com atendente', value: '' },
      { kind: 'url', text: 'Rastrear', value: 'https://example.com/r/x9' },
      { kind: 'phone', text: 'Ligar', value: '551133334444' },
    ]
    expect(body.buttons).toEqual(expected)
    const plain = await talk.write('Sem botões')
    expect(plain).not.toHaveProperty('buttons')
    await talk.shown(body.id, (message) => expect(message.buttons).toEqual(expected))
  })

  test.each([
    ['a place', [{ type: 'HEADER', format: 'LOCATION' }], 'place'],
    ['cards', [{ type: 'CAROUSEL', cards: [{ components: [{ type: 'BODY', text: 'Tênis' }] }] }], 'cards'],
    ['parts that nobody knows', [{ type: 'HOLOGRAM' }], 'otherParts'],
  ])('with %s is shown with the reason why it cannot be sent', async (_name, parts, refusal) => {
    const { id, template } = await approved()
    const others = template.components.filter(({ type }) => type !== 'HEADER')
    Object.assign(template, { components: [...others, ...parts] })
    await shop.admin.post('/message-templates/sync', { whatsappId: shop.connectionId })
    const shown = (await shop.admin.get(`/message-templates/${id}`)).body
    expect([shown.refusal, shown.cards.length]).toEqual([refusal, refusal === 'cards' ? 1 : 0])
    const talk = await meta.chat(shop)
    const refused = await send(talk, { templateId: id, values })
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_TEMPLATE_NOT_USABLE'])
  })

  test('that Meta holds back to see its quality arrives later, or fails with the reason', async () => {
    const { id, template } = await approved()
    const talk = await meta.chat(shop)
    const held = async () => {
      const { body } = await send(talk, { templateId: id, values })
      await eventually(() => expect(template.held).toHaveLength(1))
      await talk.shown(body.id, ({ ack, failure }) => expect([ack, failure]).toEqual([1, null]))
      return body
    }
    template.hold()
    const later = await held()
    expect(gotBy(talk)).toEqual([])
    await template.releaseHeld()
    await talk.shown(later.id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
    template.hold()
    const never = await held()
    await template.dropHeld()
    await talk.shown(never.id, ({ failure }) => expect(failure).toBe('ERR_TEMPLATE_PAUSED'))
    await eventually(async () =>
      expect((await shop.admin.get(`/message-templates/${id}`)).body).toMatchObject({ status: 'paused' }),
    )
    expect(gotBy(talk)).toHaveLength(1)
  })

  test('may go after the window, in which a text may not', async () => {
    const { id } = await approved()
    const talk = await silent()
    const text = await shop.attendant.post(`/messages/${talk.ticketId}`, { body: 'Tarde demais' })
    expect([text.status, text.body.error]).toEqual([400, 'ERR_WINDOW_CLOSED'])
    const { body } = await send(talk, { templateId: id, values })
    await talk.shown(body.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })

  test('begins a talk with somebody who has never written', async () => {
    const { id } = await approved()
    const person = meta.customer()
    const contact = await shop.attendant.post('/contacts', { name: 'Rita Moura', number: person.number })
    const ticket = await shop.attendant.post('/tickets', {
      contactId: contact.body.id,
      whatsappId: shop.connectionId,
      queueId: shop.queue.id,
      userId: shop.attendant.id,
      status: 'open',
    })
    expect(ticket.body.answerWindow).toMatchObject({ until: null, templates: true })
    const ticketId = Number(ticket.body.id)
    const sent = await shop.attendant.post(`/tickets/${ticketId}/message-templates`, { templateId: id, values })
    expect(sent.status).toBe(200)
    await eventually(() => expect(person.inbox.messages).toHaveLength(1))
  })

  test('has no signature, because nothing can be added to its wording', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const { body } = await send(talk, { templateId: id, values })
    const [{ signature }] = await shop.company.sql('select signature from messages where id = $1', [body.id])
    expect(signature).toBe('')
  })

  test('takes variables of messages as values, which are expanded once', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const { body } = await send(talk, { templateId: id, values: { ...values, 'body:nome': '{{firstName}}' } })
    expect(body.body).toContain('Olá Ana, seu pedido')
  })

  test('with a picture in its header is sent with that picture', async () => {
    const file = { field: 'file', name: 'promo.png', type: 'image/png', data: await samples.png() }
    const { body: stored } = await shop.admin.upload('/message-templates/files', {}, [file])
    const { id } = await approved(shop, { header: { kind: 'image' }, fileId: stored.id })
    const talk = await meta.chat(shop)
    const { body } = await send(talk, { templateId: id, values })
    expect(body).toMatchObject({ mediaType: 'image', mediaName: 'promo.png' })
    await talk.shown(body.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })

  test('with the same client id again is sent once', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const clientId = randomUUID()
    const [first, again] = [
      await send(talk, { templateId: id, values, clientId }),
      await send(talk, { templateId: id, values, clientId }),
    ]
    expect(again.body.id).toBe(first.body.id)
    await talk.shown(first.body.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await meta.settled()
    expect(gotBy(talk)).toHaveLength(1)
  })

  test('that is changed meanwhile is tried again as it was', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const later = { error: { message: 'An unknown error occurred', code: 1 } }
    meta.server.faults.answer(400, { body: later, times: 1, on: `POST /v25.0/${shop.number.id}/messages` })
    const { body } = await send(talk, { templateId: id, values })
    await shop.company.sql(`update message_templates set components = '[]' where id = $1`, [id])
    await talk.shown(body.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await eventually(() =>
      expect(gotBy(talk)).toMatchObject([{ text: 'Olá Ana, seu pedido 1029 saiu para entrega hoje.' }]),
    )
  })
})

describe('a send is stopped before anything is stored', () => {
  test.each([
    [
      'without a value',
      { 'body:nome': 'Ana', 'button:0': 'x' },
      [{ path: 'body.values.body:pedido', message: 'required' }],
    ],
    [
      'with several lines',
      { ...values, 'body:nome': 'Ana\nLima' },
      [{ path: 'body.values.body:nome', message: 'oneLineValue' }],
    ],
    [
      'with a variable that nobody knows',
      { ...values, 'body:nome': '{{apelido}}' },
      [{ path: 'body.values.body:nome', message: 'unknownVariable' }],
    ],
    [
      'with a text that becomes too long',
      { ...values, 'body:nome': 'a'.repeat(1000) },
      [{ path: 'body.values', message: 'tooLong' }],
    ],
  ])('%s', async (_name, given, issues) => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const before = (await talk.messages()).length
    const { status, body } = await send(talk, { templateId: id, values: given })
    expect([status, body.error, body.details.issues]).toEqual([400, 'ERR_TEMPLATE_VALUES', issues])
    expect(await talk.messages()).toHaveLength(before)
  })

  test('by a template that is paused or rejected', async () => {
    const { id, template } = await approved()
    const talk = await meta.chat(shop)
    await template.pause()
    await eventually(async () =>
      expect(await send(talk, { templateId: id, values })).toMatchObject({
        status: 400,
        body: { error: 'ERR_TEMPLATE_NOT_USABLE' },
      }),
    )
    expect((await shop.attendant.get(`/tickets/${talk.ticketId}/message-templates`)).body).not.toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id })]),
    )
  })
})

test('a template that Meta pauses meanwhile fails with that reason', async () => {
  const { id, template } = await approved()
  const talk = await meta.chat(shop)
  template.status = 'PAUSED'
  const { body } = await send(talk, { templateId: id, values })
  await talk.shown(body.id, ({ failure }) => expect(failure).toBe('ERR_TEMPLATE_PAUSED'))
})

test('a template that has failed is sent again at any time too', async () => {
  const { id, template } = await approved()
  const talk = await silent()
  template.status = 'PAUSED'
  const { body } = await send(talk, { templateId: id, values })
  await talk.shown(body.id, ({ failure }) => expect(failure).toBe('ERR_TEMPLATE_PAUSED'))
  template.status = 'APPROVED'
  const { status } = await shop.attendant.post(`/messages/${body.id}/retry`)
  expect(status).toBe(200)
  await talk.shown(body.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  expect(gotBy(talk)).toMatchObject([{ text: 'Olá Ana, seu pedido 1029 saiu para entrega hoje.' }])
})

describe('somebody else', () => {
  test('of another company sends no template of ours, and none in our tickets', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const other = await meta.numberShop()
    const theirs = await meta.chat(other)
    const theirTemplate = await approved(other)
    const answers = [
      await other.attendant.post(`/tickets/${talk.ticketId}/message-templates`, {
        templateId: theirTemplate.id,
        values,
      }),
      await other.attendant.get(`/tickets/${talk.ticketId}/message-templates`),
      await other.attendant.post(`/tickets/${theirs.ticketId}/message-templates`, { templateId: id, values }),
      await shop.attendant.post(`/tickets/${talk.ticketId}/message-templates`, {
        templateId: theirTemplate.id,
        values,
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('who does not see the ticket sends nothing in it', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const stranger = await shop.company.attendant({ queues: [await shop.company.queue()] })
    const { status } = await stranger.post(`/tickets/${talk.ticketId}/message-templates`, { templateId: id, values })
    expect(status).toBe(404)
  })

  test('on another account of the company gets no template of this one', async () => {
    const { id } = await approved()
    const { number, connection } = await meta.connectNumber(shop.admin)
    await shop.admin.put(`/whatsapp/${connection.id}`, { queueIds: [shop.queue.id] })
    const talk = await meta.chat({ ...shop, number })
    const { status, body } = await send(talk, { templateId: id, values })
    expect([status, body.error]).toEqual([404, 'ERR_NO_TEMPLATE_FOUND'])
  })
})

describe('a program', () => {
  const programOf = async () => meta.world.program(await shop.company.apiToken({ id: shop.connectionId }))

  test('sends a template by its name to somebody who has never written', async () => {
    const { template } = await approved()
    const program = await programOf()
    const person = meta.customer()
    const { status, body } = await program.post('/api/messages/send', {
      number: person.number,
      template: { name: template.name, language: 'pt_BR', values },
    })
    expect([status, body.status]).toEqual([200, 'SUCCESS'])
    await eventually(() =>
      expect(person.inbox.messages.map(({ text }) => text)).toEqual([
        'Olá Ana, seu pedido 1029 saiu para entrega hoje.',
      ]),
    )
  })

  test('is refused a text to somebody who has never written, and a template that is not there or lacks a value', async () => {
    const { template } = await approved()
    const program = await programOf()
    const number = meta.customer().number
    const named = (change: object) => ({
      number,
      template: { name: template.name, language: 'pt_BR', values, ...change },
    })
    const answers = [
      await program.post('/api/messages/send', { number, body: 'Oi' }),
      await program.post('/api/messages/send', named({ language: 'en_US' })),
      await program.post('/api/messages/send', named({ values: {} })),
      await program.post('/api/messages/send', { number }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'ERR_WINDOW_CLOSED'],
      [404, 'ERR_NO_TEMPLATE_FOUND'],
      [400, 'ERR_TEMPLATE_VALUES'],
      [400, 'ERR_VALIDATION'],
    ])
  })
})

describe('somebody who stops marketing in WhatsApp itself', () => {
  const isOut = async (number: string | undefined) => {
    const [row] = await shop.company.sql(
      `select source, is_out from opt_outs o where o.company_id = $1 and o.is_current order by id desc limit 1`,
      [shop.company.id],
    )
    return number === undefined ? undefined : row
  }

  test('is in the ledger of opt-outs, gets no marketing of programs, and may come back', async () => {
    const { template } = await approved(shop, { category: 'marketing' })
    const program = meta.world.program(await shop.company.apiToken({ id: shop.connectionId }))
    const talk = await meta.chat(shop)
    await talk.chat.changeMarketing('stop')
    await eventually(async () => expect(await isOut(talk.person.number)).toEqual({ source: 'network', is_out: true }))
    const message = { number: talk.person.number, template: { name: template.name, language: 'pt_BR', values } }
    const refused = await program.post('/api/messages/send', message)
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_OPTED_OUT'])
    await talk.chat.changeMarketing('resume')
    await eventually(async () => expect(await isOut(talk.person.number)).toEqual({ source: 'network', is_out: false }))
    expect((await program.post('/api/messages/send', message)).status).toBe(200)
  })

  test('keeps their last word, whatever of it is told late or again', async () => {
    const talk = await meta.chat(shop)
    const { chat, person } = talk
    const before = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) })
    const says = (isOptedOut: boolean) =>
      eventually(async () => expect(await isOut(person.number)).toEqual({ source: 'network', is_out: isOptedOut }))
    await chat.changeMarketing('stop', before(60))
    await says(true)
    await chat.changeMarketing('resume', before(90))
    await meta.settled()
    await says(true)
    await chat.changeMarketing('resume', before(30))
    await says(false)
    await chat.changeMarketing('stop', before(60))
    await meta.settled()
    await says(false)
  })

  test('may come back if nobody has talked to them yet', async () => {
    const { template } = await approved(shop, { category: 'marketing' })
    const program = meta.world.program(await shop.company.apiToken({ id: shop.connectionId }))
    const person = meta.customer()
    const message = { number: person.number, template: { name: template.name, language: 'pt_BR', values } }
    await person.chat(shop.number).changeMarketing('stop')
    await eventually(async () => expect(await isOut(person.number)).toEqual({ source: 'network', is_out: true }))
    expect((await program.post('/api/messages/send', message)).body.error).toBe('ERR_OPTED_OUT')
    await person.chat(shop.number).changeMarketing('resume')
    await eventually(async () => expect(await isOut(person.number)).toEqual({ source: 'network', is_out: false }))
    expect((await program.post('/api/messages/send', message)).status).toBe(200)
  })

  test.each(['later', 'at once'])('is in the ledger too if Meta refuses %s what a program sends', async (when) => {
    const { template } = await approved(shop, { category: 'marketing' })
    const program = meta.world.program(await shop.company.apiToken({ id: shop.connectionId }))
    const talk = await meta.chat(shop)
    if (when === 'later') talk.person.failsWith = 131050
    else shop.number.refusedWith = 131050
    const message = { number: talk.person.number, template: { name: template.name, language: 'pt_BR', values } }
    await eventually(async () =>
      expect((await program.post('/api/messages/send', message)).body.error).toBe('ERR_OPTED_OUT'),
    )
    shop.number.refusedWith = undefined
  })
})

describe('a schedule', () => {
  const scheduled = (fields: object) =>
    shop.attendant.post('/schedules', { body: 'Texto do agendamento', sendAt: '2031-03-10T09:00', ...fields })

  test('sends a template to a customer who has not written lately, with the variables of that moment', async () => {
    const { id } = await approved()
    const talk = await silent()
    const template = { templateId: id, values: { ...values, 'body:nome': '{{firstName}}' } }
    const { status, body } = await scheduled({ contactId: talk.contactId, whatsappId: shop.connectionId, template })
    expect([status, body.template]).toEqual([200, template])
    expect(body.body).toContain('Olá {{firstName}}, seu pedido 1029')
    await shop.company.sql('update schedules set send_at = now() where id = $1', [body.id])
    await eventually(() =>
      expect(gotBy(talk)).toMatchObject([{ text: 'Olá Ana, seu pedido 1029 saiu para entrega hoje.' }]),
    )
    expect((await shop.attendant.get(`/schedules/${body.id}`)).body).toMatchObject({ failure: null })
  })

  test('takes only a template of its connection, with all values', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const { connection } = await meta.connectNumber(shop.admin)
    const base = { contactId: talk.contactId, whatsappId: shop.connectionId, template: { templateId: id, values } }
    const answers = [
      await scheduled({ ...base, whatsappId: null }),
      await scheduled({ ...base, whatsappId: connection.id }),
      await scheduled({ ...base, template: { templateId: id, values: {} } }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'ERR_VALIDATION'],
      [404, 'ERR_NO_TEMPLATE_FOUND'],
      [400, 'ERR_TEMPLATE_VALUES'],
    ])
    const { body: made } = await scheduled(base)
    const moved = await shop.attendant.put(`/schedules/${made.id}`, { whatsappId: connection.id })
    expect([moved.status, moved.body.error]).toEqual([404, 'ERR_NO_TEMPLATE_FOUND'])
    const text = await shop.attendant.put(`/schedules/${made.id}`, { template: null, body: 'Só um texto' })
    expect([text.status, text.body.template, text.body.body]).toEqual([200, null, 'Só um texto'])
  })
})

describe('somebody without a number', () => {
  const choiceOf = async ({ contactId }: Talk) => (await shop.admin.get(`/contacts/${contactId}/opt-out`)).body
  const nameless = (username: string) =>
    meta.server.person(`55119${String(60_000_000 + ++count)}`, '', { username, hidesNumber: true })

  test('who stops marketing in WhatsApp itself has opted out, also under a number that is learnt later', async () => {
    const { template } = await approved(shop, { category: 'marketing' })
    const program = meta.world.program(await shop.company.apiToken({ id: shop.connectionId }))
    const person = nameless('nina')
    const talk = await meta.chat(shop, person)
    expect(await choiceOf(talk)).toMatchObject({ isOptedOut: false, hasNumber: true })
    await talk.chat.changeMarketing('stop')
    await eventually(async () =>
      expect(await choiceOf(talk)).toMatchObject({ isOptedOut: true, last: { source: 'network' } }),
    )
    person.hidesNumber = false
    await talk.chat.text('Agora com número')
    await talk.heard('Agora com número')
    const message = { number: person.number, template: { name: template.name, language: 'pt_BR', values } }
    const refused = await program.post('/api/messages/send', message)
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_OPTED_OUT'])
    await talk.chat.changeMarketing('resume')
    await eventually(async () => expect(await choiceOf(talk)).toMatchObject({ isOptedOut: false }))
  })

  test('who answers a campaign with a word has opted out, and stays so when their contact is erased', async () => {
    const person = nameless('olga')
    const talk = await meta.chat(shop, person)
    const { id } = await talk.write('Promoção')
    await talk.shown(id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await shop.company.sql("update messages set origin = 'campaign', sender_user_id = null where id = $1", [id])
    await talk.chat.text('Sair')
    await eventually(async () =>
      expect(await choiceOf(talk)).toMatchObject({ isOptedOut: true, last: { source: 'word' } }),
    )
    await shop.company.sql(
      `update contact_identities set contact_id = (select id from contacts where company_id = $1 and id <> $2 limit 1)
       where company_id = $1 and contact_id = $2`,
      [shop.company.id, talk.contactId],
    )
    const [other] = await shop.company.sql(
      "select contact_id::int as id from contact_identities where company_id = $1 and kind = 'business_user' and key like '%' || $2",
      [shop.company.id, person.userIdAt(shop.number.account.business)],
    )
    expect(await choiceOf({ ...talk, contactId: other.id })).toMatchObject({ isOptedOut: true })
  })
})
