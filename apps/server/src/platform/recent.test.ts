import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

const company = { application: {}, companyId: 1 }

test('what was read is kept until it changes', async () => {
  const recent = createRecent<{ name: string }>({ max: 10 })
  await recent.read(company, async () => ({ name: 'old' }))
  expect(recent.find(company)).toEqual({ name: 'old' })

  recent.forget(company)

  expect(recent.find(company)).toBeUndefined()
})

test('what is read while it changes is not kept', async () => {
  const recent = createRecent<{ name: string }>({ max: 10 })
  const { promise, resolve } = Promise.withResolvers<{ name: string }>()
  const reading = recent.read(company, () => promise)

  recent.forget(company)
  resolve({ name: 'old' })

  expect(await reading).toEqual({ name: 'old' })
  expect(recent.find(company)).toBeUndefined()
})

test('what a snapshot shows is not kept', async () => {
  const recent = createRecent<{ name: string }>({ max: 10 })

  expect(await recent.read({ ...company, isSnapshot: true }, async () => ({ name: 'old' }))).toEqual({ name: 'old' })

  expect(recent.find(company)).toBeUndefined()
})

test('companies and applications are kept apart', async () => {
  const recent = createRecent<{ name: string }>({ max: 10 })
  await recent.read(company, async () => ({ name: 'mine' }))

  expect(recent.find({ ...company, companyId: 2 })).toBeUndefined()
  expect(recent.find({ ...company, application: {} })).toBeUndefined()
})
