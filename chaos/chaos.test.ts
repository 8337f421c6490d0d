import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { eventually } from '../apps/server/test/world/index.ts'
import { openCampaign } from './campaign.ts'
import { type OfficialTalk, openOfficialTalk } from './official/official-talk.ts'
import { kindsOfOfficialFaults, planOfficial } from './official/plan.ts'
import { unfinished, violations } from './checker.ts'
import { report } from './report.ts'
import { faultKinds, plan } from './schedule.ts'
import { type Testbed, openTestbed } from './testbed.ts'
import { type Talk, allAttendants, beginTalk, injectFaults, allCustomers, play, startClock } from './talk.ts'
import { openWalks } from './walks.ts'

/** The same seed gives the same talk and the same faults. */
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e9))
const seconds = Number(process.env['CHAOS_SECONDS'] ?? 90)
const timeout = 120_000

let testbed: Testbed
const talks: Talk[] = []
let official: OfficialTalk | undefined
beforeAll(async () => {
  testbed = await openTestbed()
}, 180_000)
afterAll(async () => {
  official?.close()
  for (const talk of talks) {
    await talk.page?.close()
    for (const { view } of allAttendants(talk)) view.close()
  }
  await testbed?.close()
}, 60_000)

test('the same seed gives the same plan, another seed a different one', () => {
  expect(plan(seed, 60_000)).toEqual(plan(seed, 60_000))
  expect(plan(seed, 60_000)).not.toEqual(plan(seed + 1, 60_000))
  expect(planOfficial(seed, 60_000)).toEqual(planOfficial(seed, 60_000))
})

test('a plan of 90 seconds contains every kind of fault, whatever the seed', () => {
  for (let any = 1; any <= 200; any += 1) {
    const broken = plan(any, 90_000).faults.map(({ fault }) => fault.kind)
    expect([...new Set(broken)].toSorted()).toEqual(faultKinds)
    const ofMeta = planOfficial(any, 90_000).faults.map(({ fault }) => fault.kind)
    expect([...new Set(ofMeta)].toSorted()).toEqual(kindsOfOfficialFaults)
  }
})

test(
  'nothing is lost, duplicated or reordered while processes, connections and the database fail (I1 to I10)',
  async () => {
    const schedule = plan(seed, seconds * 1000)
    onTestFailed(() => {
      for (const { text } of testbed.graph.problems) process.stderr.write(`Meta: ${text}\n`)
      for (const { text } of testbed.product.whatsApp.problems) process.stderr.write(`WhatsApp: ${text}\n`)
      for (const { url, said } of testbed.product.processes) testbed.trace.note(`${url}\n${said()}`)
      process.stderr.write(
        `\nTrace of the WhatsApp connections, and the logs: ${testbed.trace.write(`guiche-chaos-${seed}`)}\n`,
      )
      process.stderr.write(`Again with: npm run chaos -- ${seconds / 60} ${seed}\n`)
    })
    const tell = (what: string) => {
      testbed.trace.note(what)
      process.stdout.write(`${what}\n`)
    }
    const talk = await beginTalk(testbed.main, { hasPage: true })
    talks.push(talk)
    const otherTalk = await beginTalk(testbed.other, { hasPage: false })
    talks.push(otherTalk)
    const walks = await openWalks(testbed.product)
    const campaign = await openCampaign(testbed.product)
    const overMeta = await openOfficialTalk(testbed, planOfficial(seed + 500, seconds * 1000))
    official = overMeta
    const clock = startClock()
    await Promise.all([
      play(talk, schedule.main, clock),
      play(otherTalk, schedule.other, clock),
      walks.go(clock, seconds * 1000),
      campaign.go(clock, seconds * 1000),
      overMeta.go(clock, tell),
      injectFaults(testbed, schedule.faults, { clock, tell }),
    ])

    const going = async () => [
      ...(await overMeta.unfinished()),
      ...(await unfinished(testbed, talks)),
      ...(await campaign.unfinished()),
    ]
    await eventually(async () => expect(await going()).toEqual([]), timeout)
    await overMeta.sendUnconfirmed()
    await eventually(async () => expect(await going()).toEqual([]), timeout)
    await Promise.all(talks.flatMap((talk) => allCustomers(talk).map(({ read }) => read())))
    const wrong = async () =>
      (
        await Promise.all([...talks.map(violations), walks.violations(), campaign.violations(), overMeta.violations()])
      ).flat()
    await eventually(async () => expect(await wrong()).toEqual([]), timeout)
    process.stdout.write(`Customers walked the menus of a bot ${walks.made()} times.\n`)
    process.stdout.write(campaign.report())
    process.stdout.write(await overMeta.report())
    process.stdout.write(await report(testbed, { talks, schedule, seed }))
  },
  seconds * 1000 + 420_000,
)
