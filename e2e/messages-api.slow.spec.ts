import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Server as HttpServer, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Locator, type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

let shop: HttpServer
let shopUrl = ''
let folder = ''

/** The shop's own server, with the files that the examples link to. */
test.beforeAll(async () => {
  const picture = await files.picture()
  shop = createServer(({ url }, response) => response.end(url === '/foto.png' ? picture : files.paper)).listen(
    0,
    '127.0.0.1',
  )
  await once(shop, 'listening')
  const address = shop.address()
  shopUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  folder = mkdtempSync(join(tmpdir(), 'guiche-examples-'))
  writeFileSync(join(folder, 'boleto.pdf'), files.paper)
})
test.afterAll(() => {
  shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => ({ ...whatsApp().environment, GUICHE_INSIDE_HOSTS: new URL(shopUrl).host }))
test.setTimeout(300_000)

const calls = {
  'Enviar um texto': 'SUCCESS',
  'Enviar arquivos': 'SUCCESS',
  'Enviar um PDF de um endereço': 'SUCCESS',
  'Enviar uma imagem de um endereço': 'SUCCESS',
  'Verificar um número': 'existsInWhatsapp',
  'Consultar uma mensagem': 'state',
}

const languages = {
  curl: (code: string) => run('sh', ['-c', code]),
  Node: (code: string) => {
    writeFileSync(join(folder, 'exemplo.mjs'), code)
    return run(process.execPath, ['exemplo.mjs'])
  },
  Python: (code: string) => {
    writeFileSync(join(folder, 'exemplo.py'), code)
    return run('python3', ['exemplo.py'])
  },
}

async function run(program: string, parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, parameters, { cwd: folder, timeout: 60_000 })
  return stdout
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
}

const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const fillTest = async (form: Locator, token: string, number: string) => {
  await form.getByLabel('Token').fill(token)
  await form.getByLabel('Número', { exact: false }).first().fill(number)
}

