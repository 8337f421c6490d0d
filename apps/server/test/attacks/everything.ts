import type { Endpoint } from '@guiche/contract'
import { type Company, type Person, eventually } from '#test/world'
import { browserKeys } from './contract-input.ts'

export type Ids = Record<string, string | number>

/** Creates one thing of every kind, with the mark in every text. The mark is ASCII: it stands in an email address. */
export async function everythingIn(company: Company, mark: string): Promise<Ids> {
  const admin = await company.admin()
  const queue = await company.queue(`Fila ${mark}`)
  const option = await admin.post('/chatbot', { queueId: queue.id, name: `Opção ${mark}` })
  const user = await company.attendant({ queues: [queue], name: `Pessoa ${mark}` })
  const ticket = await company.ticket({ queues: [queue], body: `Mensagem ${mark}` })
  const owned = await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
  const contactId: number = owned.body.contactId
  const contact = await admin.put(`/contacts/${contactId}`, {
    name: `Cliente ${mark}`,
    extraInfo: [{ name: mark, value: mark }],
  })
  const tag = await admin.post('/tags', { name: `Etiqueta ${mark}` })
  await admin.post('/tags/sync', { contactId, tags: [{ id: tag.body.id }] })
  const lane = await admin.post('/tags', { name: `Etapa ${mark}`, kanban: 1 })
  await admin.put(`/ticket/kanban/${ticket.id}`, { tagId: lane.body.id })
  const note = await admin.post('/ticket-notes', { note: `Nota ${mark}`, ticketId: ticket.id, contactId })
  const quickMessage = await admin.post('/quick-messages', { shortcode: `oi-${mark}`, message: `Bom dia ${mark}` })
  const category = await admin.post('/quick-messages', { shortcode: `Grupo ${mark}`, isCategory: true })
  const message = await admin.post(`/messages/${ticket.id}`, { body: `Resposta ${mark}` })
  await admin.put(`/drafts/${ticket.id}`, { body: `Rascunho ${mark}` })
  const schedule = await admin.post('/schedules', {
    body: `Agendada ${mark}`,
    contactId,
    sendAt: '2031-03-10T09:00',
  })
  // It would be done in 8 seconds, and then be gone.
  const pending = await admin.post(`/pending-changes/tickets/${ticket.id}`, { kind: 'close' })
  await company.sql("update pending_changes set due_at = '2031-03-10' where id = $1", [pending.body.id])
  const push = await admin.post('/push/subscriptions', {
    endpoint: `https://push.example.net/${mark}`,
    keys: browserKeys,
  })
  const chat = await admin.post('/chats', { title: `Conversa ${mark}`, users: [{ id: user.id }] })
  const internalMessage = await admin.post(`/chats/${chat.body.id}/messages`, {
    message: `Recado ${mark}`,
    ticketId: ticket.id,
  })
  await admin.put(`/chats/${chat.body.id}/draft`, { body: `Recado por enviar ${mark}` })
  await admin.put(`/chats/messages/${internalMessage.body.id}/reaction`, { emoji: '👍' })
  // Is called after 20 notices to others only, so not while the attacks run.
  const onCall = await admin.post('/plantao', {
    userId: user.id,
    phone: '5531987654321',
    interval: 1440,
    days: [{ weekday: `Dia ${mark}`, weekdayEn: 'Monday', startTime: '08:00', endTime: '08:01' }],
    afterNotices: 20,
  })
  const holiday = await admin.post('/holidays', { day: '2031-03-10', name: `Feriado ${mark}` })
  const fileList = await admin.post('/files', {
    name: `Arquivos ${mark}`,
    message: `Veja ${mark}`,
    options: [{ name: `Tabela ${mark}` }],
  })
  const prompt = await admin.post('/prompt', {
    name: `Prompt ${mark}`,
    prompt: `Atenda ${mark}`,
    apiKey: `sk-${mark}`,
    queueId: queue.id,
  })
  const integration = await admin.post('/queueIntegration', {
    type: 'n8n',
    name: `Fluxo ${mark}`,
    urlN8N: `https://8.8.8.8/webhook/${mark}`,
    authorization: `Bearer ${mark}`,
  })
  const contactList = await admin.post('/contact-lists', { name: `Lista ${mark}` })
  const contactListItem = await admin.post('/contact-list-items', {
    name: `Cliente ${mark}`,
    number: '5531987654321',
    email: `${mark}@cliente.example`,
    variables: [{ key: 'Cidade', value: `Recife ${mark}` }],
    contactListId: contactList.body.id,
  })
  // Reading a sheet would start a process.
  const [contactListImport] = await company.sql(
    `insert into contact_list_imports (company_id, list_id, name, storage_key, titles, fields, has_titles, first_rows)
     values ($1, $2, $3, repeat('a', 40) || '.sheet', array[$3, $3], '{name,number}', true, '[]') returning id::int`,
    [company.id, contactList.body.id, `Planilha ${mark}.csv`],
  )
  const campaign = await admin.post('/campaigns', {
    name: `Campanha ${mark}`,
    message1: `Oferta ${mark}`,
    contactListId: contactList.body.id,
    whatsappId: String((await company.connection()).id),
  })
  await admin.put('/opt-out-words', { words: [`Chega ${mark}`] })
  // The contact has no number, so nobody could opt it out by a call.
  const [optOut] = await company.sql(
    `insert into opt_outs (company_id, person_hash, is_out, source, contact_id, reason)
     values ($1, sha256('a number'), true, 'attendant', $2, $3) returning id::int`,
    [company.id, contactId, `Pediu ${mark}`],
  )
  // Of the operator, for companies with this plan only.
  const [announcement] = await company.sql(
    `insert into announcements (title, text, plan_ids)
     select $2, $2, array[plan_id] from companies where id = $1 returning id::int`,
    [company.id, `Informativo ${mark}`],
  )
  // A timer makes them when a due date is near.
  const [invoice] = await company.sql(
    `insert into invoices (company_id, due_date, plan_id, detail, users, connections, queues, features, recurrence, amount_cents)
     select c.id, '2031-03-10', p.id, $2, p.users, p.connections, p.queues, p.features, '', 4900
     from companies c join plans p on p.id = c.plan_id where c.id = $1 returning id::int`,
    [company.id, `Plano ${mark}`],
  )
  // Named tokens send on WhatsApp connections only.
  const [apiToken] = await company.sql(
    `insert into api_tokens (company_id, connection_id, name, scopes, ending) values ($1, $2, $3, '{send}', '1234')
     returning id::int`,
    [company.id, ticket.connection.id, `Token ${mark}`],
  )
  // A job would make its file, which is over sooner or later.
  const [reportExport] = await company.sql(
    `insert into report_exports (company_id, user_id, row_kind, format, filter) values ($1, $2, 'messages', 'csv', $3)
     returning id::int`,
    [company.id, admin.id, JSON.stringify({ searchParam: `Cliente ${mark}` })],
  )
  // Asking would need a service. This one has ended, so nothing becomes of it.
  const [exchange] = await company.sql(
    `insert into exchanges (company_id, ticket_id, kind, answerer_id, message_id, first_message_id, state, due_at, trace)
     values ($1, $2, 'integration', 1, $3, $3, 'answered', now(), $4) returning id::int`,
    [company.id, ticket.id, message.body.id, JSON.stringify([{ ...anyCall, sent: `Pergunta ${mark}` }])],
  )
  await company.sql(
    `insert into exchange_sessions (company_id, ticket_id, kind, answerer_id, state) values ($1, $2, 'integration', 1, $3)`,
    [company.id, ticket.id, JSON.stringify({ said: `Pergunta ${mark}` })],
  )
  await company.sql(`insert into answerer_breakers (company_id, kind, answerer_id) values ($1, 'integration', 1)`, [
    company.id,
  ])
  // Meta would have to review it.
  const [messageTemplate] = await company.sql(
    `insert into message_templates (company_id, account_id, network_id, name, language, category, status, format, components)
     values ($1, $2, $2, 'aviso', 'pt_BR', 'utility', 'approved', 'positional', $3) returning id::int`,
    [company.id, `conta-${mark}`, JSON.stringify([{ type: 'BODY', text: `Aviso ${mark}` }])],
  )
  // Meta would have to open a number. Nobody can decrypt this one, and its owner may not use it.
  const [signUp] = await company.sql(
    `insert into number_sign_ups (company_id, id, user_id, key_id, ciphertext, ends_at)
     values ($1, gen_random_uuid(), $2, 1, $3, '2031-03-10') returning id`,
    [company.id, user.id, Buffer.from(mark)],
  )
  const found = {
    ticketId: ticket.id,
    uuid: ticket.uuid,
    queueId: queue.id,
    sendIdQueue: queue.id,
    orderQueue: queue.id,
    optionId: option.body.id,
    userId: user.id,
    contactId,
    extraInfoId: contact.body.extraInfo[0].id,
    tagId: tag.body.id,
    laneId: lane.body.id,
    noteId: note.body.id,
    messageId: message.body.id,
    quickMessageId: quickMessage.body.id,
    categoryId: category.body.id,
    scheduleId: schedule.body.id,
    pendingChangeId: pending.body.id,
    chatId: chat.body.id,
    chatUuid: chat.body.uuid,
    internalMessageId: internalMessage.body.id,
    onCallId: onCall.body.id,
    holidayId: holiday.body.id,
    fileListId: fileList.body.id,
    fileOptionId: fileList.body.options[0].id,
    promptId: prompt.body.id,
    integrationId: integration.body.id,
    contactListId: contactList.body.id,
    contactListItemId: contactListItem.body.id,
    contactListImportId: contactListImport.id,
    whatsappId: ticket.connection.id,
    pushSubscriptionId: push.body.id,
    announcementId: announcement.id,
    optOutId: optOut.id,
    campaignId: campaign.body.id,
    invoiceId: invoice.id,
    apiTokenId: apiToken.id,
    reportExportId: reportExport.id,
    exchangeId: exchange.id,
    messageTemplateId: messageTemplate.id,
    signUpId: signUp.id,
    companyId: company.id,
  }
  for (const [name, id] of Object.entries(found)) if (!id) throw new Error(`the company has no ${name}`)
  await eventually(async () => {
    const [left] = await company.sql('select count(*)::int as count from outbox where company_id = $1', [company.id])
    if (left.count > 0) throw new Error('something is still on its way')
  })
  return found
}

