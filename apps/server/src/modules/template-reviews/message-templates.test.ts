import { createHmac } from 'node:crypto'
import { metaJson, signatureOf } from '@guiche/graph-testserver'
import { beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Person, eventually } from '#test/world'
import { metaOfFile } from '#test/world/meta-world'

const meta = metaOfFile()
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})

async function openShop() {
  const company = await meta.world.company()
  const admin = await company.admin()
  const { number, connection } = await meta.connectNumber(admin)
  return { company, admin, account: number.account, number, whatsappId: Number(connection.id) }
}

let count = 0
const draft = (change: object = {}) => ({
  whatsappId: shop.whatsappId,
  name: `pedido_${++count}`,
  language: 'pt_BR',
  category: 'utility',
  header: { kind: 'text', text: 'Pedido enviado' },
  body: 'Olá {{nome}}, seu pedido {{pedido}} saiu para entrega hoje.',
  footer: 'Exemplo Ltda',
  buttons: [{ kind: 'reply', text: 'Falar com atendente' }],
  examples: { 'body:nome': 'Ana', 'body:pedido': '1029' },
  ...change,
})

/** Made and approved. */
async function approved(change: object = {}) {
  const { body } = await shop.admin.post('/message-templates', draft(change))
  const template = shop.account.template(body.name)
  await template.approve()
  await statusIs(body.id, 'approved')
  return { id: Number(body.id), template, name: String(body.name) }
}

const shown = async (id: number) => (await shop.admin.get(`/message-templates/${id}`)).body
const statusIs = (id: number, status: string) =>
  eventually(async () => expect(await shown(id)).toMatchObject({ status }))

