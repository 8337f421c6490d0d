import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPool } from '#platform/database/connect'
import { sql } from '#platform/database/sql'
import { type Units, createUnits } from '#platform/database/unit-of-work'
import { type Company, type Listener, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
/** Units of work of a process that is killed right after each commit, before it can publish. */
let killed: Units
let end: () => Promise<void>
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const pool = createPool(world.databases.app, { max: 1, onError: () => undefined })
  end = () => pool.end()
  const { units, jobs, followers } = world.app.deps
  killed = createUnits({
    app: pool,
    operator: units.operator,
    jobs: { enqueue: jobs.enqueue, wake: () => undefined },
    beforeCommit: followers.beforeCommit,
    publish: () => undefined,
    wake: () => undefined,
    notePerson: () => undefined,
  })
})
afterAll(async () => {
  await end()
  await world.close()
})

const timeout = 30_000

describe('facts that were committed and never published', () => {
  test('are published late, and others are not published again', async () => {
    const admin = await company.admin()
    const client = await admin.listen()

    const first = (await admin.post('/tags', { name: 'Na hora', color: '#0b8f6a' })).body.id
    const second = await saveSilently('Calada')
    const third = (await admin.post('/tags', { name: 'Depois', color: '#0b8f6a' })).body.id
    await eventually(() => expect(tagsOf(client)).toEqual([first, third, second]), timeout)
  })

  test('still run their followers', async () => {
    const queue = await company.queue()
    const admin = await company.admin()
    const ana = await company.attendant({ queues: [queue] })
    const { uuid, id } = await company.ticket({ queues: [queue] })
    expect((await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })).status).toBe(200)
    const client = await admin.listen()

    await killed.run({ kind: 'system', companyId: company.id }, async (ctx) => {
      await sql`update users set archived_at = now() where company_id = ${company.id} and id = ${ana.id}`.execute(
        ctx.db,
      )
      ctx.emit('user.deleted', { userId: ana.id })
    })

    const ticket = async () => (await admin.get(`/tickets/u/${uuid}`)).body
    await eventually(async () => expect(await ticket()).toMatchObject({ status: 'pending', userId: null }), timeout)
    await eventually(
      () => expect(client.of('user').at(-1)?.payload).toMatchObject({ action: 'delete', userId: String(ana.id) }),
      timeout,
    )
  })

  test('are published when the database can be read again', async () => {
    const client = await (await company.admin()).listen()
    const { units, publisher } = world.app.deps

    await world.sql('alter table tags rename to tags_away')
    await units.run({ kind: 'system', companyId: company.id }, async (ctx) => ctx.emit('tag.deleted', { tagId: 77 }))
    await publisher.idle()
    expect(client.of('tag')).toEqual([])
    await world.sql('alter table tags_away rename to tags')

    await eventually(
      () => expect(client.of('tag')).toMatchObject([{ payload: { action: 'delete', tagId: 77 } }]),
      timeout,
    )
  })

  test('are published at the third try if the second fails too', async () => {
    const client = await (await company.admin()).listen()
    const { units, publisher } = world.app.deps
    const usual = { ...publisher }
    let lateTries = 0
    Object.assign(publisher, {
      publishLate: (...given: Parameters<typeof usual.publishLate>) =>
        usual.publishLate(...given).finally(() => (lateTries += 1)),
    })
    onTestFinished(() => void Object.assign(publisher, usual))

    await world.sql('alter table tags rename to tags_away')
    await units.run({ kind: 'system', companyId: company.id }, async (ctx) => ctx.emit('tag.deleted', { tagId: 78 }))
    await eventually(() => expect(lateTries).toBeGreaterThan(0), timeout)
    expect(client.of('tag')).toEqual([])
    await world.sql('alter table tags_away rename to tags')

    await eventually(
      () => expect(client.of('tag')).toMatchObject([{ payload: { action: 'delete', tagId: 78 } }]),
      timeout,
    )
  })

  test('have their followers run by a process that is alive', async () => {
    const alone = await world.company()
    const [admin, queue] = [await alone.admin(), await alone.queue()]
    const { id } = await alone.ticket({ queues: [queue] })

    await killed.run({ kind: 'system', companyId: alone.id }, async (ctx) => {
      await sql`update queues set archived_at = now() where company_id = ${alone.id} and id = ${queue.id}`.execute(
        ctx.db,
      )
      ctx.emit('queue.deleted', { queueId: queue.id })
    })

    await eventually(async () => expect((await admin.get(`/tickets/${id}`)).body.queueId).toBeNull())
  })

  test('end no session of a company that was switched off and on again', async () => {
    const back = await world.company()
    const admin = await back.admin()

    await killed.run({ kind: 'system', companyId: back.id }, async (ctx) =>
      ctx.emit('company.disabled', { companyId: back.id }),
    )
    await eventually(async () =>
      expect(
        await world.sql("select state from pgboss.job where name = 'follow' and data ->> 'companyId' = $1", [
          String(back.id),
        ]),
      ).toEqual([{ state: 'completed' }]),
    )

    expect((await admin.get('/auth/me')).status).toBe(200)
  })

  async function saveSilently(name: string): Promise<number> {
    return killed.run({ kind: 'system', companyId: company.id }, async (ctx) => {
      const { rows } = await sql<{ id: number }>`
        insert into tags (company_id, name) values (${company.id}, ${name}) returning id`.execute(ctx.db)
      const tagId = rows[0]?.id ?? 0
      ctx.emit('tag.saved', { tagId })
      return tagId
    })
  }

  const tagsOf = (client: Listener) => client.of('tag').map(({ payload }) => payload.tag.id)
})
