import { limits } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let ana: Person
let bia: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  bia = await company.attendant()
})
afterAll(() => world.close())
beforeEach(async () => {
  ana = await company.attendant()
})

const textsOf = async (person: Person): Promise<string[]> =>
  (await person.get('/tasks')).body.map(({ text }: { text: string }) => text)

test('a task is created, changed, marked as done and removed', async () => {
  const created = await ana.post('/tasks', { text: ' Ligar para a Rita \n' })
  expect(created).toMatchObject({ status: 200, body: { text: 'Ligar para a Rita', done: false } })
  const { id } = created.body

  expect((await ana.put(`/tasks/${id}`, { text: 'Ligar para o Ivo' })).body).toMatchObject({
    text: 'Ligar para o Ivo',
    done: false,
  })
  const done = await ana.put(`/tasks/${id}`, { done: true })
  expect(done.body).toMatchObject({ id, text: 'Ligar para o Ivo', done: true, createdAt: created.body.createdAt })
  expect((await ana.get('/tasks')).body).toEqual([done.body])

  expect((await ana.delete(`/tasks/${id}`)).status).toBe(200)
  expect((await ana.get('/tasks')).body).toEqual([])
  expect(await ana.delete(`/tasks/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TASK_FOUND' } })
})

test('the newest task comes first, and a later login finds all of them', async () => {
  for (const text of ['Primeira', 'Segunda']) await ana.post('/tasks', { text })
  await ana.delete('/auth/logout')

  expect(await textsOf(await world.logIn(ana.email, ana.password))).toEqual(['Segunda', 'Primeira'])
})

test('a task is private: neither colleagues nor admins read, change or remove it', async () => {
  const { body: task } = await ana.post('/tasks', { text: 'Só minha' })

  for (const other of [bia, await company.admin(), await (await world.company()).admin()]) {
    expect(await textsOf(other)).not.toContain('Só minha')
    for (const answer of [
      await other.put(`/tasks/${task.id}`, { text: 'Nossa', done: true }),
      await other.delete(`/tasks/${task.id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_TASK_FOUND' } })
  }
  expect((await ana.get('/tasks')).body).toEqual([task])
})

test('every change is told to the other tabs of the user and to nobody else', async () => {
  const [own, other] = [await ana.listen(), await bia.listen()]
  const { body: task } = await ana.post('/tasks', { text: 'Conferir o estoque' })
  await ana.put(`/tasks/${task.id}`, { done: true })
  await ana.delete(`/tasks/${task.id}`)

  await eventually(() =>
    expect(own.of('task').at(-1)?.payload).toMatchObject({
      action: 'delete',
      taskId: task.id,
      seq: expect.any(Number),
    }),
  )
  const { body: later } = await bia.post('/tasks', { text: 'Outra' })
  await eventually(() => expect(other.of('task').at(-1)?.payload).toMatchObject({ task: { id: later.id } }))
  expect(other.of('task')).toHaveLength(1)
  expect(JSON.stringify((await bia.get('/events?after=0')).body)).not.toContain(`"taskId":${task.id}`)
})

test('blank, missing and too long texts are refused', async () => {
  for (const body of [{}, { text: '' }, { text: ' \n ' }, { text: ['x'] }, { text: 'x'.repeat(limits.taskText + 1) }])
    expect(await ana.post('/tasks', body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  const { body: task } = await ana.post('/tasks', { text: 'x'.repeat(limits.taskText) })
  expect((await ana.put(`/tasks/${task.id}`, { text: ' ' })).status).toBe(400)
  expect((await world.anonymous.get('/tasks')).status).toBe(401)
})

test('a user has a bounded number of tasks', async () => {
  await world.sql(
    `insert into tasks (company_id, user_id, text) select $1, $2, 'Tarefa ' || n from generate_series(1, $3) n`,
    [company.id, ana.id, limits.tasksPerUser - 1],
  )
  expect((await ana.post('/tasks', { text: 'A última' })).status).toBe(200)

  expect(await ana.post('/tasks', { text: 'Mais uma' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_TASK_LIMIT' },
  })
  expect((await bia.post('/tasks', { text: 'De outra pessoa' })).status).toBe(200)
})