describe('a template', () => {
  test('is made for review, and its review is told', async () => {
    const { status, body } = await shop.admin.post('/message-templates', draft())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'pending',
      category: 'utility',
      quality: 'unknown',
      header: { kind: 'text', text: 'Pedido enviado' },
      footer: 'Exemplo Ltda',
      buttons: [{ kind: 'reply', text: 'Falar com atendente' }],
      variables: [{ key: 'body:nome' }, { key: 'body:pedido' }],
      examples: { 'body:nome': 'Ana', 'body:pedido': '1029' },
      connections: [{ id: shop.whatsappId }],
      refusal: 'status',
    })
    const [window, others] = [await shop.admin.listen(), await (await shop.company.attendant()).listen()]
    await shop.account.template(body.name).reject('INVALID_FORMAT')
    await statusIs(body.id, 'rejected')
    expect(await shown(body.id)).toMatchObject({ rejectedReason: 'INVALID_FORMAT' })
    await eventually(() =>
      expect(window.of('messageTemplate').at(-1)?.payload).toMatchObject({
        action: 'update',
        template: { id: body.id, status: 'rejected' },
      }),
    )
    expect(others.of('messageTemplate')).toEqual([])
  })

  test('is approved at once without its approval being lost', async () => {
    shop.account.approvesAtOnce = true
    const { body } = await shop.admin.post('/message-templates', draft())
    shop.account.approvesAtOnce = false
    await meta.settled()
    await statusIs(body.id, 'approved')
    expect(await shown(body.id)).toMatchObject({ refusal: null, rejectedReason: '' })
  })

  test('changes its quality, category and status as Meta tells', async () => {
    const { id, template } = await approved()
    await template.rate('YELLOW')
    await template.recategorise('MARKETING')
    await eventually(async () => expect(await shown(id)).toMatchObject({ quality: 'yellow', category: 'marketing' }))
    await template.pause()
    await statusIs(id, 'paused')
    const { status, body } = await shop.admin.post(`/message-templates/${id}/unpause`)
    expect([status, body.status]).toEqual([200, 'approved'])
    await template.disable()
    await statusIs(id, 'disabled')
    const again = await shop.admin.post(`/message-templates/${id}/unpause`)
    expect([again.status, again.body.error]).toEqual([400, 'ERR_TEMPLATE_NOT_PAUSED'])
  })

  test('is mended after it was rejected', async () => {
    const { body } = await shop.admin.post('/message-templates', draft())
    await shop.account.template(body.name).reject('INVALID_FORMAT')
    await statusIs(body.id, 'rejected')
    const {
      whatsappId: _,
      name: __,
      language: ___,
      ...contents
    } = draft({
      header: null,
      body: 'Oi {{nome}}, o pedido {{pedido}} está a caminho.',
    })
    const changed = await shop.admin.put(`/message-templates/${body.id}`, contents)
    expect([changed.status, changed.body.status, changed.body.header]).toEqual([200, 'pending', null])
    await shop.account.template(body.name).approve()
    await statusIs(body.id, 'approved')
    expect((await shown(body.id)).body).toBe('Oi {{nome}}, o pedido {{pedido}} está a caminho.')
    expect((await shown(body.id)).rejectedReason).toBe('')
  })

  test('stays as it is at Meta if Meta refuses the change', async () => {
    const { id, template } = await approved()
    const { whatsappId: _, name: __, language: ___, ...contents } = draft()
    expect((await shop.admin.put(`/message-templates/${id}`, contents)).status).toBe(200)
    await template.approve()
    await statusIs(id, 'approved')
    // Within a day Meta takes no second change of what it has approved.
    const refused = await shop.admin.put(`/message-templates/${id}`, { ...contents, footer: 'Outro' })
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_TEMPLATE_REFUSED'])
    expect(refused.body.details.details).toContain('once a day')
    expect(await shown(id)).toMatchObject({ status: 'approved', footer: 'Exemplo Ltda' })
  })

  test('that is being reviewed cannot be changed', async () => {
    const { body } = await shop.admin.post('/message-templates', draft())
    const { whatsappId: _, name: __, language: ___, ...contents } = draft()
    const refused = await shop.admin.put(`/message-templates/${body.id}`, contents)
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_TEMPLATE_NOT_EDITABLE'])
  })

  test('is deleted here and at Meta, which keeps its name', async () => {
    const { id, name } = await approved()
    expect((await shop.admin.delete(`/message-templates/${id}`)).status).toBe(200)
    const log = await shop.company.sql(
      `select action, actor_name as by, detail from audit_log
       where company_id = $1 and object = 'messageTemplate' and object_id = $2 order by id`,
      [shop.company.id, String(id)],
    )
    expect(log).toMatchObject([
      { action: 'messageTemplate.created', by: shop.admin.name, detail: { name, language: 'pt_BR' } },
      { action: 'messageTemplate.deleted', by: shop.admin.name, detail: { name } },
    ])
    expect((await shop.admin.get(`/message-templates/${id}`)).status).toBe(404)
    expect(shop.account.templates.some((one) => one.name === name)).toBe(false)
    const again = await shop.admin.post('/message-templates', draft({ name }))
    expect([again.status, again.body.error]).toEqual([400, 'ERR_TEMPLATE_NAME_LOCKED'])
  })

  test('of a name that is there is refused', async () => {
    const { name } = await approved()
    const again = await shop.admin.post('/message-templates', draft({ name }))
    expect([again.status, again.body.error]).toEqual([400, 'ERR_TEMPLATE_NAME_TAKEN'])
  })
})

