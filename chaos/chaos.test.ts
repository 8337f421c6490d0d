import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { eventually } from '../apps/server/test/world.ts'
import { unfinished, violations } from './checker.ts'
import { report } from './report.ts'
import { faultKinds, plan } from './schedule.ts'
import { type Stage, openStage } from './stage.ts'
import { type Talk, allAttendants, beginTalk, breakThings, everybody, play, startClock } from './talk.ts'

/** The same number again gives the same talk and the same faults. */
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e9))
const seconds = Number(process.env['CHAOS_SECONDS'] ?? 90)
const patience = 120_000

let stage: Stage
const talks: Talk[] = []
beforeAll(async () => {
  stage = await openStage()
}, 180_000)
afterAll(async () => {
  for (const talk of talks) {
    await talk.page?.close()
    for (const { view } of allAttendants(talk)) view.close()
  }
  await stage?.close()
}, 60_000)

test('a seed plans one talk and one row of faults, another seed another', () => {
  expect(plan(seed, 60_000)).toEqual(plan(seed, 60_000))
  expect(plan(seed, 60_000)).not.toEqual(plan(seed + 1, 60_000))
})

test('whatever the seed, 90 seconds break everything that can be broken', () => {
  for (let any = 1; any <= 200; any += 1) {
    const broken = plan(any, 90_000).faults.map(({ fault }) => fault.kind)
    expect([...new Set(broken)].toSorted()).toEqual(faultKinds)
  }
})

test(
  'while processes, lines and the database break, nothing is lost, doubled or out of order (I1 to I8)',
  async () => {
    const schedule = plan(seed, seconds * 1000)
    onTestFailed(() => {
      for (const { text } of stage.office.whatsApp.problems) process.stderr.write(`WhatsApp: ${text}\n`)
      for (const { url, said } of stage.office.processes) stage.trace.note(`${url}\n${said()}`)
      process.stderr.write(`\nWhat went over the lines, and the logs: ${stage.trace.write(`guiche-chaos-${seed}`)}\n`)
      process.stderr.write(`Again with: npm run chaos -- ${seconds / 60} ${seed}\n`)
    })
    const tell = (what: string) => {
      stage.trace.note(what)
      process.stdout.write(`${what}\n`)
    }
    const talk = await beginTalk(stage.house, { hasPage: true })
    talks.push(talk)
    const besides = await beginTalk(stage.neighbours, { hasPage: false })
    talks.push(besides)
    const clock = startClock()
    await Promise.all([
      play(talk, schedule.house, clock),
      play(besides, schedule.neighbours, clock),
      breakThings(stage, schedule.faults, { clock, tell }),
    ])

    await eventually(async () => expect(await unfinished(stage, talks)).toEqual([]), patience)
    await Promise.all(talks.flatMap((talk) => everybody(talk).map(({ read }) => read())))
    await eventually(async () => expect((await Promise.all(talks.map(violations))).flat()).toEqual([]), patience)
    process.stdout.write(await report(stage, { talks, schedule, seed }))
  },
  seconds * 1000 + 420_000,
)