const anyCall = { method: 'POST', address: '', status: 200, ms: 1, received: '', failure: null }

/** The company's id that a field of this name refers to; for a plain `id` it depends on the path. */
export function idFor(ids: Ids, name: string, { path }: Endpoint): string | number | undefined {
  if (name === 'id') {
    if (path.startsWith('/pending-changes/tickets')) return ids['ticketId']
    if (path.startsWith('/pending-changes/messages')) return ids['messageId']
    if (path.startsWith('/pending-changes')) return ids['pendingChangeId']
    if (path.startsWith('/messages/edit') || path.endsWith('/retry') || path.startsWith('/react'))
      return ids['messageId']
    if (path.startsWith('/ticket/kanban')) return ids['ticketId']
    if (path.startsWith('/messages/') || path.startsWith('/tickets') || path.startsWith('/drafts'))
      return ids['ticketId']
    if (path.startsWith('/contact-lists')) return ids['contactListId']
    if (path.startsWith('/contact-list-imports')) return ids['contactListImportId']
    if (path.startsWith('/contact-list-items')) return ids['contactListItemId']
    if (path.startsWith('/contact')) return ids['contactId']
    if (path.startsWith('/users')) return ids['userId']
    if (path.startsWith('/chatbot') || path.startsWith('/queue-options')) return ids['optionId']
    if (path.startsWith('/queueIntegration')) return ids['integrationId']
    if (path.startsWith('/queue')) return ids['queueId']
    if (path.startsWith('/sending-guard')) return ids['whatsappId']
    if (path.startsWith('/whatsapp') || path.startsWith('/closedimported')) return ids['whatsappId']
    if (path.startsWith('/tags')) return ids['tagId']
    if (path.startsWith('/ticket-notes')) return ids['noteId']
    if (path.startsWith('/quick-messages')) return ids['quickMessageId']
    if (path.startsWith('/schedules')) return ids['scheduleId']
    if (path.startsWith('/push')) return ids['pushSubscriptionId']
    if (path.startsWith('/chats/messages')) return ids['internalMessageId']
    if (path.startsWith('/chats')) return ids['chatId']
    if (path.startsWith('/plantao')) return ids['onCallId']
    if (path.startsWith('/holidays')) return ids['holidayId']
    if (path.startsWith('/invoices')) return ids['invoiceId']
    if (path.startsWith('/announcements')) return ids['announcementId']
    if (path.startsWith('/campaigns')) return ids['campaignId']
    if (path.startsWith('/opt-outs')) return ids['optOutId']
    if (path.startsWith('/files')) return ids['fileListId']
    if (path.startsWith('/message-templates')) return ids['messageTemplateId']
    if (path.startsWith('/prompt')) return ids['promptId']
    if (path.startsWith('/reports')) return ids['reportExportId']
    if (path.startsWith('/api-tokens')) return ids['apiTokenId']
    if (path.startsWith('/compan')) return ids['companyId']
  }
  return ids[name]
}

/** Sends the call in the format that the contract names. */
export async function send(person: Person, { method, form, body: schema }: Endpoint, url: string, body: unknown) {
  const answer =
    method === 'GET'
      ? await person.get(url)
      : method === 'DELETE'
        ? await person.delete(url)
        : form && !schema
          ? await person.upload(url, {}, [{ field: 'file', name: 'a.txt', type: 'text/plain', data: 'a' }])
          : await (method === 'POST' ? person.post(url, body) : person.put(url, body))
  return { status: answer.status, text: JSON.stringify(answer.body) }
}
