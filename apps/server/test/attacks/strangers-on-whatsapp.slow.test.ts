import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { samples } from '../files.ts'
import { type PairedConnection, whatsAppOfFile } from '../whatsapp.ts'
import { type Person, eventually } from '#test/world'

const whatsApp = whatsAppOfFile()

const texts = {
  markup: '<script>pwned=1</script><img src=x onerror=pwned=1>"><svg/onload=pwned=1>',
  links: 'javascript:alert(1) data:text/html,<script>1</script> [x](javascript:1)',
  variables: '{{name}} {{userName}} ${7*7} $t(ui.close) %s %x',
  sql: "'; drop table messages; -- \\' || pg_sleep(9) || '",
  'a mark that turns round': 'fatura\u202Efdp.exe \u2066oculto\u2069',
  'zero-width': 'a\u200Bb\u200C\u200D\uFEFF\u2060c',
  'what bots mark theirs with': '\u200E1\u200E',
  'words of a bot': '#',
  digits: '0',
  'lines only': '\r\n\r\n \t',
  'many marks': 'Z' + '\u0310\u0321\u0344'.repeat(2000),
  'one megabyte of emoji': '😀'.repeat(262_144),
  'one megabyte of words': Array.from({ length: 150_000 }, (_, nth) => `w${nth}`).join(' '),
}

async function opened(settings: object = {}): Promise<{ connection: PairedConnection; ana: Person }> {
  const { company } = whatsApp
  const queue = await company.queue()
  const connection = await whatsApp.paired({ queueIds: [queue.id], ...settings })
  return { connection, ana: await company.attendant({ queues: [queue] }) }
}

async function messagesOf(connection: PairedConnection, ana: Person) {
  const { id } = await whatsApp.ticketOf(connection)
  return (await ana.get(`/messages/${id}`)).body.messages
}

/** A later message that arrives shows that the session is alive and nothing else is pending. */
async function goesOn(connection: PairedConnection, ana: Person, customer = whatsApp.customer('Fim')) {
  await customer.chat(connection.phone).text('fim de tudo')
  await eventually(async () => expect((await messagesOf(connection, ana)).at(-1)?.body).toBe('fim de tudo'))
  expect(connection.phone.linkedDevice.isOnline).toBe(true)
}

describe('a customer on WhatsApp', () => {
  test('can write any text; it is stored unchanged and displayed as text', async () => {
    const { connection, ana } = await opened()
    const rita = whatsApp.customer()
    for (const text of Object.values(texts)) await rita.chat(connection.phone).text(text)
    await rita.chat(connection.phone).text('com \u0000 nulo')

    await eventually(async () => expect(await messagesOf(connection, ana)).toHaveLength(Object.keys(texts).length + 1))
    const messages = await messagesOf(connection, ana)
    const bodies: string[] = messages.map(({ body }: { body: string }) => body)
    for (const [what, text] of Object.entries(texts))
      expect({ what, is: bodies.includes(text) }).toEqual({ what, is: true })
    expect(bodies).toContain('com  nulo')
    expect(new Set(messages.map(({ origin }: { origin: string }) => origin))).toEqual(new Set(['channel']))
    await goesOn(connection, ana, rita)
  })

  test('can have any name; it is cut to one line of limited length', async () => {
    const { connection, ana } = await opened()
    const names = [
      '<img src=x onerror=pwned=1>',
      '\u202Eatir',
      '\u200B\u200B',
      'N\u0000ulo',
      'L\r\nquebra',
      '😀'.repeat(5000),
    ]
    for (const name of names)
      await whatsApp
        .customer(name)
        .chat(connection.phone)
        .text(`sou ${names.indexOf(name)}`)

    const tickets = await eventually(async () => {
      const { body } = await ana.get('/tickets?status=pending&showAll=false')
      expect(body.tickets).toHaveLength(names.length)
      return body.tickets
    })
    const shown: Record<string, string> = Object.fromEntries(
      tickets.map((ticket: { lastMessage: string; contact: { name: string } }) => [
        ticket.lastMessage,
        ticket.contact.name,
      ]),
    )
    expect(shown['sou 0']).toBe(names[0])
    for (const name of Object.values(shown)) {
      expect(name.trim()).not.toBe('')
      expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(name.length).toBeLessThanOrEqual(500)
    }
  })

  test('can send malicious cards, locations and polls; each becomes harmless text', async () => {
    const { connection, ana } = await opened()
    const chat = whatsApp.customer().chat(connection.phone)
    const vcard =
      'BEGIN:VCARD\nVERSION:3.0\nFN:<b onmouseover=pwned=1>\nURL:javascript:pwned=1\nPHOTO;VALUE=uri:http://canary.test/x\nEND:VCARD'
    await chat.raw({ contactMessage: { displayName: '<script>', vcard } }, { type: 'media', mediaType: 'vcard' })
    await chat.location(91, 1e300, { name: '"><svg/onload=pwned=1>|javascript:pwned=1', address: '|||' })
    await chat.poll('<img src=x onerror=pwned=1>', ['javascript:1', ''])

    const messages = await eventually(async () => {
      const all = await messagesOf(connection, ana)
      expect(all).toHaveLength(3)
      return all
    })
    expect(messages[0]).toMatchObject({ mediaType: 'contactMessage', body: vcard, mediaUrl: null })
    const [, map, text] = messages[1].body.split('|')
    expect(map).toMatch(/^https:\/\/maps\.google\.com\/maps\?q=/)
    expect(text).toContain('"><svg/onload=pwned=1> javascript:pwned=1')
    expect(messages[2].body).toContain('<img src=x onerror=pwned=1>')
  })
})

