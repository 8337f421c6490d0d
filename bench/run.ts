import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine } from './machine.ts'
import { measureApiSend } from './measures/campaigns/api-send.ts'
import { measureAudit } from './measures/audit.ts'
import { measureBoard } from './measures/board.ts'
import { measureBot } from './measures/bot.ts'
import { measureBrowser } from './measures/browser.ts'
import { measureCalls } from './measures/calls.ts'
import { measureCampaign } from './measures/campaigns/campaign.ts'
import { measureCampaignEngine } from './measures/campaigns/campaign-engine.ts'
import { measureCampaignNumbers } from './measures/campaigns/campaign-numbers.ts'
import { measureCampaignPeople } from './measures/campaigns/campaign-people.ts'
import { measureCampaignStop } from './measures/campaigns/campaign-stop.ts'
import { measureChecks } from './measures/checks.ts'
import { measureCompanies } from './measures/companies.ts'
import { measureConversation } from './measures/conversation.ts'
import { measureExport } from './measures/numbers/export.ts'
import { measureExchanges } from './measures/exchanges.ts'
import { measureFlow } from './measures/flow.ts'
import { measureImports } from './measures/imports.ts'
import { measureLifecycle } from './measures/lifecycle.ts'
import { measureListImports } from './measures/campaigns/list-imports.ts'
import { measureListItems } from './measures/campaigns/list-items.ts'
import { measureLive } from './measures/live.ts'
import { measureNumberLists } from './measures/numbers/number-lists.ts'
import { measureNumbersCost } from './measures/numbers/numbers-cost.ts'
import { measureNumbers } from './measures/numbers/numbers.ts'
import { measurePhoneHistory } from './measures/official/phone-history.ts'
import { measureOfficialIn, measureOfficialOut } from './official/official.ts'
import { measurePaymentReports } from './measures/payment-reports.ts'
import { measureReportPages } from './measures/numbers/report-pages.ts'
import { measureRollups } from './measures/numbers/rollups.ts'
import { measureSchedules } from './measures/campaigns/schedules.ts'
import { measureStart } from './measures/start.ts'
import { measureTimers } from './measures/timers.ts'
import { measureTurns } from './measures/turns.ts'
import { measureWhatsApp } from './measures/whatsapp.ts'
import { measureWithoutBot } from './measures/without-bot.ts'
import { probeMachine, slowest } from './probe.ts'
import { type Testbed, openTestbed } from './testbed.ts'
import { type MeasuredRow, type Row, ms, table, verdictIn } from './table.ts'

/**
 * `npm run bench` measures everything beside its baseline and writes `results.md`. `npm run bench -- quick` uses a
 * tenth of the data and shorter runs; `npm run bench -- calls flow …` measures only those parts. Neither writes
 * results. The exit code is 1 if a row missed its target.
 */
const wanted = process.argv.slice(2)
const isQuick = wanted.includes('quick')
const parts: Record<string, (testbed: Testbed) => Promise<Row[]>> = {
  calls: measureCalls,
  flow: measureFlow,
  turns: measureTurns,
  bot: measureBot,
  'without-bot': measureWithoutBot,
  exchanges: measureExchanges,
  board: measureBoard,
  live: measureLive,
  browser: measureBrowser,
  conversation: measureConversation,
  whatsapp: measureWhatsApp,
  'official-in': measureOfficialIn,
  'official-out': measureOfficialOut,
  imports: measureImports,
  'phone-history': measurePhoneHistory,
  timers: measureTimers,
  checks: measureChecks,
  companies: measureCompanies,
  audit: measureAudit,
  'campaign-engine': measureCampaignEngine,
  'campaign-numbers': measureCampaignNumbers,
  'campaign-people': measureCampaignPeople,
  'campaign-stop': measureCampaignStop,
  campaign: measureCampaign,
  'list-imports': measureListImports,
  schedules: measureSchedules,
  'api-send': measureApiSend,
  'list-items': measureListItems,
  lifecycle: measureLifecycle,
  'payment-reports': measurePaymentReports,
  numbers: measureNumbers,
  'number-lists': measureNumberLists,
  'report-pages': measureReportPages,
  rollups: measureRollups,
  export: measureExport,
  'numbers-cost': measureNumbersCost,
  start: measureStart,
}
/** Not part of the whole run: one has not been run to its end yet, and one takes about half an hour. */
const onlyByName = new Set(['conversation', 'campaign'])
const chosen = wanted.filter((word) => word !== 'quick')
const unknown = chosen.filter((word) => !(word in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}, quick.`)
  process.exit(1)
}

/** They measure products of their own, and need no others with many messages. */
const onFresh = new Set([
  'official-in',
  'official-out',
  'phone-history',
  'companies',
  'audit',
  'exchanges',
  'campaign-engine',
  'campaign-numbers',
  'campaign-people',
  'campaign-stop',
  'campaign',
  'list-imports',
  'list-items',
  'schedules',
  'api-send',
  'lifecycle',
  'payment-reports',
  'numbers',
  'number-lists',
  'report-pages',
  'rollups',
  'export',
  'numbers-cost',
])
const isSmall = chosen.length > 0 && chosen.every((name) => onFresh.has(name))

const rows: MeasuredRow[] = []
const testbed = await openTestbed({ isQuick, ...(isSmall && { messages: 10_000 }) })
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 ? !chosen.includes(name) : onlyByName.has(name)) continue
    console.log(`Measuring: ${name}`)
    await Promise.all([testbed.whole.logIn(), testbed.tenth.logIn()])
    const before = await probeMachine(testbed)
    const measured = await measure(testbed)
    const probe = slowest(before, await probeMachine(testbed))
    console.log(`${table(measured)}\nmachine: arithmetic ${ms(probe.cpu)}, a bare commit ${ms(probe.commit)}`)
    rows.push(...measured.map((row) => ({ ...row, probe })))
  }
} catch (error) {
  // First of all: what a measurement has left open may end this process when the database stops.
  console.error(error)
  await testbed.close()
  process.exit(1)
}
await testbed.close()

const verdictOf = verdictIn(rows)
const short = rows.filter(({ holds }) => !holds)
if (chosen.length === 0 && !isQuick) {
  const text = `# Measured\n\n${describeMachine()}\n\nOne whole run.\n\n${table(rows, verdictOf)}\n`
  writeFileSync(join(import.meta.dirname, 'results.md'), text)
}
for (const row of short) console.error(`fell short: ${row.what}: ${row.ours} (wanted ${row.wanted}), ${verdictOf(row)}`)
console.log(`${rows.length - short.length} rows hold, ${short.length} fell short`)
process.exit(short.length === 0 ? 0 : 1)
