import { describe, expect, test } from 'vitest'
import { filledIn, newTemplate, templateMessage } from './printed/sends.ts'
import { errorOf, testWorld } from './world.ts'

const world = testWorld()
const to = '5511987654321'
const path = '/102290129340398/message_templates'

const create = (change: object = {}) => world.call('POST', path, { body: { ...newTemplate, ...change } })

/** Creates one that is approved. */
async function approved(change: object = {}) {
  const { body } = await create(change)
  const { name = newTemplate.name } = { name: 'name' in change ? String(change.name) : undefined }
  const template = world.shop.account.template(name)
  await template.approve()
  world.receiver.take()
  return { id: String(body['id']), template }
}

const body = (text: string, example?: object) => ({ type: 'BODY', text, ...(example && { example }) })
const positional = (text: string, count: number) => ({
  parameter_format: 'positional',
  components: [body(text, { body_text: [Array.from({ length: count }, () => 'x')] })],
})

async function handle(): Promise<string> {
  const session = await world.call('POST', `/${world.shop.app.id}/uploads?file_length=1&file_type=image/png`)
  const { body: done } = await world.call('POST', `/${String(session.body['id'])}`, {
    raw: Buffer.from('x'),
    headers: { file_offset: '0' },
  })
  return String(done['h'])
}

