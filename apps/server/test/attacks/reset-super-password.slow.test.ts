import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnServer, createOwnServer, ended, startProgram } from '../processes/server-process.ts'

let server: OwnServer

beforeAll(async () => {
  server = await createOwnServer()
  server.start()
  await server.ready()
})
afterAll(() => server.stop())

async function reset() {
  const env = { GUICHE_DATA: server.folder, GUICHE_METRICS_PORT: '0' }
  const program = startProgram(env, ['--reset-super-password'])
  return { code: await ended(program.child), said: program.said() }
}

async function send(method: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

describe('npm start -- --reset-super-password', () => {
  test('is refused while the server runs on the same folder', async () => {
    expect(await reset()).toMatchObject({ code: 1, said: expect.stringMatching(/in use by process \d+/) })
    expect((await send('POST', '/auth/login', server.operator)).status).toBe(200)
  })

  test(
    'prints a one-time password once, which has to be changed at the login, and ends',
    { timeout: 120_000 },
    async () => {
      const { email, password: old } = server.operator
      await server.end()

      const { code, said } = await reset()

      expect(code).toBe(0)
      expect(said).not.toContain('is ready')
      const [, login, password = ''] = /Login\s+(\S+)\s+Password\s+(\S+)/.exec(said) ?? []
      expect(login).toBe(email)
      expect(said.split(password)).toHaveLength(2)

      server.start()
      await server.ready()
      expect(server.said()).not.toContain(password)
      expect(await send('POST', '/auth/login', { email, password: old })).toMatchObject({ status: 401 })
      expect(await send('POST', '/auth/login', { email, password })).toMatchObject({
        status: 401,
        body: { error: 'ERR_PASSWORD_CHANGE_REQUIRED' },
      })
      const newPassword = 'Minha-Propria-9'
      expect(await send('PUT', '/auth/password', { email, password, newPassword })).toMatchObject({ status: 200 })
      expect((await send('POST', '/auth/login', { email, password: newPassword })).status).toBe(200)
    },
  )
})
