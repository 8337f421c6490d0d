import { expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const office = whatsAppOfFile()

test('the phone of a closed company is disconnected and stays linked; reopened, it receives what was written meanwhile', async () => {
  const { world, server } = office
  const operator = await world.operator()
  const shop = await world.company()
  const boss = await shop.admin()
  const { id } = (await boss.post('/whatsapp', { name: 'Loja', channel: 'whatsapp' })).body
  const phone = server.phone(`5511901${String(shop.id).padStart(6, '0')}`, 'Loja')
  const shown = async () => (await boss.get(`/whatsapp/${id}`)).body
  await eventually(async () => expect((await shown()).qrcode).not.toBe(''))
  await phone.scan((await shown()).qrcode)
  await eventually(async () => expect((await shown()).status).toBe('CONNECTED'))
  const statusInside = async () =>
    (await world.sql('select status from connections where company_id = $1 and id = $2', [shop.id, id]))[0].status
  const messagesInside = async () =>
    (await world.sql('select count(*)::int as count from messages where company_id = $1', [shop.id]))[0].count

  expect((await operator.delete(`/companies/${shop.id}`)).status).toBe(200)

  await eventually(async () => expect(await statusInside()).toBe('disconnected'))
  expect(phone.linkedDevices).toHaveLength(1)
  const rita = office.customer('Rita Moura')
  await rita.chat(phone).text('Vocês abrem hoje?')
  // Another session receives a message, which shows that the stopped one would have received its own by now.
  const other = await office.paired()
  await rita.chat(other.phone).text('E aqui?')
  await office.ticketOf(other)
  expect(await messagesInside()).toBe(0)

  expect((await operator.post(`/companies/${shop.id}/reopen`)).status).toBe(200)
  await eventually(async () => expect(await statusInside()).toBe('connected'))
  await eventually(async () => expect(await messagesInside()).toBe(1))
})
