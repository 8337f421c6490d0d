import { logInOn, openBrowser } from '../browser.ts'
import { type Conversation, few, makeConversations, many } from '../long-conversation/long-ticket.ts'
import { loadAll, openConversation, scrollFor, typeKeys } from '../long-conversation/reader.ts'
import { type Row, median, ms, percentile } from '../table.ts'
import type { Testbed } from '../testbed.ts'

/** Measures how a conversation with 10,000 loaded messages opens, takes typing and scrolls, beside one with ten. */
export async function measureConversation(testbed: Testbed): Promise<Row[]> {
  const { long, short } = await makeConversations(testbed)
  const browser = await openBrowser()
  try {
    // So low that ten messages scroll too.
    const page = await browser.newPage({ viewport: { width: 1440, height: 480 }, locale: 'pt-BR' })
    await logInOn(page, testbed)
    await openConversation(page, short)
    await openConversation(page, long)
    const rendered = await loadAll(page)

    const opened = { long: [] as number[], short: [] as number[] }
    const typed = { long: [] as number[], short: [] as number[] }
    const frames = { long: [] as number[], short: [] as number[] }
    const tasks = { long: 0, short: 0 }
    const visit = async (which: 'long' | 'short', conversation: Conversation) => {
      opened[which].push(await openConversation(page, conversation))
      await page.waitForTimeout(500)
      typed[which].push(...(await typeKeys(page, testbed.isQuick ? 20 : 60)))
      const scrolled = await scrollFor(page, testbed.isQuick ? 2 : 4)
      frames[which].push(...scrolled.frames)
      tasks[which] += scrolled.longTasks
    }
    // In turns, so that both meet the same moments of the machine.
    for (let round = 0; round < 4; round += 1) {
      await visit('short', short)
      await visit('long', long)
    }

    const open = { long: median(opened.long), short: median(opened.short) }
    const key = { long: percentile(typed.long, 0.95), short: percentile(typed.short, 0.95) }
    const frame = { long: percentile(frames.long, 0.95), short: percentile(frames.short, 0.95) }
    return [
      {
        what: `a conversation with ${many} loaded messages opens (click to painted)`,
        ours: `${ms(open.long)}, ${rendered} rows rendered`,
        baseline: `${ms(open.short)}: one with ${few} (${times(open)})`,
        wanted: '< 100 ms',
        holds: open.long < 100,
      },
      {
        what: `a key in the composer beside ${many} messages (key to painted), p95`,
        ours: ms(key.long),
        baseline: `${ms(key.short)}: beside ${few} (${times(key)})`,
        wanted: '≤ ×1.5',
        holds: key.long <= key.short * 1.5,
      },
      {
        what: `a frame while ${many} messages are scrolled, p95`,
        ours: `${ms(frame.long)}, ${tasks.long} long tasks`,
        baseline: `${ms(frame.short)}, ${tasks.short} long tasks: ${few} messages (${times(frame)})`,
        wanted: '≤ ×1.5',
        holds: frame.long <= frame.short * 1.5,
      },
    ]
  } finally {
    await browser.close()
    // A user has one login at a time: the login in the browser has ended ours.
    await testbed.whole.logIn()
  }
}

const times = ({ long, short }: { long: number; short: number }) => `×${(long / short).toFixed(1)}`
