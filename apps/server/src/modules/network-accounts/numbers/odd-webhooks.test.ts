import { randomUUID } from 'node:crypto'
import { metaJson, signatureOf } from '@guiche/graph-testserver'
import { expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()

interface Told {
  field: string
  value: object
}

async function post(accountId: string, changes: Told[]): Promise<number> {
  const body = metaJson({
    object: 'whatsapp_business_account',
    entry: [{ id: accountId, time: 1_750_000_000, changes }],
  })
  const signature = signatureOf(meta.app.secret, body)
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  return (await fetch(`${await meta.world.url()}/webhook`, { method: 'POST', headers, body })).status
}

const odd = { NUL: '\u0000', 'half a character': '\ud83d' }

test.for(Object.entries(odd))('%s in a webhook stops nothing else of it', async ([, text]) => {
  const { company, number } = await meta.numberShop()
  const metadata = { display_phone_number: number.display, phone_number_id: number.id }
  const said = (from: string, id: string, body: string) => ({
    from,
    id,
    timestamp: '1750000000',
    type: 'text',
    text: { body },
  })
  const accepted = await post(number.account.id, [
    {
      field: 'messages',
      value: { metadata: { phone_number_id: text }, messages: [said('5511987650001', 'wamid.A', 'x')] },
    },
    { field: 'messages', value: { metadata, statuses: [{ id: text, status: 'sent', recipient_id: '5511987650001' }] } },
    { field: 'phone_number_name_update', value: { display_phone_number: number.display, decision: `A${text}` } },
    { field: 'account_alerts', value: { alert_type: 'X', alert_description: text } },
    { field: 'message_template_status_update', value: { event: 'REJECTED', message_template_id: text, reason: text } },
    { field: 'messages', value: { metadata, messages: [said('5511987650001', `wamid.${text}`, `Oi${text}`)] } },
  ])
  expect(accepted).toBe(200)
  await eventually(async () => {
    const rows = await company.sql('select body from messages where company_id = $1', [company.id])
    expect(rows).toEqual([{ body: 'Oi\ufffd' }])
  })
})

test('impossible times and numbers hold nobody up', async () => {
  const { company, number } = await meta.numberShop()
  const metadata = { display_phone_number: number.display, phone_number_id: number.id }
  const person = '5511987650002'
  const said = (id: string, timestamp: string, from = person) => ({
    from,
    id,
    timestamp,
    type: 'text',
    text: { body: id },
  })
  const moved = (id: string, number_: string) => ({
    from: person,
    id,
    timestamp: '1750000000',
    type: 'system',
    system: { type: 'user_changed_number', wa_id: number_ },
  })
  const messages = [
    said('wamid.B1', '-99999999999'),
    said('wamid.B2', '9000000000000'),
    moved('wamid.B3', '1'),
    moved('wamid.B4', '9'.repeat(40)),
    said('wamid.B5', '1750000000', '9'.repeat(40)),
    said('wamid.B6', '1750000000'),
  ]
  expect(await post(number.account.id, [{ field: 'messages', value: { metadata, messages } }])).toBe(200)
  const expiration = 9_000_000_000_000
  const restriction_info = [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration }]
  const update = { event: 'ACCOUNT_RESTRICTION', restriction_info }
  expect(await post(number.account.id, [{ field: 'account_update', value: update }])).toBe(200)
  await eventually(async () => {
    const rows = await company.sql('select body from messages where company_id = $1 order by id', [company.id])
    expect(rows.map(({ body }) => body)).toEqual(['wamid.B1', 'wamid.B2', 'wamid.B6'])
    expect(await company.sql('select error from inbox where company_id = $1', [company.id])).toEqual([])
  })
})

test('an id that is too long to be one hides neither its message nor what else is told', async () => {
  const shop = await meta.numberShop()
  const talk = await meta.chat(shop)
  const { id } = await talk.write('Com status estranho')
  await talk.shown(id, ({ ack }) => expect(ack).toBe(2))
  const [{ external_id: ours }] = await shop.company.sql('select external_id from messages where id = $1', [id])
  const mark = `guiche:0/1:${ours}`
  const status = (name: string) => ({
    id: name,
    status: 'read',
    recipient_id: talk.person.waId,
    biz_opaque_callback_data: mark,
  })
  // Random, because an index would store what repeats itself in little room.
  const long = `wamid.${Array.from({ length: 300 }, () => randomUUID()).join('')}`
  const [{ network_id: known }] = await shop.company.sql('select network_id from message_parts where message_id = $1', [
    id,
  ])
  const value = { metadata: shop.number.metadata, statuses: [status(long), status(known)] }
  expect(await post(shop.number.account.id, [{ field: 'messages', value }])).toBe(200)
  await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([3, null]))
})
