import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleErrors } from './errors.ts'
import { createUploads } from './uploads.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'guiche-uploads-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function receiver(options?: { reserve: number }) {
  const app = Fastify()
  handleErrors(app)
  await app.register(multipart)
  const uploads = createUploads(folder, options)
  app.post('/', async (request) => {
    const { fields, files } = await uploads.receive(request)
    await uploads.discard(files)
    return { fields, names: files.map(({ name }) => name), bytes: files.map(({ bytes }) => bytes) }
  })
  return (payload: Buffer | string, contentType = 'multipart/form-data; boundary=b') =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': contentType }, payload })
}

const file = (content: string, name = 'nota.txt') =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n`
const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('a form with files', () => {
  test('is taken whole, its fields before or after the files, its names as they are', async () => {
    const send = await receiver()

    const answer = await send(`${field('body', 'Olá')}${file('conteúdo', 'férias.txt')}${field('id', '7')}--b--\r\n`)

    expect(answer.json()).toEqual({ fields: { body: 'Olá', id: '7' }, names: ['férias.txt'], bytes: [9] })
  })

  test.each([
    ['that breaks off', `${field('body', 'x')}${file('half a file').slice(0, -4)}`],
    ['without an end', file('content')],
    ['that is nothing of the kind', 'hello'],
    ['with a field of no name', `${field('', 'x')}--b--\r\n`],
    ['with a field that every object has', `${field('__proto__', 'x')}--b--\r\n`],
    ['with a field called constructor', `${field('constructor', 'x')}--b--\r\n`],
  ])('%s is refused, and nothing of it stays', async (_what, payload) => {
    const send = await receiver()

    const answer = await send(payload)

    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('with more fields or files than anybody needs is refused', async () => {
    const send = await receiver()

    const fields = await send(`${Array.from({ length: 201 }, (_, index) => field(`f${index}`, 'x')).join('')}--b--\r\n`)
    const files = await send(`${Array.from({ length: 31 }, (_, index) => file('x', `${index}.txt`)).join('')}--b--\r\n`)

    expect([fields.statusCode, files.statusCode]).toEqual([413, 413])
    expect(readdirSync(folder)).toEqual([])
  })

  test('is refused before the disk is full, so that text and the database have room (R24)', async () => {
    const send = await receiver({ reserve: Infinity })

    const answer = await send(`${file('content')}--b--\r\n`)

    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 507,
      body: { error: 'ERR_BUSY' },
    })
  })
})
