import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { eventually } from '../apps/server/test/world.ts'
import { unfinished, violations } from './checker.ts'
import { report } from './report.ts'
import { plan } from './schedule.ts'
import { type Stage, openStage } from './stage.ts'
import { type Talk, beginTalk, play } from './talk.ts'

/** The same number again gives the same talk and the same faults. */
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e9))
const seconds = Number(process.env['CHAOS_SECONDS'] ?? 45)
const patience = 120_000

let stage: Stage
let talk: Talk | undefined
beforeAll(async () => {
  stage = await openStage()
}, 180_000)
afterAll(async () => {
  await talk?.page?.close()
  for (const { view } of talk?.attendants ?? []) view.close()
  await stage?.close()
}, 60_000)

test('a seed plans one talk and one row of faults, another seed another', () => {
  expect(plan(seed, 60_000)).toEqual(plan(seed, 60_000))
  expect(plan(seed, 60_000)).not.toEqual(plan(seed + 1, 60_000))
})

test(
  'while processes, lines and the database break, nothing is lost, doubled or out of order (I1 to I8)',
  async () => {
    const schedule = plan(seed, seconds * 1000)
    onTestFailed(() => {
      for (const { text } of stage.office.whatsApp.problems) process.stderr.write(`WhatsApp: ${text}\n`)
      for (const { url, said } of stage.office.processes) process.stderr.write(`\n${url}\n${said()}\n`)
      process.stderr.write(`\nAgain with: npm run chaos -- ${seconds / 60} ${seed}\n`)
    })
    const current = await beginTalk(stage)
    talk = current
    await play(current, schedule, (what) => process.stdout.write(`${what}\n`))

    await eventually(async () => expect(await unfinished(current)).toEqual([]), patience)
    await Promise.all(current.customers.map(({ contact }) => contact.read()))
    await eventually(async () => expect(await violations(current)).toEqual([]), patience)
    process.stdout.write(await report(current, schedule, seed))
  },
  seconds * 1000 + 420_000,
)
