import { openSync } from 'node:fs'
import Fastify from 'fastify'
import { destination as openDestination } from 'pino'
import { expect, test } from 'vitest'
import { createLogger, type Log } from './log.ts'

/** Everything that the log writes while `work` runs. */
async function logged(work: (log: Log) => unknown, level = 'debug'): Promise<string> {
  let output = ''
  await work(createLogger(level, { write: (line) => void (output += line) }))
  return output
}

test('a line is JSON with level, time and text', async () => {
  const line = await logged((log) => log.info({ companyId: 7, ms: 12 }, 'answered'))

  expect(JSON.parse(line)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    companyId: 7,
    ms: 12,
    msg: 'answered',
  })
})

test.each([
  ['authorization', { headers: { authorization: 'Bearer hunter22' } }],
  ['cookies', { headers: { cookie: 'jrt=hunter22', 'set-cookie': ['jrt=hunter22'] } }],
  ['tokens', { token: 'hunter22', publicToken: 'hunter22', data: [{ refresh_token: 'hunter22' }] }],
  ['passwords', { input: { newPassword: 'hunter22', password: 'hunter22', senha: 'hunter22' } }],
  ['secrets and keys', { clientSecret: 'hunter22', apiKey: 'hunter22', 'x-api-key': 'hunter22' }],
  ['codes', { code: 'hunter22' }],
  [
    'message bodies',
    { body: 'hunter22', message: { body: 'hunter22' }, quoted: { text: 'hunter22' }, caption: 'hunter22' },
  ],
  ['query strings', { url: '/media/a.jpg?expires=1&signature=hunter22', link: 'https://host/x?s=hunter22 and more' }],
  ['credentials in addresses', { where: 'postgres://guiche:hunter22@db/guiche' }],
  ['a bearer inside a text', { why: 'refused Bearer hunter22' }],
])('%s are redacted', async (_, fields) => {
  const line = await logged((log) => log.info(fields, 'what happened'))

  expect(line).not.toContain('hunter22')
  expect(JSON.parse(line)).toMatchObject({ msg: 'what happened' })
})

test('secrets are redacted in the text, in bindings of a child, in an error and in its cause', async () => {
  const lines = await logged((log) => {
    log.info('GET /media/1?signature=hunter22')
    log.info('token %s', 'Bearer hunter22')
    log.child({ token: 'hunter22' }).info('with bindings')
    const cause = Object.assign(new Error('duplicate key'), {
      detail: 'Key (body)=(hunter22) already exists.',
      parameters: ['hunter22'],
    })
    log.error({ err: new Error('GET https://host/?key=hunter22 failed', { cause }) }, 'it failed')
    log.error(cause)
  })

  expect(lines.trim().split('\n')).toHaveLength(5)
  expect(lines).not.toContain('hunter22')
  expect(lines).toContain('log.test.ts')
  expect(lines).toContain('duplicate key')
})

test.each([
  [{ number: '5511987654321' }],
  [{ number: 5511987654321 }],
  [{ remoteJid: '5511987654321@s.whatsapp.net' }],
  [{ why: 'no answer from +55 (11) 98765-4321' }],
  [{ why: '(11) 98765-4321 does not exist' }],
  [{ why: 'sent to 5511987654321.' }],
  [{ who: ['551198765 4321', '+55 11 98765 4321'], wpp: '11 98765 4321' }],
])('phone numbers keep their last four digits: %o', async (fields) => {
  const line = await logged((log) => log.info(fields, 'sent'))

  expect(line).not.toMatch(/98765[\s-]?4/)
  expect(line).toContain('4321')
})

test('ids, times and error codes stay readable', async () => {
  const fields = {
    reqId: '550e8400-e29b-41d4-a716-446655440000',
    code: 'ERR_BUSY',
    at: '2026-11-21T04:00:00.000Z',
    ticketId: 9_007_199_254_740_991,
    route: '/tickets/:ticketId',
    path: '/web-chat/status',
  }

  const line = await logged((log) =>
    log.warn({ ...fields, err: Object.assign(new Error('x'), { code: '23505' }) }, 'refused'),
  )

  expect(JSON.parse(line)).toMatchObject({ ...fields, err: { code: '23505', message: 'x' } })
})

test('text of a customer cannot break a log line or control a terminal', async () => {
  const output = await logged((log) =>
    log.info({ name: 'a\r\n{"level":"fatal"}\u001b[2J\u009b\u2028\u202e' }, 'name\nwith a break\u0085'),
  )

  expect(output.match(/\n/g)).toHaveLength(1)
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  expect(output.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/)
  expect(JSON.parse(output)).toMatchObject({ level: 'info' })
})

test('a request is logged with its id, without query string and headers', async () => {
  const output = await logged(async (log) => {
    const app = Fastify({ loggerInstance: log, genReqId: () => 'request-1' })
    app.get('/media', async (request) => {
      request.log.info({ req: request }, 'served')
      throw new Error('broken')
    })
    await app.inject({ url: '/media?signature=hunter22', headers: { authorization: 'Bearer hunter22' } })
    await app.close()
  })

  expect(output).toContain('"reqId":"request-1"')
  expect(output).toContain('"path":"/media"')
  expect(output).toContain('broken')
  expect(output).not.toContain('hunter22')
})

test('nothing is written below the log level', async () => {
  expect(await logged((log) => log.info('quiet'), 'warn')).toBe('')
})

test.skipIf(process.platform !== 'linux')('a full disk neither blocks nor ends the process', async () => {
  const stream = openDestination({ dest: openSync('/dev/full', 'w'), sync: false })
  const failed = new Promise((resolve) => stream.on('error', resolve))
  const log = createLogger('info', stream)

  log.info('into the void')

  await expect(failed).resolves.toMatchObject({ code: 'ENOSPC' })
  expect(() => log.info('once more')).not.toThrow()
})
