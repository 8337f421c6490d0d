import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '../table.ts'
import type { Testbed } from '../testbed.ts'
import { makeVisitors, write } from '../visitors.ts'

/** Messages per second. */
const load = 100

/**
 * Measures what the bot costs companies that have none: the share of its code in the CPU time of a server that receives
 * messages for one queue without a menu, by the server's own profile. Two runs of the same load differ by more than that.
 */
export async function measureWithoutBot(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 10 : 30
  const folder = mkdtempSync(join(tmpdir(), 'guiche-profile-'))
  try {
    const server = await testbed.fresh('profiled', { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` })
    const visitors = await makeVisitors(server, 100)
    const begun = performance.now()
    const replies: ReturnType<typeof write>[] = []
    for (let nth = 0; nth < seconds * load; nth += 1) {
      await pause(Math.max(0, begun + (nth * 1000) / load - performance.now()))
      const visitor = visitors[nth % visitors.length]
      if (visitor) replies.push(write(visitor, `mensagem ${nth}`))
    }
    const refused = (await Promise.all(replies)).filter(({ status }) => status !== 201).length
    // The last messages are processed and told.
    await pause(2000)
    await server.stop()
    const { all, bot } = timesIn(profileOf(folder, server.pid))
    const factor = all / (all - bot)
    return [
      {
        what: `inbound without a bot at ${load}/s, server CPU with and without the code of the bot, by a profile`,
        ours: `×${factor.toFixed(3)} (${(bot / 1000).toFixed(0)} of ${(all / 1000).toFixed(0)} ms), ${refused} refused`,
        wanted: '≤ ×1.05, 0 refused',
        holds: factor <= 1.05 && refused === 0,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  /** In µs, before each sample. */
  timeDeltas: number[]
}

function profileOf(folder: string, pid: number): Profile {
  const name = readdirSync(folder).find((file) => file.includes(`.${pid}.`))
  if (name === undefined) throw new Error('the server has written no profile')
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}

/** In µs: all the time that was not idle, and that of the bot with everything that it calls. */
function timesIn({ nodes, samples, timeDeltas }: Profile): { all: number; bot: number } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ofBot = new Set<number>()
  const mark = (id: number) => {
    ofBot.add(id)
    for (const child of byId.get(id)?.children ?? []) mark(child)
  }
  for (const { id, callFrame } of nodes) if (callFrame.url.includes('/modules/bot/')) mark(id)
  let [all, bot] = [0, 0]
  samples.forEach((id, nth) => {
    if (byId.get(id)?.callFrame.functionName === '(idle)') return
    const spent = timeDeltas[nth] ?? 0
    all += spent
    if (ofBot.has(id)) bot += spent
  })
  return { all, bot }
}
