import { randomUUID } from 'node:crypto'
import { type Endpoint, isAnonymous } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, type World, createWorld } from '#test/world'
import { calls, nobody, sampleOf, shapeOf } from './contract-input.ts'
import { type Ids, everythingIn, idFor } from './everything.ts'
import { type Field, numbersOf, textsOf } from './fields-of.ts'

let world: World
let admin: Person
let operator: Person
let ids: Ids

beforeAll(async () => {
  world = await createWorld()
  const company = await world.company({ plan: { queues: 10_000, users: 10_000, connections: 10_000 } })
  ids = await everythingIn(company, 'numeros')
  admin = await company.admin()
  operator = await world.operator()
})
afterAll(() => world.close())

const ofPeople = calls.filter(([, { access }]) => !isAnonymous(access))
const fieldsOf = (list: (endpoint: Endpoint) => Field[]) =>
  ofPeople.flatMap(([call, endpoint]) =>
    list(endpoint).map((field) => ({ call, endpoint, field, at: `${field.part}.${field.name}` })),
  )
const numbers = fieldsOf(numbersOf)
const texts = fieldsOf(textsOf).filter(({ field }) => field.part === 'body' || field.part === 'form')

test('number fields are found in every part of the calls', () => {
  const found = numbers.map(({ call, at }) => `${call} ${at}`)
  expect(found).toEqual(
    expect.arrayContaining([
      'catchUp query.after',
      'createQueue body.orderQueue',
      'createTicket body.contactId',
      'getTicket params.id',
      'listTickets query.queueIds',
      'setUserAvatar form.userId',
      'syncTags body.tags',
      'updateContact body.extraInfo',
    ]),
  )
})

/** Largest valid and smallest invalid values of an integer, a bigint and a JavaScript number. */
const borders = [2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER, 2 ** 63, 2 ** 64, 1e21, 1e308]
  .flatMap((border) => [border - 1, border, -border])
  .concat(-1, 0, 1.5)
const longBorders = [
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '9'.repeat(400),
  '-9223372036854775809',
]

describe('a number at the limit of its type (S42, S48)', () => {
  test.each(numbers)('$call $at is accepted or refused with a code', async ({ endpoint, field }) => {
    for (const value of [...borders, ...borders.map(String), ...longBorders]) {
      const { status, body } = await send(endpoint, field, value)
      expect({ value, status }).toSatisfy(() => status < 300 || (status >= 400 && status < 500))
      expect(status < 300 || typeof body.error === 'string').toBe(true)
    }
  })
})

describe('a value that is not a number', () => {
  test.each(numbers)(
    '$call $at is refused: 400 with the field, 404 for a word in the path',
    async ({ endpoint, field }) => {
      const texts = ['5abc', ' 5', '0x10', '5e1', 'NaN', 'Infinity', '--5', '5,5']
      const others: unknown[] = [[5], [[5]], { valueOf: 5 }, ['5'], {}]
      const inText = field.part === 'params' || field.part === 'form'
      const wrong = [
        ...(field.takes.text ? [] : texts),
        ...(field.takes.switch ? [] : [true]),
        ...(inText || field.takes.text ? [] : others),
      ]
      for (const value of wrong) {
        const isWord = field.part === 'params' && /^[a-z]/i.test(String(value))
        const { status, body } = await send(endpoint, field, value)
        expect({ value, status, body }).toMatchObject(
          isWord ? { status: 404, body: { error: 'ERR_NOT_FOUND' } } : { status: 400, body: refusalAt(field) },
        )
      }
    },
  )
})

describe('a date that the database cannot store', () => {
  test.each(['0000-01-01', '0000-01-01T00:00:00Z'])('%s is refused with 400', async (day) => {
    const path = `/companies/${ids['companyId']}`
    const answers = [
      await admin.get(`/tickets?status=open&date=${day}`),
      await admin.get(`/tickets?status=open&updatedAt=${day}`),
      await operator.put(path, { dueDate: day }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect((await operator.put(path, { dueDate: '9999-12-31' })).status).toBe(200)
  })
})

describe('a text of 200 kB (S47)', () => {
  test.each(texts)('$call $at is refused with 400, and the issue names the field', async ({ endpoint, field }) => {
    const { status, body } = await send(endpoint, field, 'x'.repeat(200_000))
    expect({ status, body }).toMatchObject({
      status: 400,
      body: refusalAt(field),
    })
  })
})

const refusalAt = ({ name }: Field) => ({
  error: 'ERR_VALIDATION',
  details: {
    issues: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining(`.${name}`) })]),
  },
})

/** A valid call except for the value of this one field. */
async function send(endpoint: Endpoint, field: Field, value: unknown) {
  const person = endpoint.access === 'super' ? operator : admin
  const held = field.holding(value)
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    field.part === 'params' && field.name === name
      ? encodeURIComponent(String(value))
      : String(idFor(ids, name, endpoint) ?? wordOf(endpoint, name) ?? nobody),
  )
  const sample = sampleOf(endpoint)
  const query = { ...sample.query, ...(field.part === 'query' && { [field.name]: held }) }
  const inAddress = ([name, given]: [string, unknown]): [string, string] => [
    name,
    typeof given === 'string' ? given : JSON.stringify(given),
  ]
  const asked = new URLSearchParams(Object.entries(query).map(inAddress)).toString()
  const url = asked === '' ? path : `${path}?${asked}`
  const method = endpoint.method === 'PUT' ? 'PUT' : 'POST'
  if (field.part === 'form')
    return person.upload(url, { ...asTexts(sample.body ?? {}), [field.name]: String(held) }, [file], { method })
  const body = { ...sample.body, ...unique(sample.body ?? {}), ...(field.part === 'body' && { [field.name]: held }) }
  if (endpoint.method === 'GET') return person.get(url)
  if (endpoint.method === 'DELETE') return person.delete(url)
  if (endpoint.form && !endpoint.body) return person.upload(url, {}, [file])
  return endpoint.method === 'POST' ? person.post(url, body) : person.put(url, body)
}

/** Of a parameter that takes one of a few words. */
function wordOf({ params }: Endpoint, name: string): string | number | undefined {
  const schema = shapeOf(params)[name]
  return schema instanceof z.ZodEnum ? schema.options[0] : undefined
}

/** A form has the other required fields too. */
const asTexts = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))

const file = { field: 'file', name: 'a.txt', type: 'text/plain', data: 'a' }

let phoneNumbers = 10 ** 12
/** Values that must be unique. */
const unique = (body: Record<string, unknown>) => ({
  ...('name' in body && { name: `Nome ${randomUUID().slice(0, 30)}` }),
  ...('email' in body && { email: `${randomUUID()}@empresa.test` }),
  ...('number' in body && { number: String((phoneNumbers += 1)) }),
})