describe('a template that is not as it has to be', () => {
  test.each([
    ['a name in capitals', { name: 'Pedido' }, [{ path: 'body.name', message: 'templateName' }]],
    ['a text that is too long', { body: 'a'.repeat(1025), examples: {} }, [{ path: 'body.body', message: 'tooLong' }]],
    [
      'a variable without an example',
      { examples: { 'body:nome': 'Ana' } },
      [{ path: 'body.examples.body:pedido', message: 'exampleRequired' }],
    ],
  ])('with %s is refused under its field before Meta is asked', async (_name, change, issues) => {
    const before = shop.account.templates.length
    const { status, body } = await shop.admin.post('/message-templates', draft(change))
    expect([status, body.error]).toEqual([400, 'ERR_VALIDATION'])
    expect(body.details.issues).toMatchObject(issues)
    expect(shop.account.templates).toHaveLength(before)
  })

  test('by a rule that only Meta knows is refused under its field', async () => {
    const tooMany = { body: 'Oi {{a}} e {{b}} e {{c}} aí', examples: { 'body:a': '1', 'body:b': '2', 'body:c': '3' } }
    const { status, body } = await shop.admin.post('/message-templates', draft(tooMany))
    expect([status, body.error, body.details.issues]).toEqual([
      400,
      'ERR_VALIDATION',
      [{ path: 'body.body', message: 'tooManyVariables' }],
    ])
  })
})

describe('a file in the header', () => {
  const upload = (person: Person, file: Parameters<Person['upload']>[2][number]) =>
    person.upload('/message-templates/files', {}, [file])
  const picture = async () => ({ field: 'file', name: 'promo.png', type: 'image/png', data: await samples.png() })

  test('is shown to those who review it, and is sent with it', async () => {
    const { body: file } = await upload(shop.admin, await picture())
    const { status, body } = await shop.admin.post(
      '/message-templates',
      draft({ header: { kind: 'image' }, fileId: file.id }),
    )
    expect([status, body.header, body.file.id]).toEqual([200, { kind: 'image' }, file.id])
    await shop.account.template(body.name).approve()
    await statusIs(body.id, 'approved')
    expect(await shown(body.id)).toMatchObject({ refusal: null })
  })

  test('has to be there, and of a type that Meta takes', async () => {
    const none = await shop.admin.post('/message-templates', draft({ header: { kind: 'image' } }))
    expect(none.body.details.issues).toEqual([{ path: 'body.fileId', message: 'required' }])
    const { body: file } = await upload(shop.admin, await picture())
    const wrong = await shop.admin.post('/message-templates', draft({ header: { kind: 'video' }, fileId: file.id }))
    expect(wrong.body.details.issues).toEqual([{ path: 'body.fileId', message: 'wrongFileType' }])
  })

  test('of a template that was made at Meta is chosen here, without a review', async () => {
    const { body: first } = await upload(shop.admin, await picture())
    const { id, name } = await approved({ header: { kind: 'image' }, fileId: first.id })
    // As it is when it was read from Meta.
    await shop.company.sql('update message_templates set file_id = null where company_id = $1 and id = $2', [
      shop.company.id,
      id,
    ])
    expect(await shown(id)).toMatchObject({ file: null, refusal: 'noFile' })
    const { body: file } = await upload(shop.admin, await picture())
    const { status, body } = await shop.admin.put(`/message-templates/${id}/file`, { fileId: file.id })
    expect([status, body.name, body.status, body.file.id, body.refusal]).toEqual([200, name, 'approved', file.id, null])
    const document = { field: 'file', name: 'a.pdf', type: 'application/pdf', data: samples.pdf }
    const { body: wrong } = await upload(shop.admin, document)
    const refused = await shop.admin.put(`/message-templates/${id}/file`, { fileId: wrong.id })
    expect(refused.body.details.issues).toEqual([{ path: 'body.fileId', message: 'wrongFileType' }])
  })

  test('can be no other file of the company, and none of another one', async () => {
    const { body: quick } = await shop.admin.post('/quick-messages', { shortcode: 'foto', isMedia: true })
    await shop.admin.upload(`/quick-messages/${quick.id}/media-upload`, {}, [await picture()])
    const [other] = await shop.company.sql('select file_id::int as id from quick_messages where id = $1', [quick.id])
    const { admin: stranger } = await openShop()
    const { body: foreign } = await upload(stranger, await picture())
    for (const fileId of [other.id, foreign.id]) {
      const { status, body } = await shop.admin.post('/message-templates', draft({ header: { kind: 'image' }, fileId }))
      expect([status, body.error]).toEqual([400, 'ERR_VALIDATION'])
    }
  })
})

