import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guiche-widget-'))
  const builder = await createBuilder({ root, logLevel: 'silent', build: { outDir: folder } })
  for (const environment of Object.values(builder.environments)) {
    environment.config.build.outDir = folder
  }
  await builder.buildApp()
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the widget with its styles and texts is under 30 kB compressed', async () => {
  const script = await readFile(join(folder, 'widget.js'))
  expect(gzipSync(script).length).toBeLessThan(30_000)
})

test('the build makes one script for sites, and a page with one script', async () => {
  expect((await readdir(folder)).toSorted()).toEqual(['chat.html', 'chat.js', 'widget.js'])
})

test('the page has no inline script and no inline style', async () => {
  const page = await readFile(join(folder, 'chat.html'), 'utf8')
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/chat.js" defer>'])
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
})

test("the widget does not contain the contract's schemas", async () => {
  const script = await readFile(join(folder, 'widget.js'), 'utf8')
  expect(script).not.toContain('ZodError')
})
