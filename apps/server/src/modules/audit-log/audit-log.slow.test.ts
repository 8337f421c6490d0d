import { AuditEntryView, limits } from '@guiche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('an export of a long log is complete up to the most entries', async () => {
  const other = await world.company()
  const boss = await other.admin()
  await other.sql(
    `insert into audit_log (company_id, actor_company_id, action, object_id, created_at)
     select $1, $1, 'tag.deleted', n, now() - n * interval '1 second' from generate_series(1, $2::int) n`,
    [other.id, limits.auditExport + 1],
  )
  const { body } = await boss.get('/audit/export?action=tag.deleted')
  const [, ...entries] = String(body).trimEnd().split('\n')

  expect(entries.map((entry) => AuditEntryView.parse(JSON.parse(entry)).objectId)).toEqual(
    Array.from({ length: limits.auditExport }, (_, index) => String(index + 1)),
  )
})
