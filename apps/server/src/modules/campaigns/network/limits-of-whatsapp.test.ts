import { expect, test } from 'vitest'
import { campaignIn, contactList, runCampaign } from '#test/campaigns/campaigns'
import { whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const whatsApp = whatsAppOfFile()
const inAnHour = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)

test.each([
  ['time lock', { timeLock: inAnHour }],
  ['cap of new chats', { newChatCap: { total: 10, used: 10, endsAt: inAnHour } }],
])('a %s of which WhatsApp has told nothing is read before a campaign begins', async (_, limits) => {
  const { company, admin } = whatsApp
  const [limited, free] = [await whatsApp.paired(), await whatsApp.paired()]
  // Set without a notification, as if the phone was limited before it was linked.
  Object.assign(limited.phone, limits)
  let tries = 0
  const undo = whatsApp.server.faults.intercept((stanza, direction) => {
    const isMessage = stanza.tag === 'message' && stanza.attrs['category'] !== 'peer'
    if (direction === 'fromClient' && isMessage) tries += 1
    return 'pass'
  })
  const rita = whatsApp.customer()
  const contactListId = await contactList(company, [{ name: 'Rita', number: rita.number, isValid: null }])

  const planned = { contactListId, whatsappId: String(limited.id) }
  const preview = (await admin.post('/campaigns/preview', planned)).body
  expect(preview.end.connections).toMatchObject([{ id: limited.id, isHeld: true, startsAt: inAnHour.toISOString() }])

  const id = await runCampaign(admin, { connections: [limited], contactListId })
  await eventually(async () =>
    expect((await admin.get(`/campaigns/${id}`)).body.holds).toEqual([
      { whatsappId: limited.id, reason: 'limited', until: inAnHour.toISOString() },
    ]),
  )
  expect(tries).toBe(0)
  undo()

  const other = await runCampaign(admin, { connections: [free], contactListId })
  await campaignIn(admin, other, 'FINALIZADA')
  await rita.waitForMessage(({ text }) => text === 'Oi Rita')
  await admin.post(`/campaigns/${id}/cancel`)
})
