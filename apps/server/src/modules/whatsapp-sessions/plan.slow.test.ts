import { expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { type Person, eventually } from '#test/world'

const office = whatsAppOfFile()

/** A new company with a phone and its own plan, so that changing the plan affects no other test. */
async function shopWithPhone() {
  const { world, server } = office
  const shop = await world.company()
  const boss = await shop.admin()
  const operator = await world.operator()
  const planId = (await operator.get(`/companies/${shop.id}`)).body.plan.id
  const { id } = (await boss.post('/whatsapp', { name: 'Loja', channel: 'whatsapp' })).body
  const phone = server.phone(`5511900${String(shop.id).padStart(6, '0')}`, 'Loja')
  const shown = async () => (await boss.get(`/whatsapp/${id}`)).body
  await eventually(async () => expect((await shown()).qrcode).not.toBe(''))
  const setWhatsApp = (useWhatsapp: boolean) => operator.put(`/plans/${planId}`, { useWhatsapp })
  return { shop, boss, id, phone, shown, setWhatsApp }
}

async function pair({ phone, shown }: Awaited<ReturnType<typeof shopWithPhone>>): Promise<void> {
  await phone.scan((await shown()).qrcode)
  await eventually(async () => expect((await shown()).status).toBe('CONNECTED'))
}

const ticketsOf = async (boss: Person) => (await boss.get('/tickets?status=pending&showAll=true')).body.tickets

test('a running session stops when the plan loses WhatsApp, and resumes with the same phone when the plan has it again', async () => {
  const shop = await shopWithPhone()
  await pair(shop)
  const rita = office.customer('Rita Moura')
  const heard = await shop.boss.listen()

  await shop.setWhatsApp(false)
  await eventually(async () => expect(await shop.shown()).toMatchObject({ status: 'DISCONNECTED', endReason: 'plan' }))
  await eventually(() =>
    expect(heard.of('connection').at(-1)?.payload.whatsapp).toMatchObject({ id: shop.id, endReason: 'plan' }),
  )
  await rita.chat(shop.phone).text('Vocês abrem hoje?')
  // Another session receives a message, which shows that the stopped one would have received its own by now.
  const other = await office.paired()
  await rita.chat(other.phone).text('E aqui?')
  await office.ticketOf(other)
  expect(await ticketsOf(shop.boss)).toEqual([])

  await shop.setWhatsApp(true)
  await eventually(async () => expect(await shop.shown()).toMatchObject({ status: 'CONNECTED', endReason: null }))
  await eventually(async () => expect(await ticketsOf(shop.boss)).toMatchObject([{ lastMessage: 'Vocês abrem hoje?' }]))
})

test('without WhatsApp in the plan, a shown code can no longer be scanned and no new one is shown', async () => {
  const shop = await shopWithPhone()
  const { qrcode } = await shop.shown()

  await shop.setWhatsApp(false)
  await eventually(async () =>
    expect(await shop.shown()).toMatchObject({ status: 'DISCONNECTED', endReason: 'plan', qrcode: '' }),
  )
  await expect(shop.phone.scan(qrcode)).rejects.toThrow('the QR code has expired or is not of this server')
  for (const method of ['post', 'put'] as const)
    expect(await shop.boss[method](`/whatsappsession/${shop.id}`)).toMatchObject({ status: 403 })
  expect(await shop.shown()).toMatchObject({ status: 'DISCONNECTED', qrcode: '' })
})

test('the phone of a plan without WhatsApp can still be unlinked', async () => {
  const shop = await shopWithPhone()
  await pair(shop)
  await shop.setWhatsApp(false)
  await eventually(async () => expect(await shop.shown()).toMatchObject({ endReason: 'plan' }))

  expect((await shop.boss.delete(`/whatsappsession/${shop.id}`)).status).toBe(200)
  // The session was not running; the phone is unlinked anyway.
  await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
  await eventually(async () =>
    expect(await shop.shop.sql('select wish from whatsapp_sessions where company_id = $1', [shop.shop.id])).toEqual([
      { wish: 'none' },
    ]),
  )
  await shop.setWhatsApp(true)
  await eventually(async () => expect((await shop.boss.post(`/whatsappsession/${shop.id}`)).status).toBe(200))
  await eventually(async () => expect((await shop.shown()).status).toBe('qrcode'))
})
