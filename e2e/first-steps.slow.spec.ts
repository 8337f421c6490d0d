import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const guide = (page: Page) => page.getByRole('region', { name: 'Primeiros passos' })

test('A new company is led from its first connection to its first message', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  const steps = guide(page)
  const dialog = page.getByRole('dialog')
  const current = steps.locator('[aria-current=step]')

  await test.step('says what comes first, and bars nothing', async () => {
    await expect(steps.getByRole('status')).toHaveText('0 de 4')
    await expect(current).toContainText('Conecte um WhatsApp ou o chat do site')
    await expectAccessibleInBothSchemes(page)
    await expect(dialog).toHaveCount(0)
    await expect(deskOn(page).tab('Aguardando')).toBeVisible()
  })

  await test.step('a connection', async () => {
    await steps.getByRole('button', { name: 'Nova conexão' }).click()
    await page.getByRole('menuitem', { name: 'Chat do site' }).click()
    await dialog.getByLabel('Nome').first().fill('Chat da loja')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('data-token')).toBeVisible()
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(steps.getByRole('status')).toHaveText('1 de 4')
    await expect(current).toContainText('Crie uma fila')
  })

  await test.step('a queue, which counts once a connection hands conversations to it', async () => {
    await current.getByRole('button', { name: 'Adicionar fila' }).click()
    await dialog.getByLabel('Nome').fill('Vendas')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(current).toContainText('nenhuma conexão entrega tickets a ela')
    await current.getByRole('button', { name: 'Escolher na conexão' }).click()
    await dialog.getByRole('combobox', { name: 'Filas' }).click()
    await page.getByRole('option', { name: 'Vendas' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(steps.getByRole('status')).toHaveText('2 de 4')
  })

  await test.step('a colleague', async () => {
    await expect(current).toContainText('Chame a equipe')
    await expect(current.getByRole('button', { name: 'Adicionar usuário' })).toBeVisible()
    await current.getByRole('button', { name: 'Adicionar usuário' }).click()
    await dialog.getByLabel('Nome').fill('Ana Prado')
    await dialog.getByLabel('E-mail').fill(`ana-${Date.now()}@empresa.test`)
    await dialog.getByLabel('Senha').first().fill('Senha-Aurora-1')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(steps.getByRole('status')).toHaveText('3 de 4')
  })

  await test.step('the first message', async () => {
    const opening = page.waitForEvent('popup')
    await current.getByRole('link', { name: 'Abrir o chat' }).click()
    const chat = await opening
    await chat.getByLabel('Nome').fill('Rita Moura')
    await chat.getByRole('button', { name: 'Começar a conversa' }).click()
    await chat.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia')
    await chat.keyboard.press('Enter')
    await expect(steps.getByText('Tudo pronto.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('is finished for good', async () => {
    await steps.getByRole('button', { name: 'Concluir' }).click()
    await expect(page.getByText('Selecione um ticket para começar a conversar.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Selecione um ticket para começar a conversar.')).toBeVisible()
    await page.getByRole('button', { name: /^Conta de/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Primeiros passos' })).toHaveCount(0)
  })
})

test('The first steps can be skipped and found again, and only admins see them', async ({ page, browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [await company.queue('Vendas')]))
  await expect(ana.page.getByText('Selecione um ticket')).toBeVisible()
  await expect(guide(ana.page)).toHaveCount(0)
  await logIn(page, server, company.admin)

  await guide(page).getByRole('button', { name: 'Pular por agora' }).click()
  await expect(guide(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Selecione um ticket')).toBeVisible()
  await expect(guide(page)).toHaveCount(0)

  await page.goto(`${server.url}/contacts`)
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Primeiros passos' }).click()
  await expect(guide(page)).toBeVisible()
})

test('On a phone the first steps stand in the empty list', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { page } = await openDesk(browser, server, company.admin, { viewport: { width: 390, height: 844 } })

  await expect(guide(page).getByText('0 de 4')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const { width } = (await guide(page).boundingBox()) ?? { width: 0 }
  expect(width).toBeLessThanOrEqual(390)
})

test('Somebody without a queue is told why the list is empty, and who can change it', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const ana = await company.attendant('Ana Prado', [])
  const users = await must<{ name: string; profile: string }[]>(company.call('GET', '/users/list'))
  const admin = users.find(({ profile }) => profile === 'admin')?.name ?? ''
  await logIn(page, server, ana)
  const told = page.getByRole('heading', { name: 'Você ainda não está em nenhuma fila' })

  await expect(told).toBeVisible()
  await expect(page.getByText(`Quem pode incluir você em uma: ${admin}`)).toBeVisible()
  await deskOn(page).tab('Aguardando').click()
  await expect(told).toBeVisible()

  await company.call('PUT', `/users/${ana.id}`, { queueIds: [queue.id] })
  await expect(page.getByText('Ninguém esperando')).toBeVisible()
})
