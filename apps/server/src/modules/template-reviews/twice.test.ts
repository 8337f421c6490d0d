import { beforeAll, describe, expect, test } from 'vitest'
import { type NumberShop, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: NumberShop
beforeAll(async () => {
  shop = await meta.numberShop()
})

const contents = { category: 'utility', body: 'Seu pedido saiu para entrega.' }
let count = 0
const draft = () => ({ ...contents, whatsappId: shop.connectionId, name: `aviso_${++count}`, language: 'pt_BR' })
const create = (body: object) => shop.admin.post('/message-templates', body)
const templatesNamed = (wanted: string) => shop.number.account.templates.filter(({ name }) => name === wanted)

async function approved() {
  const { body } = await create(draft())
  const template = shop.number.account.template(body.name)
  await template.approve()
  await eventually(async () =>
    expect((await shop.admin.get(`/message-templates/${body.id}`)).body).toMatchObject({ status: 'approved' }),
  )
  return { id: Number(body.id), name: String(body.name), template }
}

const outcomes = (answers: { status: number; body: { error?: string } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : `${status} ${body.error}`)).toSorted()

describe('who clicks twice', () => {
  test('makes one template', async () => {
    const one = draft()
    const answers = await Promise.all([create(one), create(one), create(one)])
    expect(outcomes(answers)).toEqual(['400 ERR_TEMPLATE_NAME_TAKEN', '400 ERR_TEMPLATE_NAME_TAKEN', 'done'])
    expect(templatesNamed(one.name)).toHaveLength(1)
    const { body } = await shop.admin.get(`/message-templates?searchParam=${one.name}`)
    expect(body.count).toBe(1)
  })

  test('asks for one review of a change', async () => {
    const { id } = await approved()
    const change = () => shop.admin.put(`/message-templates/${id}`, { ...contents, footer: 'Exemplo Ltda' })
    const answers = await Promise.all([change(), change()])
    expect(outcomes(answers)).toEqual(['400 ERR_TEMPLATE_NOT_EDITABLE', 'done'])
    expect((await shop.admin.get(`/message-templates/${id}`)).body).toMatchObject({
      status: 'pending',
      footer: 'Exemplo Ltda',
    })
  })

  test('deletes it once, and is told nothing wrong', async () => {
    const { id, name } = await approved()
    const answers = await Promise.all([
      shop.admin.delete(`/message-templates/${id}`),
      shop.admin.delete(`/message-templates/${id}`),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(templatesNamed(name)).toEqual([])
    expect((await shop.admin.get(`/message-templates/${id}`)).status).toBe(404)
    const log = await shop.company.sql(
      `select action from audit_log where company_id = $1 and object = 'messageTemplate' and object_id = $2 and action like '%deleted'`,
      [shop.company.id, String(id)],
    )
    expect(log).toHaveLength(1)
  })

  test('ends a pause once', async () => {
    const { id, template } = await approved()
    await template.pause()
    await eventually(async () =>
      expect((await shop.admin.get(`/message-templates/${id}`)).body).toMatchObject({ status: 'paused' }),
    )
    const unpause = () => shop.admin.post(`/message-templates/${id}/unpause`)
    const answers = await Promise.all([unpause(), unpause()])
    expect(answers.map(({ status }) => status)).toContain(200)
    for (const { status, body } of answers)
      expect([undefined, 'ERR_TEMPLATE_NOT_PAUSED']).toContain(status === 200 ? undefined : body.error)
    expect((await shop.admin.get(`/message-templates/${id}`)).body).toMatchObject({ status: 'approved' })
  })

  test('deletes here what is gone at Meta too', async () => {
    const { id, name } = await approved()
    const { templates, world } = shop.number.account
    for (const gone of templates.splice(
      templates.findIndex((one) => one.name === name),
      1,
    ))
      world.directory.remove(gone.id)
    expect((await shop.admin.delete(`/message-templates/${id}`)).status).toBe(200)
    expect((await shop.admin.get(`/message-templates/${id}`)).status).toBe(404)
  })
})

describe('values of a template', () => {
  test('that are too many, too long or of no text are refused, and nothing is stored', async () => {
    const { id } = await approved()
    const talk = await meta.chat(shop)
    const send = (values: unknown) =>
      shop.attendant.post(`/tickets/${talk.ticketId}/message-templates`, { templateId: id, values })
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, nth) => [`body:${nth}`, 'x']))
    const answers = [
      await send(many),
      await send({ 'body:1': 'x'.repeat(2001) }),
      await send({ 'body:1': 5 }),
      await send([['body:1', 'x']]),
      await send({ 'body:1': null }),
      await send({ 'body:1': 'x'.repeat(10_485_760) }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      ...Array.from({ length: 5 }, () => [400, 'ERR_VALIDATION']),
      [413, 'ERR_TEXT_TOO_LARGE'],
    ])
    expect(await talk.messages()).toHaveLength(1)
  })

  test('that the template does not have are not kept with a schedule', async () => {
    const { id } = await approved()
    const { contactId } = await meta.chat(shop)
    const { status, body } = await shop.attendant.post('/schedules', {
      contactId,
      whatsappId: shop.connectionId,
      body: 'Texto',
      sendAt: '2031-03-10T09:00',
      template: { templateId: id, values: { 'body:x': 'y'.repeat(2000) } },
    })
    expect([status, body.template]).toEqual([200, { templateId: id, values: {} }])
  })
})
