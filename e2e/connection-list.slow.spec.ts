import { type Page, expect } from '@playwright/test'
import pg from 'pg'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** As another admin than the one who calls, whose session would end. */
async function openConnections(page: Page, server: Server, company: Company): Promise<void> {
  await logIn(page, server, await company.attendant('Bia Sales', [], { profile: 'admin' }))
  await page.goto(`${server.url}/connections`)
}

/** A connection of a phone that nobody wants linked, so that the server leaves its status alone. */
async function unlinkedPhone({ call }: Company, name: string): Promise<{ id: number }> {
  const { id } = await must<{ id: number }>(call('POST', '/whatsapp', { name, channel: 'whatsapp' }))
  expect((await call('DELETE', `/whatsappsession/${id}`)).ok).toBe(true)
  await expect
    .poll(async () => (await must<{ status: string }>(call('GET', `/whatsapp/${id}`))).status)
    .toBe('DISCONNECTED')
  return { id }
}

async function setStatus(server: Server, { id }: { id: number }, status: string): Promise<void> {
  const db = new pg.Client({ connectionString: server.databaseUrl() })
  await db.connect()
  try {
    await db.query('update connections set status = $1 where id = $2', [status, id])
  } finally {
    await db.end()
  }
}

test('The title counts the connections, and the list says which one is the default and when each last changed', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.webChat([], { name: 'Chat da loja' })
  const second = await company.webChat([], { name: 'Chat do atacado' })
  await openConnections(page, server, company)
  const title = page.getByRole('heading', { level: 1 })
  const star = (name: string) => row(page, name).getByRole('img', { name: 'Conexão padrão' })

  await test.step('the number in the title follows the list', async () => {
    await expect(title).toHaveText('Conexões 2')
    const third = await company.webChat([], { name: 'Chat da oficina' })
    await expect(title).toHaveText('Conexões 3')
    expect((await company.call('DELETE', `/whatsapp/${third.id}`)).ok).toBe(true)
    await expect(title).toHaveText('Conexões 2')
  })

  await test.step('the first connection is the default, until another one is', async () => {
    await expect(star('Chat da loja')).toBeVisible()
    await expect(star('Chat do atacado')).toHaveCount(0)
    await must(company.call('PUT', `/whatsapp/${second.id}`, { isDefault: true }))
    await expect(star('Chat do atacado')).toBeVisible()
    await expect(star('Chat da loja')).toHaveCount(0)
  })

  await test.step('the last update is a date and a time', async () => {
    await page.setViewportSize({ width: 1440, height: 800 })
    await expect(page.getByRole('columnheader', { name: 'Última atualização' })).toBeVisible()
    const { updatedAt } = await must<{ updatedAt: string }>(company.call('GET', `/whatsapp/${second.id}`))
    await expect(row(page, 'Chat do atacado').getByRole('time')).toHaveText(inSaoPaulo(new Date(updatedAt)))
  })
})

/** DD/MM/YY HH:MM */
const tableTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const inSaoPaulo = (date: Date) => tableTime.format(date).replace(',', '')

test('What a phone offers follows its status, and the menu counts each one that is down', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  // One is down all the time, so that the mark is there whatever the other one does.
  const [, phone] = [await unlinkedPhone(company, 'Loja Norte'), await unlinkedPhone(company, 'Loja Centro')]
  await openConnections(page, server, company)
  const own = row(page, 'Loja Centro')

  for (const [status, shown, action, isOffered, down] of [
    ['connected', 'Conectada', 'Desconectar', true, '1 conexão caiu'],
    ['pairing', 'Pareando', 'Desconectar', true, '2 conexões caíram'],
    ['timeout', 'Sem resposta do celular', 'Desconectar', true, '2 conexões caíram'],
    ['opening', 'Conectando', 'Conectando', false, '2 conexões caíram'],
    ['qrcode', 'Aguardando QR Code', 'QR Code', true, '2 conexões caíram'],
    ['disconnected', 'Desconectada', 'Tentar de novo', true, '2 conexões caíram'],
  ] as const)
    await test.step(status, async () => {
      await setStatus(server, phone, status)
      await page.reload()
      await expect(own).toContainText(shown)
      const button = own.getByRole('button', { name: action, exact: true })
      await expect(button).toBeEnabled({ enabled: isOffered })
      await expect(page.getByRole('img', { name: down }).first()).toBeVisible()
    })
})

test('A channel that is not in the plan or not installed cannot be chosen, and the menu says which', async ({
  browser,
  server,
}) => {
  const features = { useWhatsapp: false, useFacebook: false, useInstagram: false }
  for (const [company, isWhatsAppOffered, reason] of [
    [await createCompany(server, 'Casa Aurora'), true, 'Canal não instalado neste servidor'],
    [await createCompany(server, 'Casa Nova', { features }), false, 'Não incluído no seu plano'],
  ] as const) {
    const page = await (await browser.newContext()).newPage()
    await openConnections(page, server, company)
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    const entry = (name: string | RegExp) => page.getByRole('menuitem', { name })
    const phone = /^WhatsApp(?! oficial)/

    await expect(entry('Chat do site')).toBeEnabled()
    // Without an app of the installation a number is connected with one of the company's own.
    for (const name of [phone, 'WhatsApp oficial (API da Meta)']) {
      await expect(entry(name)).toBeEnabled({ enabled: isWhatsAppOffered })
      if (!isWhatsAppOffered) await expect(entry(name)).toContainText(reason)
    }
    for (const name of ['Facebook', 'Instagram']) {
      await expect(entry(name)).toBeDisabled()
      await expect(entry(name)).toContainText(reason)
    }
  }
})