describe('a file of a customer on WhatsApp', () => {
  const page = Buffer.from('<html><script>pwned=1</script></html>')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="pwned=1"><script>pwned=1</script></svg>')
  const jpeg = async () => Buffer.concat([await samples.jpeg(), page])

  test.for<[string, () => Promise<Buffer> | Buffer, string, string]>([
    ['HTML declared as a picture', () => page, 'image/jpeg', 'foto.jpg'],
    ['HTML', () => page, 'text/html', '"><svg onload=pwned=1>.html'],
    ['an SVG with a script', () => drawing, 'image/svg+xml', 'logo.svg'],
    ['a picture that is HTML too', jpeg, 'text/html', '../../../etc/cron.d/x.html'],
    ['a program declared as a document', () => samples.exe, 'application/pdf', 'nota\u202Efdp.exe'],
    ['an empty file', () => Buffer.alloc(0), 'application/pdf', 'CON'],
  ])('%s is never served as a page', async ([, data, mimetype, fileName]) => {
    const { connection, ana } = await opened()
    const chat = whatsApp.customer().chat(connection.phone)
    await chat.document(await data(), { mimetype, fileName, caption: '<b>veja</b>' })

    const [message] = await eventually(async () => {
      const all = await messagesOf(connection, ana)
      expect(all).toHaveLength(1)
      expect(all[0].mediaState).not.toBe('waiting')
      return all
    })
    expect(message.body).toBe('<b>veja</b>')
    expect(message.mediaName ?? '').not.toMatch(/[<>"/\\\u202e]/)
    if (message.mediaUrl === null) return
    const { pathname, search } = new URL(message.mediaUrl)
    const served = await whatsApp.world.anonymous.get(pathname + search)
    const type = String(served.headers['content-type'])
    expect(served.headers['x-content-type-options']).toBe('nosniff')
    const isPicture = /^image\/(jpeg|png|webp|gif)$/.test(type)
    expect(isPicture || String(served.headers['content-disposition']).startsWith('attachment')).toBe(true)
    expect(type).not.toMatch(/html|svg|xml/)
  })

  test('of a billion pixels does not fill the memory, and the next one is shown', async () => {
    const { connection, ana } = await opened()
    const chat = whatsApp.customer().chat(connection.phone)
    const before = process.memoryUsage().rss
    await chat.image(hugePng(40_000, 25_000), { mimetype: 'image/png' })
    await chat.image(await samples.png(), { mimetype: 'image/png' })

    await eventually(async () => {
      const all = await messagesOf(connection, ana)
      expect(all.map(({ mediaState }: { mediaState: string }) => mediaState)).not.toContain('waiting')
      expect(all[1]).toMatchObject({ mediaState: 'ready' })
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000)
    await goesOn(connection, ana)
  })
})

describe('a stanza that is not a message', () => {
  test('ends nothing: malformed stanzas, unknown kinds, receipts for unknown messages', async () => {
    const { connection, ana } = await opened()
    const rita = whatsApp.customer()
    await rita.chat(connection.phone).text('oi')
    await eventually(async () => expect(await messagesOf(connection, ana)).toHaveLength(1))
    const from = rita.jid('lid')
    const device = connection.phone.linkedDevice
    const enc = (type: string, content?: Uint8Array) => ({
      tag: 'enc',
      attrs: { v: '2', type },
      ...(content && { content }),
    })
    for (const attrs of [
      {},
      { from },
      { from, id: 'A1' },
      { from: 'nobody', id: 'A2', t: 'NaN' },
      { from: 'x@y', id: 'A3', t: '-1' },
    ])
      for (const content of [
        undefined,
        [],
        [enc('msg', Buffer.from('lixo'))],
        [enc('pkmsg')],
        [enc('???', Buffer.alloc(3))],
      ])
        await device.push({ tag: 'message', attrs: { ...attrs }, ...(content && { content }) })
    for (const attrs of [
      {},
      { from },
      { from, id: 'nunca', type: 'read' },
      { id: 'x', type: 'retry', from },
      { from: 'a', type: '__proto__', id: 'y' },
    ])
      await device.push({
        tag: 'receipt',
        attrs: { ...attrs },
        content: [{ tag: 'list', attrs: {}, content: [{ tag: 'item', attrs: { id: 'nada' } }] }],
      })
    for (const tag of ['call', 'notification', 'presence', 'chatstate', 'ib', 'desconhecido'])
      await device.push({
        tag,
        attrs: { from, id: `N-${tag}`, type: 'constructor' },
        content: [{ tag: 'offer', attrs: { v: '1' } }],
      })
    for (const message of [
      {},
      { protocolMessage: {} },
      { protocolMessage: { type: 14, editedMessage: {} } },
      { reactionMessage: { text: 'x' } },
      { editedMessage: {} },
      { documentMessage: { fileName: 'sem chave' } },
      { imageMessage: { mediaKey: Buffer.alloc(3), directPath: '//outro.host/x' } },
      { locationMessage: {} },
      { contactsArrayMessage: { contacts: [{}] } },
      { eventMessage: { name: 'Festa' } },
      { extendedTextMessage: { text: 'cita', contextInfo: { stanzaId: '\u0000', participant: '@' } } },
    ])
      await rita.chat(connection.phone).raw(message)

    await goesOn(connection, ana, rita)
    const bodies = (await messagesOf(connection, ana)).map(({ body }: { body: string }) => body)
    expect(bodies).toContain('cita')
    const [{ count }] = await whatsApp.company.sql(
      'select count(*)::int as count from inbox where connection_id = $1',
      [connection.id],
    )
    expect(count).toBe(0)
  })
})

/** A small valid picture with any number of pixels. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(Math.ceil(width / 8) + 1)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
