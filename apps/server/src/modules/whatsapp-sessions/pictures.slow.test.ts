import { describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type PairedConnection, whatsAppOfFile } from '#test/whatsapp'
import { type Person, eventually } from '#test/world'

const whatsApp = whatsAppOfFile()

const hosted = (picture: Buffer) => whatsApp.server.media.store(picture, 'picture').url
const cookiesOf = ({ refreshCookie: { name, value } }: Person) => ({ cookies: { [name]: value } })

async function stateOf(contactId: number) {
  const [row] = await whatsApp.company.sql(
    'select file_id, looked_at, not_before > now() as is_put_off, not_before, tries from contact_pictures where contact_id = $1',
    [contactId],
  )
  return row
}

/** A customer with this picture, after their first message. */
async function customer(url: string | undefined, connection?: PairedConnection) {
  const paired = connection ?? (await whatsApp.paired())
  const rita = whatsApp.customer()
  rita.pictureUrl = url
  await rita.chat(paired.phone).text('Oi')
  const { id, contact_id: contactId } = await whatsApp.ticketOf(paired, rita)
  const shown = async () => (await whatsApp.admin.get(`/contacts/${contactId}`)).body.urlPicture
  return { rita, connection: paired, id, contactId, shown }
}

/** Counts the picture queries to WhatsApp from now on. */
function countQuestions(): () => number {
  let count = 0
  whatsApp.server.faults.intercept((stanza, direction) => {
    if (direction === 'fromClient' && stanza.attrs['xmlns'] === 'w:profile:picture') count++
    return 'pass'
  })
  return () => count
}

describe('the picture of a contact', () => {
  test('is stored as a small copy and shown only to users of the company', async () => {
    const listener = await whatsApp.admin.listen()
    const { contactId, id, shown } = await customer(hosted(await samples.png()))
    const address = await eventually(async () => {
      expect(await shown()).toMatch(/^https?:\/\/[^/]+\/public\/company\d+\/contact\/[0-9a-f]{40}\.webp$/)
      return shown()
    })
    await eventually(() =>
      expect(listener.of('contact').at(-1)?.payload.contact).toMatchObject({ id: contactId, urlPicture: address }),
    )
    expect((await whatsApp.admin.get(`/tickets/${id}`)).body.contact.urlPicture).toBe(address)

    const stranger = await (await whatsApp.world.company()).admin()
    expect(await whatsApp.admin.get(address, cookiesOf(whatsApp.admin))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp' },
    })
    expect((await stranger.get(address, cookiesOf(stranger))).status).toBe(404)
    expect((await whatsApp.world.anonymous.get(address)).status).toBe(404)
    expect((await whatsApp.admin.get(address.replace('/contact/', '/user/'), cookiesOf(whatsApp.admin))).status).toBe(
      404,
    )
  })

  test('is stored as absent if it is hidden or missing, and queried again only much later', async () => {
    const { connection, contactId, id, shown } = await customer(undefined)
    await eventually(async () => expect(await stateOf(contactId)).toMatchObject({ not_before: null, file_id: null }))
    expect((await stateOf(contactId)).looked_at).not.toBeNull()

    const questions = countQuestions()
    await whatsApp.admin.listen({ tickets: [id] })
    await shown()
    // The picture of a later contact is fetched, so the worker has run.
    const other = await customer(undefined, connection)
    await eventually(async () => expect(await stateOf(other.contactId)).toMatchObject({ not_before: null }))
    expect(questions()).toBe(1)

    await whatsApp.company.sql(
      "update contact_pictures set looked_at = now() - interval '2 days' where contact_id = $1",
      [contactId],
    )
    await whatsApp.admin.listen({ tickets: [id] })
    await eventually(() => expect(questions()).toBe(2))
  })

  test('is replaced or removed as soon as the contact changes it', async () => {
    const { rita, connection, shown, contactId } = await customer(hosted(await samples.png()))
    const before = await eventually(async () => {
      expect(await shown()).not.toBeNull()
      return shown()
    })
    await rita.changePicture(hosted(await samples.jpeg()), [connection.phone.linkedDevice])
    await eventually(async () => expect([null, before]).not.toContain(await shown()))
    await rita.changePicture(undefined, [connection.phone.linkedDevice])
    await eventually(async () => expect(await shown()).toBeNull())
    expect(
      await whatsApp.company.sql('select file_id from contact_pictures where contact_id = $1', [contactId]),
    ).toEqual([{ file_id: null }])
  })

  test('is fetched again after a failure, and not stored if the file is not a picture', async () => {
    whatsApp.server.media.failDownloads(503, 1)
    const failing = await customer(hosted(await samples.png()))
    await eventually(async () => expect(await stateOf(failing.contactId)).toMatchObject({ tries: 1, is_put_off: true }))
    await whatsApp.company.sql('update contact_pictures set not_before = now() where contact_id = $1', [
      failing.contactId,
    ])
    await eventually(async () => expect(await failing.shown()).not.toBeNull())

    const odd = await customer(hosted(Buffer.from('<svg onload="alert(1)"/>')), failing.connection)
    await eventually(async () => expect(await stateOf(odd.contactId)).toMatchObject({ tries: 1, file_id: null }))
    expect(await odd.shown()).toBeNull()
  })
})