test('An admin makes a token, tests it, and runs the examples as they stand', async ({ page }, info) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const sales = await company.queue('Vendas')
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora')
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')
  const number = '5511988887777'
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, server(), await company.attendant('Bia Costa', [], { profile: 'admin' }))
  await linkByPage(page, server(), phone, { name: 'Loja Centro', queues: ['Vendas'] })
  let token = ''

  await test.step('a token is made, and shown once', async () => {
    await page.goto(`${server().url}/messages-api`)
    await expect(page.getByRole('heading', { name: 'API de mensagens' })).toBeVisible()
    await tab(page, 'Tokens').click()
    await expect(page.getByText('Nenhum token')).toBeVisible()
    await page.getByRole('button', { name: 'Novo token' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Criar token' }).click()
    await expect(dialog.getByText('Obrigatório').first()).toBeVisible()
    await dialog.getByLabel('Nome').fill('ERP da loja')
    await dialog.getByRole('combobox', { name: 'Conexão' }).click()
    await page.getByRole('option', { name: 'Loja Centro' }).click()
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Criar token' }).click()
    await expect(page.getByRole('dialog', { name: 'Token “ERP da loja” criado' })).toBeVisible()
    await page.getByRole('button', { name: 'Copiar Token' }).click()
    token = await copied(page)
    expect(token).toMatch(/^gk_/)
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
    await expect(page.getByRole('row', { name: /ERP da loja/ })).toContainText(token.slice(-4))
    await expect(page.getByText(token)).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the forms send what a customer reads, and show refusals in words', async () => {
    await tab(page, 'Testar').click()
    const form = page.getByRole('form', { name: 'Testar texto' })
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(form.getByText('Obrigatório')).toHaveCount(3)
    await fillTest(form, 'errado', '(11) 98888-7777')
    await form.getByLabel('Mensagem').fill('Olá da API')
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(form.getByText('Somente algarismos')).toBeVisible()
    await fillTest(form, 'errado', number)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(form.getByRole('alert')).toContainText('O token não é válido.')
    await fillTest(form, token, number)
    await form.getByLabel('queueId').fill(String(sales.id))
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(form.getByText('Mensagem aceita.')).toBeVisible()
    await rita.waitForMessage(({ text }) => text === 'Olá da API', 60_000)

    const { contacts } = await must<{ contacts: { id: number }[] }>(
      company.call('GET', '/contacts?searchParam=5511988887777'),
    )
    for (const { id } of contacts)
      await must(company.call('PUT', `/contacts/${id}/opt-out`, { isOptedOut: true, reason: 'Pediu por telefone' }))
    await form.getByRole('switch', { name: 'marketing' }).check()
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(form.getByRole('alert')).toContainText('Esta pessoa não quer receber campanhas.')

    const media = page.getByRole('form', { name: 'Testar arquivo' })
    await fillTest(media, token, number)
    const choosing = page.waitForEvent('filechooser')
    await media.getByRole('button', { name: 'Escolher arquivo' }).click()
    await (await choosing).setFiles({ name: 'boleto.pdf', mimeType: 'application/pdf', buffer: files.paper })
    await media.getByLabel('Legenda').fill('Seu boleto')
    await media.getByRole('button', { name: 'Enviar' }).click()
    await expect(media.getByText('Mensagem aceita.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the examples run, in each language', async () => {
    await tab(page, 'Documentação').click()
    await page.getByLabel('Token', { exact: true }).fill(token)
    await page.getByLabel('Número', { exact: true }).fill(number)
    for (const [language, runExample] of Object.entries(languages)) {
      if (language === 'Python' && !hasPython()) {
        info.annotations.push({ type: 'skipped', description: 'python3 is not installed: its examples were not run' })
        continue
      }
      for (const [name, expected] of Object.entries(calls)) {
        const link = name.includes('imagem') ? 'foto.png' : 'boleto.pdf'
        await page.getByLabel('Endereço de um arquivo').fill(`${shopUrl}/${link}`)
        const card = page.getByRole('region', { name, exact: true })
        await card.getByText(language, { exact: true }).click()
        await card.getByRole('button', { name: `Copiar Exemplo em ${language}: ${name}` }).click()
        const printed = await runExample(await copied(page))
        expect({ language, name, printed }).toEqual({ language, name, printed: expect.stringContaining(expected) })
      }
    }
    // Each language sends a text, and three files with the same text as their caption.
    const ran = 4 * (hasPython() ? 3 : 2)
    const texts = () => rita.inbox.filter(({ text }) => text === 'Olá! Seu pedido saiu para entrega.').length
    await expect.poll(texts, { timeout: 60_000 }).toBe(ran)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the use is counted, and a deleted token sends no more', async () => {
    await page.reload()
    await tab(page, 'Tokens').click()
    await expect(page.getByRole('region', { name: 'Uso nos últimos 30 dias' }).first()).toContainText('Textos')
    await expect(page.getByRole('row', { name: /ERP da loja/ })).not.toContainText('Nunca')
    await page.getByRole('button', { name: 'Mais ações de ERP da loja' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Nenhum token')).toBeVisible()
    const answer = await fetch(`${server().url}/api/messages/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ number, body: 'Tarde demais' }),
    })
    expect(answer.status).toBe(403)
  })

  await test.step('on a phone nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['Documentação', 'Testar', 'Tokens']) {
      await tab(page, name).click()
      const parts = "[...document.querySelectorAll('main :is(section, form, fieldset, p, dl)')]"
      expect(await page.evaluate(`${parts}.filter((part) => part.getBoundingClientRect().right > 390).length`)).toBe(0)
    }
  })
})

test('Only admins of a company whose plan has the API see the page', async ({ page, browser }) => {
  const without = await createCompany(server(), 'Sem API', { features: { useExternalApi: false } })
  await logIn(page, server(), await without.attendant('Bia Costa', [], { profile: 'admin' }))
  await expect(page.getByRole('link', { name: 'API de mensagens' })).toHaveCount(0)
  await page.goto(`${server().url}/messages-api`)
  await expect(
    page.getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.').first(),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/(tickets)?$/)

  const company = await createCompany(server(), 'Com API')
  const other = await (await browser.newContext()).newPage()
  await logIn(other, server(), await company.attendant('Ana Prado', [], { profile: 'supervisor' }))
  await other.goto(`${server().url}/messages-api`)
  await expect(other.getByText('Seu perfil não dá acesso a esta página.')).toBeVisible()
})
