import { type Browser, type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { pictureNamed } from './support/media/picture.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

async function openUsers(browser: Browser, server: Server, company: Company): Promise<Page> {
  const { page } = await openDesk(browser, server, company.admin, { viewport: { width: 1440, height: 800 } })
  await page.goto(`${server.url}/users`)
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible()
  return page
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('The list shows who somebody is and what they serve, and finds them from three letters on', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora', { users: 30 })
  const sales = await company.queue('Vendas')
  const webChat = await company.webChat([sales])
  const ana = await company.attendant('Ana Prado', [sales], { startWork: '08:00', endWork: '18:30' })
  for (let nth = 1; nth <= 22; nth++) await company.attendant(`Pessoa ${String(nth).padStart(2, '0')}`, [])
  const post = (path: string, body: object, secret?: string) =>
    must<{ secret: string }>(
      fetch(`${server.url}/web-chat/${webChat.token}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
        body: JSON.stringify(body),
      }),
    )
  const { secret } = await post('visitors', { name: 'Rita Moura' })
  await post('messages', { id: crypto.randomUUID(), body: 'Bom dia' }, secret)
  const waiting = () => must<{ tickets: { id: number }[] }>(company.call('GET', '/tickets?status=pending&showAll=true'))
  await expect.poll(async () => (await waiting()).tickets.length).toBe(1)
  const [ticket] = (await waiting()).tickets
  await must(company.call('PUT', `/tickets/${ticket?.id}`, { status: 'open', userId: ana.id }))
  const page = await openUsers(browser, server, company)

  await test.step('columns', async () => {
    for (const title of [
      'ID',
      'Status',
      'Nome',
      'Perfil',
      'Início do expediente',
      'Fim do expediente',
      'Tickets abertos',
    ])
      await expect(page.getByRole('columnheader', { name: title })).toBeVisible()
    for (const text of [String(ana.id), 'Offline', 'Ana Prado', ana.email, 'Usuário', '08:00', '18:30'])
      await expect(row(page, 'Ana Prado')).toContainText(text)
    await expect(row(page, 'Ana Prado').getByRole('cell', { name: '1', exact: true })).toBeVisible()
    await expect(row(page, 'Administrador').getByText('Online')).toBeVisible()
  })

  await test.step('the next page is loaded by scrolling', async () => {
    await expect(row(page, 'Pessoa 22')).toHaveCount(0)
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(row(page, 'Pessoa 22')).toBeVisible()
  })

  await test.step('two letters search nothing, three do', async () => {
    const field = page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: 'Buscar por nome ou e-mail' }))
      .first()
    const asked = page.waitForRequest((request) => request.url().includes('searchParam=pra'))
    await field.fill('an')
    await expect(row(page, 'Pessoa 01')).toBeVisible()
    await field.fill('pra')
    await asked
    await expect(row(page, 'Pessoa 01')).toHaveCount(0)
    await expect(row(page, 'Ana Prado')).toBeVisible()
  })
})

test('The dialog keeps rights, connection, hours, theme, menu, number and picture, and another admin sees the change', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const sales = await company.queue('Vendas')
  const webChat = await company.webChat([sales], { name: 'Chat da loja' })
  await company.attendant('Ana Prado', [])
  const bia = await company.attendant('Bia Sales', [], { profile: 'admin' })
  const page = await openUsers(browser, server, company)
  const { page: seen } = await openDesk(browser, server, bia)
  await seen.goto(`${server.url}/users`)
  await expect(row(seen, 'Ana Prado')).toBeVisible()
  const rights = ['Ver tickets sem fila', 'Permitir grupos', 'Ver dashboard', 'Ver tempo real', 'Gerenciar conexões']
  expect(webChat.id).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Editar Ana Prado' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar usuário' })
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  for (const right of rights) {
    const control = dialog.getByRole('switch', { name: right })
    await expect(control).not.toBeChecked()
    await control.click({ force: true })
  }
  await choose('Perfil', 'Supervisor')
  await choose('Conexão padrão', 'Chat da loja')
  await choose('Idioma', 'Español')
  await choose('Tema padrão', 'Escuro')
  await choose('Menu padrão', 'Fechado')
  await dialog.getByLabel('WhatsApp do usuário').fill('5511987654321')
  await dialog.locator('input[type=file]').setInputFiles(await pictureNamed('ana.png', page))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Usuário salvo com sucesso.')).toBeVisible()

  await expect(row(seen, 'Ana Prado')).toContainText('Supervisor')
  await expect(row(seen, 'Ana Prado').locator('img')).toBeVisible()
  await seen.getByRole('button', { name: 'Editar Ana Prado' }).click()
  const kept = seen.getByRole('dialog', { name: 'Editar usuário' })
  for (const right of rights) await expect(kept.getByRole('switch', { name: right })).toBeChecked()
  for (const [field, value] of [
    ['Perfil', 'Supervisor'],
    ['Conexão padrão', 'Chat da loja'],
    ['Idioma', 'Español'],
    ['Tema padrão', 'Escuro'],
    ['Menu padrão', 'Fechado'],
  ] as const)
    await expect(kept.getByRole('combobox', { name: field })).toHaveValue(value)
  await expect(kept.getByLabel('WhatsApp do usuário')).toHaveValue('5511987654321')
})

test('An open dialog says that somebody else has changed or deleted the user, and nobody deletes or demotes themselves', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.attendant('Ana Prado', [])
  const bia = await company.attendant('Bia Sales', [], { profile: 'admin' })
  const page = await openUsers(browser, server, company)
  const { page: other } = await openDesk(browser, server, bia)
  await other.goto(`${server.url}/users`)
  const dialog = page.getByRole('dialog', { name: 'Editar usuário' })

  await test.step('changed', async () => {
    await page.getByRole('button', { name: 'Editar Ana Prado' }).click()
    await dialog.getByLabel('Mensagem de despedida').fill('Até logo!')
    await other.getByRole('button', { name: 'Editar Ana Prado' }).click()
    await other.getByRole('dialog').getByLabel('Nome').fill('Ana Prado Lima')
    await other.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Outra pessoa alterou este registro')).toBeVisible()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Ana Prado Lima')).toBeVisible()
  })

  await test.step('deleted', async () => {
    await page.getByRole('button', { name: 'Editar Ana Prado Lima' }).click()
    await other.getByRole('button', { name: 'Mais ações de Ana Prado Lima' }).click()
    await other.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(other.getByRole('dialog')).toContainText('Os tickets abertos voltam para a fila')
    await other.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
    await expect(dialog.getByText('Outra pessoa excluiu este registro')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(row(page, 'Ana Prado Lima')).toHaveCount(0)
  })

  await test.step('oneself', async () => {
    await expect(other.getByRole('button', { name: 'Mais ações de Bia Sales' })).toHaveCount(0)
    await other.getByRole('button', { name: 'Editar Bia Sales' }).click()
    await expect(other.getByRole('combobox', { name: 'Perfil' })).toBeDisabled()
    await expect(other.getByText('Só outro administrador pode mudar o seu perfil.')).toBeVisible()
  })
})

test('A list of users that the server cannot load says so, and comes with another try', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { page } = await openDesk(browser, server, company.admin)
  await page.route('**/users?*', (route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }))
  await page.goto(`${server.url}/users`)
  await expect(page.getByText('Não foi possível carregar os usuários.')).toBeVisible()

  const again = page.getByRole('button', { name: 'Tentar de novo' })
  const asked = page.waitForRequest('**/users?*')
  await again.click()
  await asked
  await expect(page.getByText('Não foi possível carregar os usuários.')).toBeVisible()

  await page.unroute('**/users?*')
  // The list may also come by itself, such as when the socket has connected.
  await again.or(row(page, company.admin.email)).first().click()
  await expect(row(page, company.admin.email)).toBeVisible()
})

test('A refused picture keeps the dialog of a new user, whom saving again does not make twice', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const page = await openUsers(browser, server, company)
  await page.getByRole('button', { name: 'Adicionar usuário' }).click()
  const dialog = page.getByRole('dialog')
  const picture = dialog.locator('input[type=file]')
  const file = (bytes: number) => ({ name: 'ana.png', mimeType: 'image/png', buffer: Buffer.alloc(bytes) })
  await dialog.getByLabel('Nome').fill('Ana Prado')
  await dialog.getByLabel(/^Senha/).fill('Porta-vermelha-7')
  await dialog.getByLabel('E-mail').fill('ana.prado@empresa.test')

  await picture.setInputFiles(file(5 * 1_048_576 + 1))
  await expect(dialog.getByText('A foto passa de 5 MB, o máximo.')).toBeVisible()
  await picture.setInputFiles(file(100))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Este tipo de arquivo não é aceito.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: 'Supervisor' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()

  await expect(page.getByText('Usuário salvo com sucesso.')).toBeVisible()
  await expect(row(page, 'Ana Prado')).toHaveCount(1)
  await expect(row(page, 'Ana Prado')).toContainText('Supervisor')
})

test('What is wrong with a field is said under it, and the hours go in steps of ten minutes', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const bia = await company.attendant('Bia Sales', [], { profile: 'admin', language: 'en' })
  await logIn(page, server, bia)
  await page.goto(`${server.url}/users`)
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })

  await test.step('as soon as it is left', async () => {
    for (const [name, text, error] of [
      ['Name', '', 'Required'],
      ['Name', 'x', 'Too Short!'],
      ['Name', 'x'.repeat(51), 'Too Long!'],
      ['Email', 'caio@', 'Invalid email'],
    ] as const) {
      await field(name).fill(text)
      await field(name).blur()
      await expect(field(name)).toHaveAccessibleDescription(error)
    }
  })

  await test.step('the hours of a new user are the whole day', async () => {
    const at = async (name: string) => [
      await dialog.getByRole('spinbutton', { name: `${name}: hour` }).inputValue(),
      await dialog.getByRole('spinbutton', { name: `${name}: minute` }).inputValue(),
    ]
    expect(await at('Working hours start')).toEqual(['00', '00'])
    expect(await at('Working hours end')).toEqual(['23', '59'])
    const minute = dialog.getByRole('spinbutton', { name: 'Working hours start: minute' })
    for (const value of ['10', '20', '30']) {
      await minute.press('ArrowUp')
      await expect(minute).toHaveValue(value)
    }
    await minute.press('ArrowDown')
    await expect(minute).toHaveValue('20')
  })

  await test.step('they are stored', async () => {
    await field('Name').fill('Caio Reis')
    await field('Email').fill(`caio-${Date.now()}@empresa.test`)
    await dialog.getByLabel(/^Password/).fill('Kd92-pQz71-x')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    for (const hour of ['00:20', '23:59']) await expect(row(page, 'Caio Reis')).toContainText(hour)
  })
})
