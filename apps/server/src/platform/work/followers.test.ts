import pino from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createTestDatabase } from '#test/template'
import { eventually } from '#test/world'
import { createPool, createKysely } from '../database/connect.ts'
import { sql } from '../database/sql.ts'
import { createUnits } from '../database/unit-of-work.ts'
import { type Followers, createFollowers } from './followers.ts'
import { createJobQueue } from './jobs.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let companyId: number
const opened: (() => Promise<void>)[] = []
beforeEach(async () => {
  database = await createTestDatabase(inject('adminUrl'))
  const admin = createPool(database.urls.admin, { max: 1, onError: () => undefined })
  const { rows } = await admin.query<{ id: number }>(
    `with plan as (insert into plans (name, users, connections, queues, amount) values ('Plano', 1, 1, 1, 0) returning id)
     insert into companies (name, plan_id) select 'Loja', id from plan returning id`,
  )
  companyId = rows[0]?.id ?? 0
  await admin.end()
})
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
  await database.drop()
})

/** A process of the installation. With `works: false`, one that is killed before it runs its jobs. */
async function startProcess(follows: (followers: Followers) => void, { works = true } = {}) {
  const jobs = createJobQueue({
    keepsDead: 30,
    adminUrl: database.urls.admin,
    operatorUrl: database.urls.operator,
    log: pino({ level: 'silent' }),
  })
  const followers = createFollowers(jobs)
  follows(followers)
  await jobs.start({ work: works })
  const app = createPool(database.urls.app, { max: 2, onError: () => undefined })
  const operator = createPool(database.urls.operator, { max: 1, onError: () => undefined })
  opened.push(
    () => app.end(),
    () => operator.end(),
    jobs.stop,
  )
  const units = createUnits({
    app,
    operator: createKysely(operator),
    jobs,
    beforeCommit: followers.beforeCommit,
    publish: () => undefined,
    wake: () => undefined,
    notePerson: () => undefined,
  })
  const deleteTag = (tagId: number) =>
    units.run({ kind: 'system', companyId }, async (ctx) => {
      await sql`insert into tags (company_id, name) values (${companyId}, ${`tag ${tagId}`})`.execute(ctx.db)
      ctx.emit('tag.deleted', { tagId })
    })
  const tagNames = async () => {
    const { rows } = await units.read({ kind: 'system', companyId }, (ctx) =>
      sql<{ name: string }>`select name from tags order by name`.execute(ctx.db),
    )
    return rows.map(({ name }) => name)
  }
  return { deleteTag, tagNames }
}

test('a follower that fails twice is done at the third try', async () => {
  const tries: number[] = []
  const { deleteTag } = await startProcess(({ follow }) =>
    follow('tag.deleted', 'test.stubborn', async (_company, { tagId }) => {
      tries.push(tagId)
      if (tries.length < 3) throw new Error('the database is away')
    }),
  )

  await deleteTag(7)

  await eventually(async () => expect(tries).toEqual([7, 7, 7]))
})

test('the follower of a process that was killed is run by the next process', async () => {
  const done: number[] = []
  const note = ({ follow }: Followers) =>
    follow('tag.deleted', 'test.note', async (_company, { tagId }) => void done.push(tagId))
  const killed = await startProcess(note, { works: false })
  await killed.deleteTag(7)
  expect(done).toEqual([])

  await startProcess(note)

  await eventually(async () => expect(done).toEqual([7]))
})

test('a rolled-back fact has no followers', async () => {
  const done: number[] = []
  const { deleteTag, tagNames } = await startProcess(({ within, follow }) => {
    follow('tag.deleted', 'test.note', async (_company, { tagId }) => void done.push(tagId))
    within('tag.deleted', async (_ctx, { tagId }) => {
      if (tagId === 7) throw new Error('not this one')
    })
  })

  await expect(deleteTag(7)).rejects.toThrow('not this one')
  await deleteTag(8)

  await eventually(async () => expect(done).toEqual([8]))
  expect(await tagNames()).toEqual(['tag 8'])
})

test('a follower within the transaction may emit facts, which have followers of their own', async () => {
  const { deleteTag, tagNames } = await startProcess(({ within }) => {
    within('tag.deleted', async (ctx, { tagId }) => ctx.emit('queue.deleted', { queueId: tagId }))
    within('queue.deleted', async (ctx, { queueId }) => {
      await sql`insert into tags (company_id, name) values (${ctx.companyId}, ${`queue ${queueId}`})`.execute(ctx.db)
    })
  })

  await deleteTag(7)

  expect(await tagNames()).toEqual(['queue 7', 'tag 7'])
})