describe('a template', () => {
  test('is created, reviewed, listed and read as it is documented', async () => {
    const { status, body: made } = await create()
    expect([status, made]).toEqual([
      200,
      { id: expect.stringMatching(/^\d+$/), status: 'PENDING', category: 'UTILITY' },
    ])
    await world.shop.account.template('pedido_enviado').approve()
    expect(world.changes()).toMatchObject([
      { field: 'message_template_status_update', value: { event: 'APPROVED', reason: 'NONE' } },
    ])
    const fields = 'id,name,language,status,category,components,quality_score,rejected_reason,parameter_format'
    const { body: list } = await world.call('GET', `${path}?fields=${fields}&limit=100`)
    expect(list['data']).toEqual([
      {
        id: made['id'],
        name: 'pedido_enviado',
        language: 'pt_BR',
        status: 'APPROVED',
        category: 'UTILITY',
        components: newTemplate.components,
        quality_score: { score: 'UNKNOWN' },
        rejected_reason: 'NONE',
        parameter_format: 'NAMED',
      },
    ])
    expect((await world.call('GET', `/${String(made['id'])}?fields=status`)).body).toEqual({
      id: made['id'],
      status: 'APPROVED',
    })
  })

  test('is one of many, which come in pages and by filter', async () => {
    for (let at = 0; at < 7; at++) await create({ name: `t${at}`, ...(at > 4 && { category: 'MARKETING' }) })
    const names: unknown[] = []
    let next: string | undefined = `${path}?fields=name&limit=3`
    while (next !== undefined) {
      const { body: page } = await world.call('GET', next)
      if (Array.isArray(page['data'])) names.push(...page['data'].map(({ name }) => name))
      const paging = page['paging']
      const url: unknown = typeof paging === 'object' && paging !== null && 'next' in paging ? paging.next : undefined
      next = typeof url === 'string' ? url.slice(world.server.url.length) : undefined
    }
    expect(names).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6'])
    expect((await world.call('GET', `${path}?category=MARKETING`)).body['data']).toHaveLength(2)
    expect((await world.call('GET', `${path}?status=APPROVED`)).body['data']).toHaveLength(0)
  })

  test.each([
    [{ name: 'Pedido' }, 100],
    [{ name: 'x'.repeat(513) }, 100],
    [{ language: 'Portuguese' }, 100],
    [{ category: 'SALES' }, 100],
    [{ components: [] }, 100],
    [{ components: [body('Seu pedido saiu.'), { type: 'FOOTER', text: 'x'.repeat(61) }] }, 2388040],
    [{ components: [body('x'.repeat(1025))] }, 2388040],
    [{ components: [body('Seu pedido saiu.'), { type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) }] }, 2388040],
    [{ components: [body('Seu pedido saiu.'), { type: 'HEADER', format: 'IMAGE' }] }, 2388047],
    [
      {
        components: [
          body('Seu pedido saiu.'),
          { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::unknown'] } },
        ],
      },
      2388047,
    ],
    [{ components: [body('Seu pedido saiu.'), { type: 'HEADER', format: 'TEXT', text: 'Olá {{nome}}' }] }, 2388047],
    [{ components: [{ type: 'FOOTER', text: 'a' }] }, 2388072],
    [{ components: [body('Olá {{nome}}, seu pedido saiu.')] }, 2388072],
    [positional('Seu pedido {{1}}{{2}} saiu para entrega hoje', 2), 2388072],
    [positional('Seu pedido {{2}} saiu para entrega hoje', 1), 2388072],
    [{ components: [body('Seu pedido saiu.'), { type: 'FOOTER', text: '{{nome}}' }] }, 2388073],
    [positional('Olá {{1}} e {{2}} oi', 2), 2388293],
    [positional('{{1}}, seu pedido saiu', 1), 2388299],
    [positional('O seu pedido é o {{1}}.', 1), 2388299],
    [{ components: [body('Oi.'), { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'x'.repeat(26) }] }] }, 100],
    [
      {
        components: [
          body('Oi.'),
          {
            type: 'BUTTONS',
            buttons: Array.from({ length: 11 }, (_one, at) => ({ type: 'QUICK_REPLY', text: `b${at}` })),
          },
        ],
      },
      100,
    ],
    [
      {
        components: [
          body('Oi.'),
          { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'a', url: 'https://example.com/{{1}}' }] },
        ],
      },
      100,
    ],
  ])('is refused with %j', async (change, code) => {
    const answer = await create(change)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code })
  })

  test('has the codes of its rules below code 100 if that is chosen', async () => {
    world.server.settings.templateCodes = 'subcode'
    const answer = await create({ components: [body('x'.repeat(1025))] })
    expect(errorOf(answer)).toMatchObject({ code: 100, error_subcode: 2388040, error_user_msg: expect.any(String) })
  })

  test('with a picture needs an uploaded example', async () => {
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [await handle()] } }
    expect((await create({ components: [header, body('Seu pedido saiu.')] })).status).toBe(200)
  })

  test('is not there twice, and not too often', async () => {
    await create()
    expect((await create()).status).toBe(400)
    expect((await create({ language: 'en' })).status).toBe(200)
    world.server.limits.templatesOfVerified = 2
    expect(errorOf(await create({ name: 'third' }))).toMatchObject({ code: 2388019 })
  })

  test('is created 100 times in an hour at most', async () => {
    world.server.limits.newTemplates = { burst: 1, perSecond: 1 / 3600 }
    await create()
    expect(errorOf(await create({ name: 'second' }))).toMatchObject({ code: 80007 })
  })

  test('is mended after it was rejected, and goes to review again', async () => {
    const { body: made } = await create()
    const template = world.shop.account.template('pedido_enviado')
    const edit = (change: object) => world.call('POST', `/${String(made['id'])}`, { body: change })
    expect((await edit({ category: 'MARKETING' })).status).toBe(400)
    await template.reject('INCORRECT_CATEGORY')
    expect((await world.call('GET', `/${String(made['id'])}?fields=rejected_reason`)).body).toMatchObject({
      rejected_reason: 'INCORRECT_CATEGORY',
    })
    expect((await edit({ category: 'MARKETING' })).body).toEqual({ success: true })
    expect([template.status, template.category]).toEqual(['PENDING', 'MARKETING'])
  })

  test('that is approved is edited once a day', async () => {
    const { id, template } = await approved()
    const edit = () => world.call('POST', `/${id}`, { body: { components: [body('Seu pedido saiu.')] } })
    expect((await edit()).status).toBe(200)
    await template.approve()
    expect((await edit()).status).toBe(400)
    await world.server.clock.turn({ days: 1 })
    expect((await edit()).status).toBe(200)
  })

  test('is deleted by name or by id, and its name is locked', async () => {
    const { body: made } = await create()
    await create({ language: 'en' })
    expect((await world.call('DELETE', `${path}?hsm_id=${String(made['id'])}&name=pedido_enviado`)).body).toEqual({
      success: true,
    })
    expect(world.shop.account.templates.map(({ language }) => language)).toEqual(['en'])
    expect((await world.call('DELETE', `${path}?name=pedido_enviado`)).body).toEqual({ success: true })
    expect((await create()).status).toBe(400)
    await world.server.clock.turn({ days: 31 })
    expect((await create()).status).toBe(200)
    expect((await world.call('DELETE', `${path}?name=unknown`)).status).toBe(400)
  })

  test('is paused, unpaused, disabled, rated and put into another category', async () => {
    const { id, template } = await approved()
    await template.pause()
    expect((await world.call('POST', `/${id}/unpause`)).body).toEqual({ success: true })
    await world.settled()
    await template.rate('YELLOW')
    await template.recategorise('MARKETING')
    await template.disable()
    await template.tellStatus('IN_APPEAL', 'IN_APPEAL')
    expect(
      world
        .changes()
        .map(({ field, value }) => [field, value['event'] ?? value['new_quality_score'] ?? value['new_category']]),
    ).toEqual([
      ['message_template_status_update', 'PAUSED'],
      ['message_template_status_update', 'REINSTATED'],
      ['message_template_quality_update', 'YELLOW'],
      ['template_category_update', 'MARKETING'],
      ['message_template_status_update', 'DISABLED'],
      ['message_template_status_update', 'IN_APPEAL'],
    ])
  })

  test('is paused for three hours, then for six, or until it is unpaused', async () => {
    const { template } = await approved()
    const { clock } = world.server
    clock.stop()
    for (const [title, hours] of [
      ['FIRST_PAUSE', 3],
      ['SECOND_PAUSE', 6],
    ] as const) {
      await template.pause(title)
      await clock.turn({ hours: hours - 1 })
      expect(template.status).toBe('PAUSED')
      await clock.turn({ hours: 1 })
      expect(template.status).toBe('APPROVED')
    }
    await template.pause('RATE_LIMITING_PAUSE')
    await clock.turn({ days: 10 })
    expect(template.status).toBe('PAUSED')
  })
})

