import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { preparedDataFolder, removeDataFolder } from '../apps/server/test/data-folder.ts'
import { reservePort } from '../apps/server/test/reserve-port.ts'
import { deskOn, logIn } from './support/desk.ts'
import { linkDialogOf } from './support/whatsapp.ts'

const root = join(import.meta.dirname, '..')
let demo: ChildProcess
let said = ''
let dataFolder = ''

test.beforeAll(async () => {
  dataFolder = await preparedDataFolder('demo')
  demo = spawn(process.execPath, ['scripts/demo/whatsapp-demo.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(await reservePort()), GUICHE_DATA: dataFolder, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [demo.stdout, demo.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()))
  await expect.poll(() => said, { timeout: 120_000, intervals: [200] }).toMatch(/The phones\s+http:\S+/)
})

test.afterAll(async () => {
  const ended = once(demo, 'exit')
  demo.kill('SIGTERM')
  await ended
  removeDataFolder(dataFolder)
})

test("The demo's phone page reads the code, and its customer gets an answer", async ({ context, page }) => {
  const [, url = '', email = '', password = ''] = /Guichê\s+(http:\S+)\s+\((\S+), (\S+)\)/.exec(said) ?? []
  const [, phonesUrl = ''] = /The phones\s+(http:\S+)/.exec(said) ?? []
  await logIn(page, { url }, { email, password })
  await linkDialogOf(page, { url }, { name: 'WhatsApp da loja' })

  const phones = await context.newPage()
  await phones.goto(phonesUrl)
  await phones.getByRole('button', { name: 'Ler o código mostrado no Guichê' }).click()
  await expect(phones.getByText('Vinculado ao Guichê')).toBeVisible()
  await expect(page.getByRole('row', { name: 'WhatsApp da loja' })).toContainText('Conectada')

  const rita = phones.getByRole('region', { name: 'Celular de Rita Moura' })
  await rita.getByRole('textbox').fill('Vocês entregam hoje?')
  await rita.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.goto(`${url}/tickets`)
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  await desk.row('Rita Moura').getByRole('button', { name: 'Aceitar' }).click()
  await expect(page.getByText('Vocês entregam hoje?').last()).toBeVisible()
})