describe('templates that were made elsewhere', () => {
  test('are read when a number is connected', async () => {
    const company = await meta.world.company()
    const admin = await company.admin()
    const number = meta.number()
    await atMeta(number.account, 'boas_vindas')
    await meta.connectNumber(admin, { number })
    await eventually(async () => {
      const { body } = await admin.get('/message-templates')
      expect(body.templates).toMatchObject([{ name: 'boas_vindas', status: 'pending' }])
    })
  })

  test('are read when Meta tells of them, and when somebody asks', async () => {
    const { company, admin, account, whatsappId } = await openShop()
    const named = async () =>
      (await admin.get('/message-templates')).body.templates.map((one: { name: string }) => one.name)
    const made = await atMeta(account, 'feito_na_meta')
    await made.approve()
    await eventually(async () => expect(await named()).toEqual(['feito_na_meta']))
    await atMeta(account, 'mais_um')
    account.templates.splice(account.templates.indexOf(made), 1)
    const { status, body } = await admin.post('/message-templates/sync', { whatsappId })
    expect([status, body.count]).toEqual([200, 1])
    expect(await named()).toEqual(['mais_um'])
    expect(company.id).toBeGreaterThan(0)
  })

  test('keep what Meta has told after it was asked for all of them', async () => {
    const { company, admin, account, whatsappId } = await openShop()
    await atMeta(account, 'em_analise')
    const sync = () => admin.post('/message-templates/sync', { whatsappId })
    const status = async () => (await admin.get('/message-templates')).body.templates[0].status
    await sync()
    // As if the word of its approval had come while the answer, which does not know of it, was on its way.
    const told = (after: string) =>
      company.sql(
        `update message_templates set status = 'approved', updated_at = now() + $2::interval where company_id = $1`,
        [company.id, after],
      )
    await told('1 minute')
    await sync()
    expect(await status()).toBe('approved')
    await told('-1 minute')
    await sync()
    expect(await status()).toBe('pending')
  })

  test('are read too if they are megabytes in all', async () => {
    const { admin, account, whatsappId } = await openShop()
    for (const name of ['longo_um', 'longo_dois']) {
      const template = await atMeta(account, name)
      const example = { body_text: [['x'.repeat(900_000)]] }
      Object.assign(template, { components: [{ type: 'BODY', text: 'Olá {{1}}, tudo bem?', example }] })
    }
    const { status, body } = await admin.post('/message-templates/sync', { whatsappId })
    expect([status, body.count]).toEqual([200, 2])
  })

  test('are as Meta has them now, whatever is told of them late or again', async () => {
    const { admin, account, whatsappId } = await openShop()
    const template = await atMeta(account, 'pausado')
    template.status = 'PAUSED'
    await admin.post('/message-templates/sync', { whatsappId })
    const status = async () => (await admin.get('/message-templates')).body.templates[0].status
    expect(await status()).toBe('paused')
    const tell = async (hoursAgo: number) => {
      const time = Math.floor(Date.now() / 1000) - hoursAgo * 3600
      const value = { event: 'APPROVED', reason: 'NONE', message_template_id: template.id }
      const changes = [{ field: 'message_template_status_update', value }]
      const bytes = metaJson({ object: 'whatsapp_business_account', entry: [{ id: account.id, time, changes }] })
      const signature = signatureOf(meta.app.secret, Buffer.from(bytes))
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
      const answer = await fetch(`${await meta.world.url()}/webhook`, { method: 'POST', headers, body: bytes })
      expect(answer.status).toBe(200)
    }
    const lists = () => meta.server.requests.filter((one) => one.includes(`/${account.id}/message_templates`)).length
    const before = lists()
    await tell(3)
    await eventually(() => expect(lists()).toBeGreaterThan(before))
    expect(await status()).toBe('paused')
    await tell(0)
    expect(await status()).toBe('approved')
  })

  test('are found by name, status and connection', async () => {
    const { admin, account, whatsappId } = await openShop()
    await atMeta(account, 'aviso_um')
    await (await atMeta(account, 'oferta')).approve()
    await admin.post('/message-templates/sync', { whatsappId })
    const found = async (query: string) => (await admin.get(`/message-templates?${query}`)).body
    expect(await found('searchParam=aviso')).toMatchObject({ count: 1, templates: [{ name: 'aviso_um' }] })
    expect(await found('status=approved')).toMatchObject({ count: 1, templates: [{ name: 'oferta' }] })
    expect(await found(`whatsappId=${whatsappId}`)).toMatchObject({ count: 2, hasMore: false })
    expect(await found(`whatsappId=${shop.whatsappId}`)).toMatchObject({ count: 0 })
    expect((await admin.get('/message-templates/connections')).body).toMatchObject([{ id: whatsappId }])
  })
})

