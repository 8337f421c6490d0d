import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type TestMailServer, createMailServer } from '#test/getting-in/mail-server'
import type { MailServer } from './mail-server.ts'
import { sendBySmtp } from './smtp.ts'

const running: TestMailServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function mailServer(options: Parameters<typeof createMailServer>[0] = {}): Promise<TestMailServer> {
  const server = await createMailServer(options)
  running.push(server)
  return server
}

const letter = { id: 'b1', to: 'ana@empresa.test', subject: 'Olá, São Paulo', text: 'Código: 123456' }
/** In ms. So that a test of silence does not take half a minute. */
const short = { patience: { setup: 300, silence: 300, whole: 5_000 } }

describe('a mail', () => {
  test('arrives with its subject, text, sender and one message id for all its tries', async () => {
    const server = await mailServer()

    const first = await sendBySmtp(server.config, letter)
    await sendBySmtp(server.config, letter)

    expect(first).toMatchObject({ outcome: 'accepted', reply: expect.stringMatching(/^250 /) })
    const [mail, again] = server.received
    expect(mail).toMatchObject({
      from: 'guiche@empresa.test',
      to: ['ana@empresa.test'],
      subject: 'Olá, São Paulo',
      text: expect.stringContaining('Código: 123456'),
    })
    expect(mail?.raw).toContain('Message-ID: <b1@empresa.test>')
    expect(again?.raw).toContain('Message-ID: <b1@empresa.test>')
  })

  test.each(['starttls', 'tls'] as const)('goes over an encrypted line with a login (%s)', async (encryption) => {
    const login = { user: 'guiche', password: 'Segredo-1' }
    const server = await mailServer({ encryption, login })

    const { outcome } = await sendBySmtp(server.config, letter, { authority: server.certificate })

    expect(outcome).toBe('accepted')
    expect(server.received).toMatchObject([{ isEncrypted: true, user: 'guiche' }])
  })
})

describe('what went wrong is told apart:', () => {
  test('a server that asks to be tried later', async () => {
    const server = await mailServer()
    server.answer(451)
    expect(await sendBySmtp(server.config, letter)).toMatchObject({ outcome: 'delayed', reply: '451 not this one' })
  })

  test('a server that refuses the mail for good', async () => {
    const server = await mailServer()
    server.answer(550)
    expect(await sendBySmtp(server.config, letter)).toMatchObject({ outcome: 'refused', reply: '550 not this one' })
  })

  test('a wrong password', async () => {
    const server = await mailServer({ encryption: 'starttls', login: { user: 'guiche', password: 'Segredo-1' } })
    const config = { ...server.config, login: { user: 'guiche', password: 'errada' } }
    expect(await sendBySmtp(config, letter, { authority: server.certificate })).toMatchObject({
      outcome: 'credentials',
    })
    expect(server.received).toEqual([])
  })

  test.each(['starttls', 'tls'] as const)('a certificate that nobody vouches for (%s)', async (encryption) => {
    const server = await mailServer({ encryption, login: { user: 'guiche', password: 'Segredo-1' } })
    expect(await sendBySmtp(server.config, letter)).toMatchObject({ outcome: 'certificate' })
    expect(server.received).toEqual([])
  })

  test('a server that does not encrypt, although it has to', async () => {
    const server = await mailServer({ speaksClearOnly: true })
    expect(await sendBySmtp({ ...server.config, encryption: 'starttls' }, letter)).toMatchObject({
      outcome: 'noEncryption',
    })
    expect(server.received).toEqual([])
  })

  test('a server that speaks in clear on a port where encryption is expected', async () => {
    const server = await mailServer()
    expect(await sendBySmtp({ ...server.config, encryption: 'tls' }, letter, short)).toMatchObject({
      outcome: 'noEncryption',
    })
  })

  test('an address that does not exist', async () => {
    const config = { ...(await mailServer()).config, host: 'no-such-server.invalid' }
    expect(await sendBySmtp(config, letter)).toMatchObject({ outcome: 'unknownHost' })
  })

  test('a port where nobody listens', async () => {
    const server = await createMailServer()
    await server.close()
    expect(await sendBySmtp(server.config, letter)).toMatchObject({ outcome: 'unreachable' })
  })

  test('a server that accepts the line and says nothing', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const config: MailServer = { ...(await mailServer()).config, port }
    const { outcome } = await sendBySmtp(config, letter, short)
    silent.close()
    expect(outcome).toBe('timeout')
  })

  test('a server that falls silent after the text', async () => {
    const server = await mailServer()
    server.answer('silence')
    expect(await sendBySmtp(server.config, letter, short)).toMatchObject({ outcome: 'timeout' })
    expect(server.received).toHaveLength(1)
  })

  test('a line that breaks after the text: the mail may have been accepted', async () => {
    const server = await mailServer()
    server.answer('line lost')
    expect(await sendBySmtp(server.config, letter)).toMatchObject({ outcome: 'lost' })
    expect(server.received).toHaveLength(1)
  })
})
