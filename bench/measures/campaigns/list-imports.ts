import { chmodSync, createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ContactListImport } from '@guiche/contract'
import { workbookOf } from '../../../apps/server/src/platform/sheets/write-workbook.ts'
import { numberOf } from '../../campaigns/campaigns.ts'
import { type Client, createClient, measureSteadily } from '../../client.ts'
import { onDatabase } from '../../database.ts'
import { memoryOf } from '../../processes.ts'
import { logInAs } from '../../seed.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { ServerUnderTest, Testbed } from '../../testbed.ts'

const titles = ['Nome', 'Número', 'E-mail', 'Cidade']
const kinds = [
  { kind: 'csv', most: 90 },
  { kind: 'xlsx', most: 240 },
] as const
type Kind = (typeof kinds)[number]['kind']

/**
 * Measures imports of large sheets, from the upload to the end, beside a bare copy of the same rows, and what attendants
 * notice of it.
 */
export async function measureListImports(testbed: Testbed): Promise<Row[]> {
  const count = testbed.isQuick ? 100_000 : 1_000_000
  const seconds = testbed.isQuick ? 5 : 20
  const product = await testbed.fresh('list_imports')
  const { token } = await logInAs(product.url, product.data.admin)
  const admin = createClient(product.url, { authorization: `Bearer ${token}` })
  const folder = mkdtempSync(join(tmpdir(), 'guiche-sheets-'))
  // The database reads a file of it, as another user.
  chmodSync(folder, 0o711)
  try {
    const bare = await copyBare(testbed, product, join(folder, 'bare.csv'), count)
    const rows: Row[] = []
    for (const { kind, most } of kinds) {
      const file = join(folder, `sheet.${kind}`)
      await writeSheet(file, kind, count)
      const end = performance.now() + seconds * 1000
      const alone = await measureSteadily(
        20,
        () => performance.now() < end,
        () => listTickets(admin),
      )
      let isRunning = true
      const calls = measureSteadily(
        20,
        () => isRunning,
        () => listTickets(admin),
      )
      const imported = await importSheet(product, admin, { token, file, kind }).finally(() => (isRunning = false))
      rows.push(...rowsOf({ kind, most, count, bare, alone, beside: await calls, ...imported }))
    }
    return rows
  } finally {
    admin.close()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const listTickets = (admin: Client) => admin.get('/tickets?status=pending&showAll=true&pageNumber=1')

interface Imported {
  /** In seconds. */
  upload: number
  all: number
  /** In MB: what the server has taken besides what it had before. */
  memory: number
  added: number
}

interface Measured extends Imported {
  kind: Kind
  most: number
  count: number
  /** In seconds. */
  bare: number
  alone: number[]
  beside: number[]
}

function rowsOf({ kind, most, count, bare, alone, beside, ...imported }: Measured): Row[] {
  const { upload, all, memory, added } = imported
  const what = `${kind.toUpperCase()} with ${count.toLocaleString('en')} people`
  const [p95, before] = [percentile(beside, 0.95), percentile(alone, 0.95)]
  return [
    {
      what: `${what}, from the upload to the end of the import`,
      ours: `${all.toFixed(1)} s (upload ${upload.toFixed(1)} s), ${added.toLocaleString('en')} added`,
      baseline: `${bare.toFixed(1)} s: a bare copy (${((100 * bare) / all).toFixed(0)} %)`,
      wanted: `< ${most} s, ≥ 25 % of bare, all of them`,
      holds: all < most && bare >= all / 4 && added === count,
    },
    {
      what: `${what}, memory of the server meanwhile`,
      ours: `+${memory.toFixed(0)} MB`,
      wanted: '< 50 MB',
      holds: memory < 50,
    },
    {
      what: `${what}, a ticket list meanwhile`,
      ours: `p50 ${ms(percentile(beside, 0.5))}, p95 ${ms(p95)}`,
      baseline: `p50 ${ms(percentile(alone, 0.5))}, p95 ${ms(before)}: before it (×${(p95 / before).toFixed(1)})`,
      wanted: 'p95 ≤ ×1.2',
      holds: p95 <= 1.2 * before,
    },
  ]
}

async function importSheet(
  { url, pid }: ServerUnderTest,
  admin: Client,
  { token, file, kind }: { token: string; file: string; kind: Kind },
): Promise<Imported> {
  const listId: number = (await json(admin.post('/contact-lists', { name: `Lista ${kind}` }))).id
  const before = memoryOf(pid)
  let highest = before
  const sampling = setInterval(() => (highest = Math.max(highest, memoryOf(pid))), 100)
  try {
    const begun = performance.now()
    const form = new FormData()
    form.set('file', await openAsBlob(file), `sheet.${kind}`)
    const answer = await fetch(new URL(`/contact-lists/${listId}/sheets`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    if (answer.status !== 200) throw new Error(`sheet: ${answer.status} ${await answer.text()}`)
    const sheet: ContactListImport = JSON.parse(await answer.text())
    const upload = (performance.now() - begun) / 1000
    await json(
      admin.post(`/contact-list-imports/${sheet.id}/import`, { columns: sheet.columns.map(({ field }) => field) }),
    )
    for (;;) {
      const { state, failure, added }: ContactListImport = await json(admin.get(`/contact-list-imports/${sheet.id}`))
      if (state !== 'running' && state !== 'done') throw new Error(`the import has ended as ${state}: ${failure}`)
      if (state === 'done') return { upload, all: (performance.now() - begun) / 1000, memory: highest - before, added }
      await pause(250)
    }
  } finally {
    clearInterval(sampling)
  }
}

async function json(call: ReturnType<Client['get']>) {
  const { status, text } = await call
  if (status >= 300) throw new Error(`answered ${status} ${text}`)
  return JSON.parse(text)
}

const personOf = (nth: number) => [
  `Pessoa da Silva ${nth}`,
  numberOf(nth),
  `pessoa${nth}@cliente.example`,
  `Cidade ${nth % 500}`,
]

function* batchesOf<T>(count: number, rowOf: (nth: number) => T): Generator<T[]> {
  const size = 5000
  for (let from = 0; from < count; from += size)
    yield Array.from({ length: Math.min(size, count - from) }, (_, nth) => rowOf(from + nth))
}

async function writeSheet(file: string, kind: Kind, count: number): Promise<void> {
  const lines = function* () {
    yield `${titles.join(';')}\n`
    for (const rows of batchesOf(count, personOf)) yield `${rows.map((row) => row.join(';')).join('\n')}\n`
  }
  const workbook = () =>
    workbookOf(
      titles.map((title) => ({ title, width: 20 })),
      (async function* () {
        yield* batchesOf(count, personOf)
      })(),
    )
  await pipeline(Readable.from(kind === 'csv' ? lines() : workbook()), createWriteStream(file))
}

/** In seconds: the same rows into a table of the same form. */
async function copyBare(testbed: Testbed, product: ServerUnderTest, file: string, count: number): Promise<number> {
  const { companyId } = product.data
  const lineOf = (nth: number) => {
    const [name, number, email, city] = personOf(nth)
    return `${companyId},1,${name},${number},${email},"{""Cidade"":""${city}""}"`
  }
  const lines = function* () {
    for (const rows of batchesOf(count, lineOf)) yield `${rows.join('\n')}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  chmodSync(file, 0o644)
  return onDatabase(testbed.adminUrlOf('list_imports'), async (db) => {
    await db.query('create table baseline_items (like contact_list_items including all)')
    await db.query('checkpoint')
    const begun = performance.now()
    await db.query(`copy baseline_items (company_id, list_id, name, number, email, variables) from '${file}' csv`)
    const seconds = (performance.now() - begun) / 1000
    await db.query('drop table baseline_items')
    return seconds
  })
}