describe('a message from a template', () => {
  const send = (components: unknown, change: object = {}) =>
    world.send({
      to,
      type: 'template',
      template: { name: 'pedido_enviado', language: { code: 'pt_BR' }, components, ...change },
    })

  test('is sent as it is documented, outside of the window, and its button answers', async () => {
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [await handle()] } }
    await approved({ components: [header, ...newTemplate.components.slice(1)] })
    const person = world.server.person(to, 'Ana')
    const { status, body: answer } = await world.send(templateMessage('123'))
    expect(status).toBe(200)
    expect(answer).toMatchObject({ messages: [{ message_status: 'accepted' }] })
    expect(person.inbox.last).toMatchObject({
      type: 'template',
      text: 'Olá Ana, seu pedido 1029 saiu para entrega hoje.',
    })
    expect(world.statuses()).toMatchObject([
      { status: 'sent', pricing: { billable: true, type: 'regular', category: 'utility' } },
      {},
    ])
    await person.chat(world.shop.number).choose(person.inbox.last.id, 'Falar com atendente')
    const [change] = world.changes()
    expect(change?.value['messages']).toMatchObject([
      { type: 'button', button: { payload: 'ATENDENTE', text: 'Falar com atendente' } },
    ])
  })

  const [parameters, ...others] = filledIn
  const values = (...texts: string[]) => [
    {
      type: 'body',
      parameters: texts.map((text, at) => ({ type: 'text', parameter_name: ['nome', 'pedido'][at] ?? 'mais', text })),
    },
    ...others,
  ]

  test.each([
    ['too few values', [{ ...parameters, parameters: parameters?.parameters.slice(0, 1) }, ...others], 132000],
    ['too many values', values('a', 'b', 'c'), 132000],
    ['no value of the button', [parameters], 132000],
    [
      'a wrong name',
      [
        {
          type: 'body',
          parameters: [
            { type: 'text', parameter_name: 'nome', text: 'a' },
            { type: 'text', parameter_name: 'x', text: 'b' },
          ],
        },
        ...others,
      ],
      132012,
    ],
    [
      'a picture in the text',
      [
        {
          type: 'body',
          parameters: [
            { type: 'image', image: { id: '1' } },
            { type: 'image', image: { id: '1' } },
          ],
        },
        ...others,
      ],
      132012,
    ],
    [
      'a header that it has not',
      [{ type: 'header', parameters: [{ type: 'image', image: { id: '1' } }] }, ...filledIn],
      132000,
    ],
    ['a line break', values('Ana\nLima', '1'), 132007],
    ['a tab', values('Ana\tLima', '1'), 132007],
    ['five spaces', values('Ana     Lima', '1'), 132007],
    ['a text that is too long', values('x'.repeat(1100), '1'), 132005],
    [
      'a button that it has not',
      [...filledIn, { type: 'button', sub_type: 'url', index: '7', parameters: [] }],
      132012,
    ],
  ])('with %s is refused', async (_name, components, code) => {
    await approved()
    const answer = await send(components)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code })
  })

  test.each([
    ['in another language', { language: { code: 'en' } }, 132001, 404],
    ['of another name', { name: 'unknown' }, 132001, 404],
  ])('%s does not exist', async (_name, change, code, status) => {
    await approved()
    const answer = await send(filledIn, change)
    expect(answer.status).toBe(status)
    expect(errorOf(answer)).toMatchObject({ code })
  })

  test('is refused while the template is in review, paused or disabled', async () => {
    const { template } = await approved()
    const codeNow = async () => errorOf(await send(filledIn))
    await template.pause()
    expect(await codeNow()).toMatchObject({ code: 132015 })
    await template.disable()
    expect(await codeNow()).toMatchObject({ code: 132016 })
    await template.reject('SCAM')
    expect(await codeNow()).toMatchObject({ code: 132001 })
  })

  test('of the category of authentication needs a number', async () => {
    const person = world.server.person(undefined, 'Ana', { username: 'ana' })
    const recipient = person.userIdAt(world.shop.business)
    const { template } = await approved({ components: [body('Seu pedido saiu.')] })
    template.category = 'AUTHENTICATION'
    const message = { type: 'template', template: { name: 'pedido_enviado', language: { code: 'pt_BR' } } }
    expect(errorOf(await world.send({ ...message, recipient }))).toMatchObject({ code: 131062 })
  })

  test('is held for a look at its quality, then delivered or dropped', async () => {
    const { template } = await approved()
    const person = world.server.person(to, 'Ana')
    template.hold()
    expect((await send(filledIn)).body).toMatchObject({ messages: [{ message_status: 'held_for_quality_assessment' }] })
    expect(person.inbox.messages).toEqual([])
    await template.releaseHeld()
    expect(person.inbox.messages).toHaveLength(1)
    world.receiver.take()
    template.hold()
    await send(filledIn)
    await template.dropHeld()
    expect(world.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 132015 }] }])
  })

  test('fails without a way to pay, and as marketing for those who want none', async () => {
    const { template } = await approved()
    const person = world.server.person(to, 'Ana')
    world.shop.account.canPay = false
    await send(filledIn)
    expect(world.statuses()).toMatchObject([{ errors: [{ code: 131042 }] }])
    world.shop.account.canPay = true
    template.category = 'MARKETING'
    await person.chat(world.shop.number).changeMarketing('stop')
    world.receiver.take()
    await send(filledIn)
    expect(world.statuses()).toMatchObject([{ errors: [{ code: 131050 }] }])
    person.marketingFailsWith = 131049
    await send(filledIn)
    expect(world.statuses()).toMatchObject([{ errors: [{ code: 131049 }] }])
  })

  test('needs an approved name of the number', async () => {
    await approved()
    world.server.person(to, 'Ana')
    await world.shop.number.decideName('REJECTED', 'NAME_NOT_CLEAR')
    expect(errorOf(await send(filledIn))).toMatchObject({ code: 131037 })
  })
})