describe('somebody else', () => {
  test('of another company sees and changes nothing', async () => {
    const { id, name } = await approved()
    const { admin: stranger } = await openShop()
    const { whatsappId: _, name: __, language: ___, ...contents } = draft()
    const answers = [
      await stranger.get(`/message-templates/${id}`),
      await stranger.put(`/message-templates/${id}`, contents),
      await stranger.put(`/message-templates/${id}/file`, { fileId: 1 }),
      await stranger.post(`/message-templates/${id}/unpause`),
      await stranger.delete(`/message-templates/${id}`),
      await stranger.post('/message-templates/sync', { whatsappId: shop.whatsappId }),
      await stranger.post('/message-templates', draft()),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(await shown(id)).toMatchObject({ name, status: 'approved' })
  })

  test('who is no admin may do nothing with them', async () => {
    const { id } = await approved()
    const attendant = await shop.company.attendant()
    const answers = [
      await attendant.get('/message-templates'),
      await attendant.get(`/message-templates/${id}`),
      await attendant.post('/message-templates', draft()),
      await attendant.post('/message-templates/sync', { whatsappId: shop.whatsappId }),
      await attendant.post(`/message-templates/${id}/unpause`),
      await attendant.delete(`/message-templates/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  })

  test('whose app signs news of our account changes nothing', async () => {
    const { id, template } = await approved()
    const company = await meta.world.company()
    const app = meta.server.app()
    const admin = await company.admin()
    const own = { id: app.id, secret: app.secret, verifyToken: 'token-de-verificacao' }
    const { connection } = await meta.connectNumber(admin, { app }, { app: own })
    const change = {
      field: 'message_template_status_update',
      value: { message_template_id: Number(template.id), event: 'DISABLED', reason: 'NONE' },
    }
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: shop.account.id, changes: [change] }],
    })
    const signature = createHmac('sha256', app.secret).update(body).digest('hex')
    const response = await fetch(`${await meta.world.url()}/webhook/${connection.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
    })
    expect(response.status).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 'approved' })
  })
})

test('Meta that does not answer is told as such, and nothing is stored', async () => {
  meta.server.faults.reset({ times: 1, on: `POST /v25.0/${shop.account.id}/message_templates` })
  const { status, body } = await shop.admin.post('/message-templates', draft())
  meta.server.faults.clear()
  expect([status, body.error]).toEqual([503, 'ERR_NETWORK_UNAVAILABLE'])
})

/** Made by somebody at Meta. */
async function atMeta(account: typeof shop.account, name: string) {
  const token = account.business.token(meta.app)
  const proof = createHmac('sha256', meta.app.secret).update(token).digest('hex')
  const response = await fetch(`${meta.server.url}/v25.0/${account.id}/message_templates?appsecret_proof=${proof}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      language: 'pt_BR',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Bem-vindo!' }],
    }),
  })
  expect(response.status).toBe(200)
  return account.template(name)
}
