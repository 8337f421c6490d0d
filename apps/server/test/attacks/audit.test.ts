import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let admin: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

interface Entry {
  action: string
  by: number | null
  name: string
  object: string
  object_id: string
  address: string | null
  detail: unknown
  at: Date
}

const entries = (): Promise<Entry[]> =>
  company.sql(
    `select action, actor_user_id::int as by, actor_name as name, object, object_id, host(address) as address, detail, created_at as at
     from audit_log where company_id = $1 order by id`,
    [company.id],
  )

/** The entries that an action adds to the log. */
async function added(deed: () => Promise<unknown>): Promise<Entry[]> {
  const before = (await entries()).length
  await deed()
  return (await entries()).slice(before)
}

describe('the audit log (S74)', () => {
  test('records who did what to what, and when', async () => {
    const [queue, second] = [await company.queue(), await company.queue()]
    const ticket = await company.ticket({ queues: [queue] })
    // The first connection is the default, which cannot be deleted.
    const chat = await company.webChat()
    const phone = (await admin.post('/whatsapp', { name: 'Celular', channel: 'whatsapp' })).body
    const contact = await admin.post('/contacts', { name: 'Mariana', number: '5511987654321' })
    const tag = await admin.post('/tags', { name: 'Urgente' })
    const quickMessage = await admin.post('/quick-messages', { shortcode: 'oi', message: 'Bom dia', geral: true })
    const fileList = await admin.post('/files', { name: 'Catálogo', message: 'Veja' })
    const prompt = { name: 'Vendas', prompt: 'Atenda', apiKey: 'sk-um-segredo-1234', queueId: queue.id }
    const integration = await admin.post('/queueIntegration', {
      type: 'webhook',
      name: 'Fluxo',
      urlN8N: 'https://8.8.8.8/secret-path',
    })
    const schedule = await admin.post('/schedules', {
      body: 'Até amanhã',
      contactId: contact.body.id,
      sendAt: '2031-03-10T09:00',
    })
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
    const note = await admin.post('/ticket-notes', { note: 'Prefere ligação', ticketId: ticket.id })
    const comment = await admin.post(`/messages/${ticket.id}`, { body: 'Só entre nós', isPrivate: true })
    const user = { name: 'Nova', email: 'nova@empresa.test', password: 'Senha-Nova-1', profile: 'user', queueIds: [] }
    const made: { id: number }[] = []
    const prompts: { id: number }[] = []

    const deeds: [string, () => Promise<unknown>][] = [
      ['user.created', async () => made.push((await admin.post('/users', user)).body)],
      ['user.changed', () => admin.put(`/users/${made[0]?.id}`, { profile: 'supervisor' })],
      ['user.deleted', () => admin.delete(`/users/${made[0]?.id}`)],
      ['queue.updated', () => admin.put(`/queue/${queue.id}`, { name: 'Vendas' })],
      ['queue.ordered', () => admin.put('/queue/order', { queueIds: [second.id, queue.id] })],
      ['setting.changed', () => admin.put('/companySettings', { column: 'lgpdHideNumber', data: 'enabled' })],
      ['connection.created', () => company.webChat()],
      ['connection.updated', () => admin.put(`/whatsapp/${chat.id}`, { name: 'Loja' })],
      ['connection.tokenRead', () => admin.post(`/whatsapp/${phone.id}/token`, { currentPassword: admin.password })],
      ['connection.tokenRenewed', () => admin.put(`/whatsapp/${phone.id}/token`, { currentPassword: admin.password })],
      ['connection.deleted', () => admin.delete(`/whatsapp/${chat.id}`)],
      ['contact.blocked', () => admin.put(`/contacts/block/${contact.body.id}`, { active: false })],
      ['contact.unblocked', () => admin.put(`/contacts/block/${contact.body.id}`, { active: true })],
      ['schedule.deleted', () => admin.delete(`/schedules/${schedule.body.id}`)],
      ['contact.deleted', () => admin.delete(`/contacts/${contact.body.id}`)],
      ['tag.deleted', () => admin.delete(`/tags/${tag.body.id}`)],
      ['quickMessage.deleted', () => admin.delete(`/quick-messages/${quickMessage.body.id}`)],
      ['fileList.deleted', () => admin.delete(`/files/${fileList.body.id}`)],
      ['prompt.created', async () => prompts.push((await admin.post('/prompt', prompt)).body)],
      ['prompt.changed', () => admin.put(`/prompt/${prompts[0]?.id}`, { apiKey: 'sk-outro-segredo-5678' })],
      ['prompt.deleted', () => admin.delete(`/prompt/${prompts[0]?.id}`)],
      [
        'integration.updated',
        () => admin.put(`/queueIntegration/${integration.body.id}`, { authorization: 'Bearer s3cr3t-of-n8n' }),
      ],
      ['integration.deleted', () => admin.delete(`/queueIntegration/${integration.body.id}`)],
      ['note.deleted', () => admin.delete(`/ticket-notes/${note.body.id}`)],
      ['message.deleted', () => admin.delete(`/messages/${comment.body.id}`)],
      ['ticket.delete', () => admin.delete(`/tickets/${ticket.id}`)],
      ['ticket.closeAll', () => admin.post('/tickets/closeAll', { status: 'open' })],
      ['queue.deleted', () => admin.delete(`/queue/${queue.id}`)],
      ['contacts.exported', () => admin.get('/contacts/export')],
      ['audit.exported', () => admin.get('/audit/export')],
      ['holiday.created', () => admin.post('/holidays', { day: '2031-03-10', name: 'Aniversário' })],
      ['company.hoursChanged', () => admin.put(`/companies/${company.id}/schedules`, { schedules: [] })],
      ['company.regionChanged', () => admin.put(`/companies/${company.id}/region`, { language: 'pt-BR' })],
    ]
    for (const [action, deed] of deeds) {
      const found = await added(deed)
      const own = found.filter((entry) => entry.by === admin.id)
      expect({ action, found: own.map((entry) => entry.action) }).toEqual({ action, found: [action] })
      expect(own).toMatchObject([{ name: admin.name, address: '127.0.0.1' }])
    }
    expect(JSON.stringify(await entries())).not.toContain('Só entre nós')
    for (const secret of [
      user.password,
      admin.password,
      admin.token,
      'argon2',
      'segredo',
      'secret-path',
      's3cr3t-of-n8n',
      chat.token,
      ticket.connection.token,
    ])
      expect(JSON.stringify(await entries())).not.toContain(secret)
  })

  test('records logins that succeed and fail, and logouts, with the address', async () => {
    const person = await company.attendant()
    const { email, password, id } = person
    const found = await added(async () => {
      await world.anonymous.post('/auth/login', { email, password: 'errada' })
      const again = await world.logIn(email, password)
      await again.delete('/auth/logout')
    })
    expect(found).toMatchObject([
      { action: 'login.failed', object: 'user', object_id: String(id), address: '127.0.0.1' },
      { action: 'login', object: 'user', object_id: String(id), by: id, name: person.name, address: '127.0.0.1' },
      { action: 'logout', object: 'user', object_id: String(id), by: id, address: '127.0.0.1' },
    ])
    expect(JSON.stringify(found)).not.toContain('errada')
  })

  test('records denied actions, once a minute for each call', async () => {
    const person = await company.attendant()
    const found = await added(async () => {
      for (const _again of [1, 2, 3]) {
        expect((await person.put('/companySettings', { column: 'requiredTag', data: 'enabled' })).status).toBe(403)
        expect((await person.get('/companies/1')).status).toBe(403)
      }
      expect((await person.get('/tickets/999999')).status).toBe(404)
    })
    expect(found).toMatchObject([
      {
        action: 'permission.denied',
        by: person.id,
        object: 'call',
        object_id: 'updateCompanySetting',
        address: '127.0.0.1',
      },
      { action: 'permission.denied', by: person.id, object_id: 'getCompany' },
    ])
  })
})
